import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpPort, MAX_BODY_BYTES } from '#lib/chat/adapters/http-port.ts';
import { httpRequestBlock } from '#lib/engine/blocks/integrations/http-request.ts';
import type { HttpPort } from '#lib/engine/model/ports.ts';
import { blockContext } from '#test/support/chat/block-context.ts';

/* No matter what a server sends, the request must end and its connection must be closed. */

const MEGABYTE = 1024 * 1024;
/** Decompresses to 200 MB of zeros. */
const gzipBomb = gzipSync(Buffer.alloc(200 * MEGABYTE));
const deflateBomb = deflateSync(Buffer.alloc(200 * MEGABYTE));
const brotliBomb = brotliCompressSync(Buffer.alloc(20 * MEGABYTE));
/** 5.6 MB of realistic JSON. */
const largeJson = gzipSync(
  JSON.stringify(
    Array.from({ length: 94_000 }, (_, id) => ({ id, name: `${Math.sin(id)}`, list: [1, 2, 3] })),
  ),
);

let server: Server;
let port: number;
let http: HttpPort;
let respond: (response: ServerResponse) => void;
let closedSockets: Promise<unknown>[];

beforeAll(async () => {
  server = createServer((_, response) => respond(response));
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    closedSockets.push(new Promise((resolve) => socket.on('close', resolve)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  http = httpPort({ loopbackPortsForTests: new Set([port]) });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  closedSockets = [];
});

/** Sends a request and returns its outcome once the server has seen all connections close. */
async function toOutcome(responder: typeof respond, timeoutMs = 20_000): Promise<string> {
  respond = responder;
  const outcome = await http({ url: `http://127.0.0.1:${port}/`, method: 'GET', timeoutMs }).then(
    ({ body }) => new TextDecoder().decode(body.subarray(0, 100)),
    (error) => error.kind,
  );
  await Promise.all(closedSockets);
  return outcome;
}

const whole = (encoding: string, body: Buffer) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-encoding': encoding }).end(body);

/** Sends the start of a body, then stalls with the connection open. */
const stalled = (encoding: string, body: Buffer, bytes: number) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-encoding': encoding, 'content-length': String(body.length + 1) });
  response.write(body.subarray(0, bytes));
};

const TOO_LARGE: [string, (response: ServerResponse) => void][] = [
  ['a gzip bomb', whole('gzip', gzipBomb)],
  ['a deflate bomb', whole('deflate', deflateBomb)],
  ['a brotli bomb', whole('br', brotliBomb)],
  ['the first 64 KB of a gzip bomb', stalled('gzip', gzipBomb, 65_536)],
  ['the first 64 KB of a deflate bomb', stalled('deflate', deflateBomb, 65_536)],
  ['a brotli bomb without its end', stalled('br', brotliBomb, brotliBomb.length)],
  ['ordinary JSON of 5.6 MB', whole('gzip', largeJson)],
  ['a doubly gzipped bomb', whole('gzip, gzip', gzipSync(gzipBomb))],
  ['a gzip bomb inside brotli', whole('gzip, br', brotliCompressSync(gzipBomb))],
  // Empty blocks decompress to nothing, so only the compressed bytes can be counted.
  ['gzip that decompresses to nothing', whole('gzip, gzip', gzipSync(emptyBlocks(8 * MEGABYTE)))],
];

describe('a body over the limit', () => {
  it.each(TOO_LARGE)('%s', async (_, responder) => {
    expect(await toOutcome(responder)).toBe('too-large');
  });
});

describe('a truncated body', () => {
  it.each([
    ['plain', (response: ServerResponse) => response.write('a little')],
    ['gzip', stalled('gzip', largeJson, 70_000)],
    ['deflate', stalled('deflate', deflateSync(largeJson), 70_000)],
    ['br', stalled('br', brotliCompressSync(largeJson), 70_000)],
    ['gzip twice', stalled('gzip, gzip', gzipSync(largeJson), 70_000)],
    ['only the headers', (response: ServerResponse) => response.writeHead(200).flushHeaders()],
  ])('%s', async (_, responder) => {
    expect(await toOutcome(responder, 200)).toBe('timeout');
  });

  it.each([
    ['plain', 'identity'],
    ['gzip', 'gzip'],
  ])('with the connection closed: %s', async (_, encoding) => {
    const responder = (response: ServerResponse) => {
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': '100000' });
      response.write(largeJson.subarray(0, 5_000), () => response.destroy());
    };
    expect(await toOutcome(responder)).toBe('failed');
  });
});

describe('a body with the wrong encoding', () => {
  it.each([
    ['plain text', 'gzip', Buffer.from('plain')],
    ['trailing garbage', 'gzip', Buffer.concat([gzipSync('text'), Buffer.from('garbage')])],
    ['gzip declared twice', 'gzip, gzip', gzipSync('text')],
  ])('%s', async (_, encoding, body) => {
    expect(await toOutcome(whole(encoding, body))).toBe('failed');
    expect(await toOutcome(stalled(encoding, body, body.length))).toBe('failed');
  });
});

describe('several encodings', () => {
  it.each([
    ['gzip, gzip', gzipSync(gzipSync('text'))],
    ['deflate, gzip', gzipSync(deflateSync('text'))],
    ['gzip,br', brotliCompressSync(gzipSync('text'))],
    ['identity, gzip', gzipSync('text')],
  ])('%s', async (encoding, body) => {
    expect(await toOutcome(whole(encoding, body))).toBe('text');
  });

  it('more than the limit', async () => {
    let body = Buffer.from('text');
    for (let layer = 0; layer < 6; layer += 1) body = gzipSync(body);
    expect(await toOutcome(whole(Array(6).fill('gzip').join(), body))).toBe('failed');
  });
});

it('many such responses leak neither connections nor decompressors', async () => {
  for (let round = 0; round < 5; round += 1) {
    for (const [, responder] of TOO_LARGE) await toOutcome(responder);
    await toOutcome(stalled('gzip', largeJson, 70_000), 50);
    await toOutcome((response) => response.writeHead(302, { location: 'file:///' }).write('more'));
  }
  const connections = await new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  expect(connections).toBe(0);
  await new Promise(setImmediate);
  expect(resources()).toEqual([]);
});

function resources(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /TCPSocket|TCPWrap|Zlib|Brotli|HTTP/.test(name));
}

describe('an HTTP request block with a timeout of 3 seconds', () => {
  const run = async (responder: typeof respond) => {
    respond = responder;
    const context = blockContext({ ports: { http } });
    const block = {
      id: 'h',
      type: 'Webhook',
      options: { timeout: 3, webhook: { url: `http://127.0.0.1:${port}/`, method: 'GET' } },
    };
    await httpRequestBlock.run(block, context);
    await Promise.all(closedSockets);
    const { statusCode, response } = JSON.parse(context.logs[0]?.details ?? '{}');
    return { statusCode, says: response.message ?? response.description };
  };

  it.each([
    ['a gzip bomb', whole('gzip', gzipBomb)],
    ['the first 64 KB of one', stalled('gzip', gzipBomb, 65_536)],
    ['ordinary JSON of 5.6 MB', whole('gzip', largeJson)],
  ])('logs that the response is too large: %s', async (_, responder) => {
    expect(await run(responder)).toMatchObject({
      statusCode: 500,
      says: `[The response is larger than ${MAX_BODY_BYTES} bytes] fetch failed`,
    });
  });

  it('logs that the request timed out if the body stalls', async () => {
    expect(await run(stalled('gzip', largeJson, 70_000))).toMatchObject({
      statusCode: 408,
      says: 'Request timed out. (3s)',
    });
  });
});

/** Creates a gzip stream of only empty stored blocks (RFC 1951, section 3.2.4). */
function emptyBlocks(bytes: number): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([header, Buffer.alloc(bytes - header.length, Buffer.from([0, 0, 0, 0xff, 0xff]))]);
}
