import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { databaseSource } from '#apps/cli/moving/source/database-source.ts';
import { type Source, SourceUnreadableError } from '#apps/cli/moving/source/source.ts';
import { type DatabaseLimits, openSourceDatabase } from '#apps/cli/moving/source/source-database.ts';
import {
  describeRows,
  type FakeAnswer,
  type FakeTable,
  message,
  startFakePostgres,
  toRow,
} from '#test/support/fake-postgres.ts';

const PASSWORD = 'database-secret';

async function openSource(
  respond: (sql: string) => FakeAnswer | undefined,
  limits: DatabaseLimits = {},
): Promise<Source> {
  const { url } = await startFakePostgres(respond);
  return databaseSource(await openSourceDatabase(url, { reconnectPausesMs: [], limits }));
}

async function readRefusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SourceUnreadableError);
  expect(String(error)).not.toContain(PASSWORD);
  return (error as Error).message;
}

async function readAll(source: Source) {
  const results = [];
  for await (const result of source.readResults('b')) results.push(result);
  return results;
}

describe('a server that is not a database, or a hostile one', () => {
  it.each([
    ['random bytes', randomBytes(10_000)],
    ['nothing but zeros', Buffer.alloc(10_000)],
    ['a message of two gigabytes', Buffer.from('R\x7f\xff\xff\xff', 'latin1')],
    ['a negative length', Buffer.from('R\xff\xff\xff\xff', 'latin1')],
    ['an unknown kind of login', message('R', Buffer.from([0, 0, 0, 99]))],
    ['nothing at all', Buffer.alloc(0)],
  ])('that greets with %s ends the command', async (_, greeting) => {
    const { url } = await startFakePostgres(
      () => undefined,
      (socket) => socket.write(greeting),
    );
    const limits = { connectTimeoutMs: 300, queryTimeoutMs: 300 };
    expect(await readRefusal(openSourceDatabase(url, { limits, reconnectPausesMs: [] }))).toMatch(
      /^Cannot read the database postgres:\/\/127\.0\.0\.1:\d+\/bots: ./,
    );
  });

  it('gets the password if it asks, but brings it into no message', async () => {
    let sent = '';
    const { url } = await startFakePostgres(
      () => undefined,
      (socket) => {
        socket.write(message('R', Buffer.from([0, 0, 0, 3])));
        socket.once('data', (bytes) => {
          sent = bytes.toString();
          socket.write(message('E', Buffer.from(`SFATAL\0C28P01\0M${sent.slice(5, -1)} is wrong\0\0`)));
        });
      },
    );
    expect(await readRefusal(openSourceDatabase(url))).toMatch(/: … is wrong$/);
    expect(sent).toContain(PASSWORD);

    vi.stubEnv('PGPASSWORD', 'from-the-environment');
    const without = url.replace(`:${PASSWORD}`, '');
    const message2 = await readRefusal(openSourceDatabase(without));
    vi.unstubAllEnvs();
    expect(message2).toMatch(/: … is wrong$/);
  });

  it('brings its errors into one line, without what a terminal obeys', async () => {
    const source = await openSource((sql) =>
      sql.includes('"Workspace"') ? { error: `no\n\u001b[2J${PASSWORD}\u202e` } : undefined,
    );
    expect(await readRefusal(source.listWorkspaces())).toMatch(/bots: no \[2J…$/);
  });

  it('cannot fill the memory with rows that never end', async () => {
    const row = toRow(['x'.repeat(10_000)]);
    const many = Buffer.concat([describeRows([['id']]), ...Array.from({ length: 100 }, () => row)]);
    const source = await openSource((sql) => (sql.includes('FROM "Workspace"') ? many : undefined), {
      maxQueryBytes: 200_000,
    });
    expect(await readRefusal(source.listWorkspaces())).toMatch(
      /responds to a query with more than 200000 bytes$/,
    );
  });

  it('cannot keep the command waiting', async () => {
    const source = await openSource((sql) => (sql.includes('FROM "Workspace"') ? 'silence' : undefined), {
      queryTimeoutMs: 300,
    });
    expect(await readRefusal(source.listWorkspaces())).toMatch(/the host does not respond$/);
  });

  it('may close the connection in the middle of a row', async () => {
    const source = await openSource(
      (sql) =>
        sql.includes('FROM "Workspace"')
          ? Buffer.concat([describeRows([['id']]), Buffer.from('D\0\0\xff')])
          : undefined,
      { queryTimeoutMs: 300 },
    );
    await readRefusal(source.listWorkspaces());
  });
});

describe('hostile rows', () => {
  const answer = (part: string, table: FakeTable) => (sql: string) =>
    sql.includes(part) ? table : undefined;

  it.each([
    ['a number', '7', 23],
    ['JSON', '{"toString":"x"}', 114],
    ['nothing', null, 25],
  ])('with %s as an id end the move', async (_, value, type) => {
    const table: FakeTable = { columns: [['id', type], ['name']], rows: [[value, 'N']] };
    const source = await openSource((sql) => (/FROM "(Workspace|Typebot)"/.test(sql) ? table : undefined));
    expect(await readRefusal(source.listWorkspaces())).toMatch(/an id is not a text$/);
    expect(await readRefusal(source.listBots('w'))).toMatch(/an id is not a text$/);
  });

  it('with another type as a name are called by their ids', async () => {
    const columns: FakeTable['columns'] = [['id'], ['name', 114], ['publicId', 23]];
    const source = await openSource(
      answer('FROM "Typebot"', {
        columns,
        rows: [
          ['a', '[1]', '7'],
          ['__proto__', null, null],
        ],
      }),
    );
    expect(await source.listBots('w')).toEqual([
      { id: 'a', name: 'a' },
      { id: '__proto__', name: '__proto__' },
    ]);
  });

  it('that say a column is JSON when it is not end with an error of the source', async () => {
    const source = await openSource(
      answer('FROM "Typebot"', { columns: [['id', 114]], rows: [[`{${PASSWORD}`]] }),
    );
    expect(await readRefusal(source.listBots('w'))).toMatch(/^Cannot read the database/);
  });

  it('that are nested too deeply are a failure of one bot', async () => {
    const groups = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const source = await openSource(
      answer('FROM "Typebot"', { columns: [['id'], ['groups', 114]], rows: [['a', groups]] }),
    );
    await expect(source.readBot('a')).rejects.toThrow(
      'The bot a of the source is nested more than 200 levels deep',
    );
  });

  it('with columns such as __proto__ change nothing', async () => {
    const columns: FakeTable['columns'] = [
      ['id'],
      ['__proto__', 114],
      ['constructor', 114],
      ['version'],
      ['groups', 114],
    ];
    const rows = [['a', '{"isClosed":true}', '{"prototype":{"x":1}}', '6', '[]']];
    const source = await openSource(answer('FROM "Typebot"', { columns, rows }));
    await source.readBot('a');
    expect(({} as Record<string, unknown>).isClosed).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('of results become texts, or are left to be refused', async () => {
    const ids: FakeTable = { columns: [['id'], ['time']], rows: [['r', '2026-01-01']] };
    const result: FakeTable = {
      columns: [['id', 23], ['createdAt', 1114], ['variables', 114], ['isCompleted']],
      rows: [['7', '294277-01-01 00:00:00', '{"length":1000000000}', 'yes']],
    };
    const answers: FakeTable = {
      columns: [
        ['resultId', 23],
        ['content', 114],
      ],
      rows: [['7', '{"a":1}']],
    };
    const source = await openSource((sql) => {
      if (sql.includes('AS time')) return ids;
      if (sql.includes('FROM "AnswerV2"')) return answers;
      return sql.includes('FROM "Result"') ? result : undefined;
    });
    expect(await readAll(source)).toMatchObject([
      {
        id: '7',
        createdAt: '294277-01-01 00:00:00',
        isCompleted: false,
        variables: [],
        answers: [{ content: { a: 1 } }],
      },
    ]);
    expect(await source.countResults('b')).toBe(0);
  });
});
