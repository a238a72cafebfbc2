import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCAL_TABLE_NAME, useDatabase } from '#apps/local/database/database-environment.ts';
import {
  createTable,
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '#apps/local/database/embedded-database.ts';
import { TABLE } from '#lib/platform/store/table.ts';

const DATABASE_OWNER = fileURLToPath(new URL('database-owner.ts', import.meta.url));
const KEY = { pk: 'TEST', sk: 'META' };

let folder: string;
let filePath: string;
const databases: EmbeddedDatabase[] = [];
const processes: ChildProcess[] = [];

beforeEach(() => {
  vi.stubEnv('DYNAMODB_ENDPOINT', '');
  folder = mkdtempSync(path.join(tmpdir(), 'embedded-database-'));
  filePath = path.join(folder, 'bots.sqlite');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  await Promise.all(databases.splice(0).map((database) => database.stop()));
  // A database that is shutting down may still be writing.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(options: Parameters<typeof startEmbeddedDatabase>[0] = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase(options);
  databases.push(database);
  useDatabase(database.endpoint);
  return database;
}

async function isResponding(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint);
    return true;
  } catch {
    return false;
  }
}

async function withClient<T>(endpoint: string, use: (client: DynamoDBClient) => Promise<T>): Promise<T> {
  const client = new DynamoDBClient({ endpoint });
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}

const put = (endpoint: string) =>
  withClient(endpoint, (client) =>
    client.send(new PutCommand({ TableName: LOCAL_TABLE_NAME, Item: { ...KEY, kept: true } })),
  );

const isKept = (endpoint: string) =>
  withClient(endpoint, async (client) => {
    const { Item } = await client.send(new GetCommand({ TableName: LOCAL_TABLE_NAME, Key: KEY }));
    return Item?.kept === true;
  });

/** Starts a process that owns a database. */
async function startOwner(file: string, end: string) {
  const child = spawn(process.execPath, [DATABASE_OWNER, file, end], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // In its own process group, like every command that a terminal starts.
    detached: true,
  });
  processes.push(child);
  const exited = once(child, 'exit');
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { child, endpoint: line.trim(), exited };
}

describe('startEmbeddedDatabase', () => {
  it('starts a database that responds until it is stopped', async () => {
    const { endpoint, databaseName, stop } = await start();
    expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(databaseName).not.toBe('');
    expect(await isResponding(endpoint)).toBe(true);
    await stop();
    expect(await isResponding(endpoint)).toBe(false);
    await stop();
  });

  it('starts a database that is reachable on 127.0.0.1 only', async () => {
    const { endpoint } = await start();
    expect(new URL(endpoint).hostname).toBe('127.0.0.1');
    await expect(fetch(endpoint.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow();
  });

  it('starts several databases with separate data', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.endpoint).not.toBe(two.endpoint);
    await Promise.all([createTable(one.endpoint), createTable(two.endpoint)]);
    await put(one.endpoint);
    expect(await isKept(one.endpoint)).toBe(true);
    expect(await isKept(two.endpoint)).toBe(false);
  });

  it('persists data in a file between starts', async () => {
    const first = await start({ filePath });
    await createTable(first.endpoint);
    await put(first.endpoint);
    await first.stop();
    const second = await start({ filePath });
    await createTable(second.endpoint);
    expect(await isKept(second.endpoint)).toBe(true);
  });

  it('uses the database at DYNAMODB_ENDPOINT, and leaves it running', async () => {
    const { endpoint } = await start();
    vi.stubEnv('DYNAMODB_ENDPOINT', endpoint);
    const other = await startEmbeddedDatabase({ filePath });
    expect(other.endpoint).toBe(endpoint);
    await other.stop();
    expect(await isResponding(endpoint)).toBe(true);
  });

  it('rejects a DYNAMODB_ENDPOINT that is not a URL', async () => {
    vi.stubEnv('DYNAMODB_ENDPOINT', 'localhost');
    await expect(startEmbeddedDatabase()).rejects.toThrow('DYNAMODB_ENDPOINT is not a URL: localhost');
  });
});

describe('createTable', () => {
  it('creates the same table as the deployed stack', async () => {
    const { endpoint } = await start();
    await createTable(endpoint);
    await withClient(endpoint, async (client) => {
      const TableName = LOCAL_TABLE_NAME;
      const { Table: table } = await client.send(new DescribeTableCommand({ TableName }));
      expect(table).toMatchObject({
        TableStatus: 'ACTIVE',
        GlobalSecondaryIndexes: [{ IndexName: TABLE.index.name }],
      });
      const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
      expect(ttl).toEqual({ AttributeName: TABLE.ttlAttribute, TimeToLiveStatus: 'ENABLED' });
    });
  });

  it('leaves an existing table unchanged, and allows concurrent calls', async () => {
    const { endpoint } = await start();
    await Promise.all([createTable(endpoint), createTable(endpoint), createTable(endpoint)]);
    await put(endpoint);
    await createTable(endpoint);
    expect(await isKept(endpoint)).toBe(true);
  });
});

describe('the lock on a file', () => {
  it('refuses a second database in the same process, and names the holder', async () => {
    await start({ filePath });
    await expect(startEmbeddedDatabase({ filePath })).rejects.toThrow(`is in use by process ${process.pid}`);
  });

  it('refuses a second database only while another process holds the file', async () => {
    const { child, exited } = await startOwner(filePath, 'never');
    await expect(startEmbeddedDatabase({ filePath })).rejects.toThrow(`is in use by process ${child.pid}`);
    child.kill('SIGKILL');
    await exited;
    const { endpoint } = await start({ filePath });
    expect(await isResponding(endpoint)).toBe(true);
  });

  it('is released if the database does not start', async () => {
    vi.stubEnv('DYNOXIDE_BIN', '/bin/false');
    await expect(startEmbeddedDatabase({ filePath })).rejects.toThrow('ended unexpectedly (exit code 1)');
    vi.stubEnv('DYNOXIDE_BIN', '');
    await start({ filePath });
  });

  it('does not affect in-memory databases', async () => {
    await Promise.all([start(), start()]);
  });
});

describe('when the process ends without stopping it', () => {
  it.each([
    ['is killed', 'never'],
    ['throws', 'throw'],
    ['exits', 'exit'],
    ['has nothing left to do', 'return'],
  ])('stops the database too: the process %s', async (_, end) => {
    const { child, endpoint, exited } = await startOwner('', end);
    if (end === 'never') {
      expect(await isResponding(endpoint)).toBe(true);
      child.kill('SIGKILL');
    }
    await exited;
    await vi.waitFor(async () => expect(await isResponding(endpoint)).toBe(false), {
      timeout: 5_000,
      interval: 10,
    });
  });
});

describe.skipIf(process.platform === 'win32')('Ctrl-C', () => {
  it('reaches the process, but not the database', async () => {
    const { child, endpoint } = await startOwner('', 'never');
    if (child.pid === undefined) throw new Error('It has no process id');
    // A terminal signals the whole process group.
    process.kill(-child.pid, 'SIGINT');
    await once(child.stdout, 'data');
    await setTimeout(100);
    expect(await isResponding(endpoint)).toBe(true);
  });
});
