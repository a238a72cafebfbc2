import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#apps/local/free-port.ts';

/** Debian's PostgreSQL, of which several versions may be installed, unless POSTGRES_BIN names another folder. */
const binaries = process.env.POSTGRES_BIN ?? newestOf('/usr/lib/postgresql');

export const hasPostgres = binaries !== undefined && existsSync(path.join(binaries, 'postgres'));

/** PostgreSQL refuses to run as root. Debian's package creates this user. */
const UNPRIVILEGED_USER = 'postgres';

/** Another process may take a free port first, but hardly five times in a row. */
const PORT_ATTEMPTS = 5;
const START_TIMEOUT_MS = 30_000;

/**
 * Ends the server together with the process of the tests, even if that is killed: the system closes the pipe 3, and a
 * subshell that waits for it sends SIGINT, with which PostgreSQL stops at once. `$$` stays the id of the server.
 */
const GUARDED = '{ read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 & exec "$@" 3<&-';

export type PostgresServer = {
  /** For the superuser `tester`, who may do everything. */
  url(database: string): string;
  port: number;
  password: string;
  /** Runs SQL as the superuser. */
  run(database: string, sql: string, values?: unknown[]): Promise<pg.QueryResult>;
  createDatabase(name: string): Promise<void>;
  /** Ends the server without waiting for those who are connected. Its data stays until `remove`. */
  stop(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
};

/**
 * Starts a PostgreSQL server of its own, in a temporary folder and on a free port of 127.0.0.1.
 *
 * @param settings of the server, such as `ssl`
 * @param files to write into its data folder, readable by the server only
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  files: Record<string, string> = {},
): Promise<PostgresServer> {
  const account = accountOfServer();
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-server-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  const password = randomBytes(12).toString('hex');
  const write = (file: string, text: string) => {
    writeFileSync(file, text, { mode: 0o600 });
    if (account) chownSync(file, account.uid, account.gid);
  };
  const passwordFile = path.join(folder, 'password');
  write(passwordFile, password);
  const options = ['--username=tester', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  execFileSync(
    program('initdb'),
    [...options, `--pgdata=${data}`, '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  for (const [name, text] of Object.entries(files)) write(path.join(data, name), text);
  const started = await startOnFreePort(folder, data, settings, account);

  const url = (database: string) => `postgres://tester:${password}@127.0.0.1:${started.port}/${database}`;
  const run = async (database: string, sql: string, values?: unknown[]) => {
    const client = new pg.Client({ connectionString: url(database) });
    await client.connect();
    try {
      return await client.query(sql, values);
    } finally {
      await client.end();
    }
  };
  const stop = () => end(started.server);
  return {
    url,
    port: started.port,
    password,
    run,
    async createDatabase(name) {
      await run('postgres', `CREATE DATABASE "${name}"`);
    },
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Account = { uid: number; gid: number };

function newestOf(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  // A version may be there with its clients only.
  return readdirSync(folder)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => path.join(folder, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'postgres')));
}

function program(name: string): string {
  return path.join(binaries ?? '', name);
}

/** Undefined: the server may run as the user of the tests. */
function accountOfServer(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, UNPRIVILEGED_USER], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function startOnFreePort(
  folder: string,
  data: string,
  settings: Record<string, string>,
  account: Account | undefined,
): Promise<{ server: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const all = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      fsync: 'off',
      ...settings,
    };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn('/bin/sh', ['-c', GUARDED, 'sh', program('postgres'), '-D', data, ...args], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    let output = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_096);
    });
    const deadlineMs = Date.now() + START_TIMEOUT_MS;
    while (server.exitCode === null && Date.now() < deadlineMs) {
      if (output.includes('ready to accept connections')) return { server, port };
      await delay(20);
    }
    await end(server);
    const isPortTaken = output.includes('could not bind');
    if (!isPortTaken || attempt === PORT_ATTEMPTS) throw new Error(`PostgreSQL did not start: ${output}`);
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
  const guard = server.stdio[3];
  if (guard && 'end' in guard) guard.end('done\n');
}
