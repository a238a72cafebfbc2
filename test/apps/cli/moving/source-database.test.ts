import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SourceUnreadableError } from '#apps/cli/moving/source/source.ts';
import {
  openSourceDatabase,
  type SourceDatabase,
  type SourceDatabaseOptions,
} from '#apps/cli/moving/source/source-database.ts';
import { freePort } from '#apps/local/free-port.ts';
import { type PostgresServer, startPostgres } from '#test/support/postgres-server.ts';
import { createSourceDatabase, hasSourceDatabase } from '#test/support/source-world.ts';

const open: SourceDatabase[] = [];

async function opened(url: string, options: SourceDatabaseOptions = {}): Promise<SourceDatabase> {
  const database = await openSourceDatabase(url, options);
  open.push(database);
  return database;
}

/** The message of the refusal, which must not contain a password. */
async function refusalOf(promise: Promise<unknown>, password: string): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SourceUnreadableError);
  const { message } = error as SourceUnreadableError;
  expect(message).not.toContain(password);
  return message;
}

const canRun = hasSourceDatabase("the connection to Typebot's database");

describe.skipIf(!canRun)("the connection to Typebot's database", () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
    await createSourceDatabase(server, 'bots', { withRows: false });
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await Promise.all(open.splice(0).map((database) => database.close()));
  });

  afterAll(() => server.remove());

  it('reads rows, with JSON as it is and times in UTC', async () => {
    const database = await opened(server.url('bots'));
    expect(database.address).toBe(`postgres://127.0.0.1:${server.port}/bots`);
    const [row] = await database.query(
      `SELECT '{"\\\\": [1, null]}'::jsonb AS json, timestamp '2026-01-02 03:04:05.6' AS time, 
        timestamptz '2026-01-02 03:04:05+02' AS zoned, timestamp 'infinity' AS never, $1::text AS text`,
      ['"; 李雷\n'],
    );
    expect(row).toEqual({
      json: { '\\': [1, null] },
      time: '2026-01-02T03:04:05.600Z',
      zoned: '2026-01-02T01:04:05.000Z',
      never: 'infinity',
      text: '"; 李雷\n',
    });
  });

  it('does not depend on the defaults of the server for dates', async () => {
    await server.createDatabase('german');
    await server.run('german', 'CREATE SCHEMA "old ""one"""; ALTER DATABASE german SET datestyle = German');
    await server.run('german', "ALTER DATABASE german SET timezone = 'Pacific/Auckland'");
    for (const table of ['Workspace', 'Typebot', 'PublicTypebot', 'Result']) {
      await server.run('german', `CREATE TABLE "old ""one"""."${table}" (id text)`);
    }
    const database = await opened(`${server.url('german')}?schema=${encodeURIComponent('old "one"')}`);
    expect(await database.query("SELECT timestamp '2026-01-02 03:04:05' AS time")).toEqual([
      { time: '2026-01-02T03:04:05.000Z' },
    ]);
    expect([await database.hasTable('Result'), await database.hasTable('Log')]).toEqual([true, false]);
    expect(await refusalOf(openSourceDatabase(server.url('german')), server.password)).toMatch(
      /is not the database of Typebot: it has no table Workspace, .*add \?schema=<name>/,
    );
  });

  it('cannot write', async () => {
    const database = await opened(server.url('bots'));
    const refusal = await refusalOf(database.query('DELETE FROM "Result"'), server.password);
    expect(refusal).toMatch(/cannot execute DELETE in a read-only transaction/);
    // The connection is a new one.
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('leaves no transaction open', async () => {
    const database = await opened(server.url('bots'));
    await database.query('SELECT 1');
    const sql = "SELECT state FROM pg_stat_activity WHERE application_name = 'bots move'";
    expect((await server.run('bots', sql)).rows).toEqual([{ state: 'idle' }]);
  });

  it('reads from one snapshot, one reader at a time', async () => {
    const database = await opened(server.url('bots'));
    const count = 'SELECT count(*)::int AS count FROM "User"';
    const counts = await database.inSnapshot(async (query) => {
      const before = await query(count);
      await server.run(
        'bots',
        `INSERT INTO "User" (id, email, "onboardingCategories") VALUES ('new', 'new@acme.example', '[]')`,
      );
      return [before, await query(count)];
    });
    expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }]]);
    const later = await Promise.all([database.query(count), database.query(count)]);
    expect(later).toEqual([[{ count: 1 }], [{ count: 1 }]]);
  });

  it('takes the password from PGPASSWORD if the URL has none', async () => {
    vi.stubEnv('PGPASSWORD', server.password);
    const database = await opened(`postgres://tester@127.0.0.1:${server.port}/bots`);
    expect(await database.query('SELECT current_user AS "user"')).toEqual([{ user: 'tester' }]);
  });

  it('passes on an error of the code that reads', async () => {
    const database = await opened(server.url('bots'));
    const failure = new Error('mine');
    await expect(database.inSnapshot(() => Promise.reject(failure))).rejects.toBe(failure);
  });

  describe('says why it cannot read', () => {
    const at = () => `127.0.0.1:${server.port}`;

    it('a wrong password', async () => {
      const url = `postgres://tester:wrong-one@${at()}/bots`;
      expect(await refusalOf(openSourceDatabase(url), 'wrong-one')).toBe(
        `Cannot read the database postgres://${at()}/bots: password authentication failed for user "tester"`,
      );
    });

    it('no password', async () => {
      vi.stubEnv('PGPASSWORD', undefined);
      vi.stubEnv('PGPASSFILE', '/no/such/file');
      expect(await refusalOf(openSourceDatabase(`postgres://tester@${at()}/bots`), server.password)).toMatch(
        /it asks for a password: put it into the URL or into PGPASSWORD$/,
      );
    });

    it('no such database', async () => {
      expect(await refusalOf(openSourceDatabase(server.url('nothing')), server.password)).toMatch(
        /nothing: database "nothing" does not exist$/,
      );
    });

    it("another product's database", async () => {
      expect(await refusalOf(openSourceDatabase(server.url('postgres')), server.password)).toMatch(
        /postgres is not the database of Typebot: it has no table Workspace, Typebot, PublicTypebot, Result/,
      );
    });

    it('a table that the user may not read', async () => {
      await server.run('bots', "CREATE ROLE guest LOGIN PASSWORD 'guest-password'");
      const database = await opened(`postgres://guest:guest-password@${at()}/bots`);
      expect(await refusalOf(database.query('SELECT * FROM "Result"'), 'guest-password')).toMatch(
        /permission denied for table Result$/,
      );
    });

    it('a closed port', async () => {
      const port = await freePort();
      const url = `postgres://tester:secret@127.0.0.1:${port}/bots`;
      expect(await refusalOf(openSourceDatabase(url), 'secret')).toBe(
        `Cannot read the database postgres://127.0.0.1:${port}/bots: nothing listens there (connection refused)`,
      );
    });

    it('an unknown host', async () => {
      const url = 'postgres://tester:secret@no-such-host.invalid/bots';
      expect(await refusalOf(openSourceDatabase(url), 'secret')).toMatch(/the host name (is unknown|cannot)/);
    });

    it('a server that is not a database', async () => {
      const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as { port: number };
      const url = `postgres://tester:secret@127.0.0.1:${port}/bots`;
      expect(await refusalOf(openSourceDatabase(url), 'secret')).toMatch(/Cannot read the database/);
      other.close();
    });

    it('the connection was closed', async () => {
      const database = await openSourceDatabase(server.url('bots'));
      await database.close();
      expect(await refusalOf(database.query('SELECT 1'), server.password)).toMatch(/is closed$/);
    });
  });

  describe('when the connection breaks', () => {
    const breakAll = () =>
      server.run(
        'postgres',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bots move'",
      );

    it('connects again, and reads the snapshot from its beginning', async () => {
      const database = await opened(server.url('bots'), { reconnectPausesMs: [0] });
      const seen: unknown[] = [];
      const rows = await database.inSnapshot(async (query) => {
        seen.push(await query('SELECT 1 AS one'));
        if (seen.length === 1) await breakAll();
        return await query('SELECT 2 AS two');
      });
      expect(rows).toEqual([{ two: 2 }]);
      expect(seen).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    });

    it('connects again if it broke while nothing was read', async () => {
      const database = await opened(server.url('bots'), { reconnectPausesMs: [0] });
      await breakAll();
      expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('gives up if it breaks again and again', async () => {
      const database = await opened(server.url('bots'), { reconnectPausesMs: [0, 0] });
      let attempts = 0;
      const reading = database.inSnapshot(async (query) => {
        attempts += 1;
        await breakAll();
        return await query('SELECT 1');
      });
      expect(await refusalOf(reading, server.password)).toMatch(
        /the server ended the connection|the connection broke/,
      );
      expect(attempts).toBe(3);
    });

    it('says so if the server is gone', async () => {
      const other = await startPostgres();
      await createSourceDatabase(other, 'bots', { withRows: false });
      const database = await opened(other.url('bots'), { reconnectPausesMs: [0] });
      await other.stop();
      expect(await refusalOf(database.query('SELECT 1'), other.password)).toMatch(
        /nothing listens there \(connection refused\)$/,
      );
      await other.remove();
    });
  });

  describe('TLS', () => {
    let secure: PostgresServer;
    let folder: string;
    const url = (parameters: string, host = '127.0.0.1') =>
      secure.url('bots').replace('127.0.0.1', host) + parameters;
    const isEncrypted = async (database: SourceDatabase) =>
      (await database.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'))[0]?.ssl;

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'source-database-'));
      const certificate = path.join(folder, 'certificate.pem');
      const key = path.join(folder, 'key.pem');
      const request = [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
      ];
      const name = ['-addext', 'subjectAltName=DNS:localhost'];
      execFileSync('openssl', [...request, ...name, '-keyout', key, '-out', certificate], {
        stdio: 'ignore',
      });
      secure = await startPostgres(
        {
          ssl: 'on',
          ssl_cert_file: 'server.pem',
          ssl_key_file: 'server.key',
          unix_socket_directories: tmpdir(),
        },
        { 'server.pem': readFileSync(certificate, 'utf8'), 'server.key': readFileSync(key, 'utf8') },
      );
      await createSourceDatabase(secure, 'bots', { withRows: false });
    });

    afterAll(async () => {
      await secure.remove();
      rmSync(folder, { recursive: true });
    });

    it.each([
      ['', true],
      ['?sslmode=prefer', true],
      ['?sslmode=require', true],
      ['?sslmode=disable', false],
    ])('is as the URL says: %s', async (parameters, expected) => {
      expect(await isEncrypted(await opened(url(parameters)))).toBe(expected);
    });

    it('checks the certificate', async () => {
      expect(await refusalOf(openSourceDatabase(url('?sslmode=verify-full')), secure.password)).toMatch(
        /its certificate is self-signed/,
      );
    });

    it('checks the name in the certificate, if sslmode says so', async () => {
      const known = `&sslrootcert=${path.join(folder, 'certificate.pem')}`;
      const full = `?sslmode=verify-full${known}`;
      expect(await isEncrypted(await opened(url(full, 'localhost')))).toBe(true);
      expect(await isEncrypted(await opened(url(`?sslmode=verify-ca${known}`)))).toBe(true);
      expect(await refusalOf(openSourceDatabase(url(full)), secure.password)).toMatch(
        /its certificate is for another host name/,
      );
    });

    it('is not asked for on a Unix socket, which has none', async () => {
      const socket = await opened(url(`?host=${tmpdir()}&sslmode=require`, 'localhost'));
      const [row] = await socket.query('SELECT inet_server_addr() AS address');
      expect(row).toEqual({ address: null });
    });

    it('is not given up if the server has none', async () => {
      const plain = server.url('bots');
      expect(await refusalOf(openSourceDatabase(`${plain}?sslmode=require`), server.password)).toMatch(
        /the server has no TLS, but sslmode asks for it$/,
      );
      expect(await isEncrypted(await opened(`${plain}?sslmode=prefer`))).toBe(false);
    });
  });
});
