import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A column with the number of its type in PostgreSQL's catalogue: 25 is text, 114 JSON, 1114 a timestamp. */
export type FakeTable = { columns: [name: string, type?: number][]; rows: (string | null)[][] };

export type FakeAnswer = FakeTable | { error: string } | Buffer | 'silence';

export type FakePostgres = {
  url: string;
  port: number;
  /** SQL, in the order of arrival. */
  statements: string[];
};

const TEXT = 25;

/**
 * Starts a server that speaks PostgreSQL's protocol as far as our client needs it, and answers whatever a test says. It
 * stops with the test.
 *
 * @param greet replaces the greeting that accepts everyone
 */
export async function startFakePostgres(
  respond: (sql: string) => FakeAnswer | undefined,
  greet: (socket: Socket) => void = (socket) => socket.write(Buffer.concat([message('R', int32(0)), READY])),
): Promise<FakePostgres> {
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    let pending = Buffer.alloc(0);
    let hasGreeted = false;
    let sql = '';
    const answer = (statement: string) => {
      statements.push(statement);
      const found = respond(statement) ?? answerWell(statement);
      if (found !== 'silence') socket.write(Buffer.isBuffer(found) ? found : toMessages(found));
    };
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const offset = hasGreeted ? 1 : 0;
        if (pending.length < offset + 4) return;
        const end = offset + pending.readInt32BE(offset);
        if (pending.length < end) return;
        const body = pending.subarray(offset + 4, end);
        const kind = hasGreeted ? String.fromCharCode(pending[0] ?? 0) : '';
        pending = pending.subarray(end);
        if (!hasGreeted && body.readInt32BE(0) === SSL_REQUEST) socket.write('N');
        else if (!hasGreeted) {
          hasGreeted = true;
          greet(socket);
        } else if (kind === 'Q') answer(readText(body));
        else if (kind === 'P') sql = readText(body.subarray(body.indexOf(0) + 1));
        else if (kind === 'S') answer(sql);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://tester:database-secret@127.0.0.1:${port}/bots`, port, statements };
}

const SSL_REQUEST = 80_877_103;
const READY = Buffer.from('Z\0\0\0\u0005I');

/** Typebot's tables, without rows. */
function answerWell(sql: string): FakeTable {
  if (!sql.includes('to_regclass')) return { columns: [], rows: [] };
  const names = ['Workspace', 'Typebot', 'PublicTypebot', 'Result', 'AnswerV2'];
  return { columns: [['name']], rows: names.map((name) => [name]) };
}

function toMessages(answer: FakeTable | { error: string }): Buffer {
  if ('error' in answer) {
    return Buffer.concat([message('E', Buffer.from(`SERROR\0CXX000\0M${answer.error}\0\0`)), READY]);
  }
  const { columns, rows } = answer;
  const done = message('C', Buffer.from(`SELECT ${rows.length}\0`));
  return Buffer.concat([describeRows(columns), ...rows.map(toRow), done, READY]);
}

export function describeRows(columns: FakeTable['columns']): Buffer {
  const fields = columns.map(([name, type = TEXT]) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(type),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  );
  return message('T', Buffer.concat([int16(columns.length), ...fields]));
}

export function toRow(values: (string | null)[]): Buffer {
  const cells = values.map((value) =>
    value === null ? int32(-1) : Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
  );
  return message('D', Buffer.concat([int16(values.length), ...cells]));
}

export function message(kind: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function readText(body: Buffer): string {
  return body.subarray(0, body.indexOf(0)).toString('utf8');
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
