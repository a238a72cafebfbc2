import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionLimits } from '#apps/local/gateway/connection-limits.ts';
import type { LambdaFunction } from '#apps/local/gateway/lambda-invocation.ts';
import { type LocalServer, startLocalServer } from '#apps/local/local-server.ts';
import { errorEnvelope } from '#lib/platform/http/error-envelope.ts';
import { countBufferedBytes } from './buffered-bytes.ts';
import { type FakeGateway, fakeEndpoint, fakeGateway } from './fake-api.ts';

/* Clients that take all the time, connections or memory that they can get. Others are served meanwhile. */

const MEGABYTE = 1_024 * 1_024;
const SHORT: Partial<ConnectionLimits> = {
  headersTimeoutMs: 300,
  requestTimeoutMs: 600,
  checkingIntervalMs: 50,
};

const servers: LocalServer[] = [];
const clients: Client[] = [];

/** A busy machine takes its time. */
const waitUntil = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(limits: Partial<ConnectionLimits>, gateway: FakeGateway = {}): Promise<LocalServer> {
  const server = await startLocalServer({ gateway: fakeGateway(gateway), port: 0, chatPort: 0, limits });
  servers.push(server);
  return server;
}

type Client = { socket: Socket; received: () => string; isClosed: () => boolean };

/** Connects, and sends the beginning of a request. */
async function open(url: string, beginning = ''): Promise<Client> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  // A reset is one way to be closed.
  socket.on('error', () => {});
  const client: Client = { socket, received: () => text, isClosed: () => socket.closed };
  clients.push(client);
  await once(socket, 'connect');
  socket.write(beginning);
  return client;
}

async function openMany(url: string, count: number, beginning = ''): Promise<Client[]> {
  const opened: Client[] = [];
  for (let n = 0; n < count; n += 1) opened.push(await open(url, beginning));
  return opened;
}

const countClosed = (opened: Client[]) => opened.filter(({ isClosed }) => isClosed()).length;

/** Sends a whole request on a connection of its own. */
async function getStatus(url: string, request = 'GET /v1/things/1'): Promise<number> {
  const { socket, received } = await open(
    url,
    `${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(received())?.[1]);
}

const HALF_HEADERS = 'GET /v1/things/1 HTTP/1.1\r\nHost: x\r\nX-Slow: ';
const HALF_BODY = 'POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf';

describe('connections whose request does not arrive', () => {
  it.each([
    ['that send half of their headers', HALF_HEADERS, 408],
    ['that send half of a body', HALF_BODY, 408],
    ['that send nothing', '', undefined],
  ])('%s are closed, while others are served', async (_, beginning, status) => {
    const { baseUrl, chatUrl } = await start(SHORT);
    for (const url of [baseUrl, chatUrl]) {
      const slow = await openMany(url, 50, beginning);
      expect(await getStatus(baseUrl)).toBe(200);
      await waitUntil(() => expect(countClosed(slow)).toBe(50));
      for (const { received } of slow) {
        const [head = '', body = ''] = received().split('\r\n\r\n');
        if (status === undefined) continue;
        expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
        expect(errorEnvelope.parse(JSON.parse(body)).message).toBe('The request took too long to arrive');
      }
    }
  });

  it('that send a little from time to time are closed as well', async () => {
    const { baseUrl } = await start(SHORT);
    const slow = [
      ...(await openMany(baseUrl, 10, HALF_HEADERS)),
      ...(await openMany(baseUrl, 10, HALF_BODY)),
    ];
    const timer = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write('x');
    }, 20);
    await waitUntil(() => expect(countClosed(slow)).toBe(20));
    clearInterval(timer);
    expect(await getStatus(baseUrl)).toBe(200);
  });

  it.each([
    ['headers', HALF_HEADERS],
    ['bodies', HALF_BODY],
    ['nothing', ''],
  ])('make way for others if there are too many, the oldest first: %s', async (_, beginning) => {
    const { baseUrl } = await start({ maxWaiting: 20 });
    const slow = await openMany(baseUrl, 60, beginning);
    await waitUntil(() => expect(countClosed(slow)).toBe(40));
    expect(countClosed(slow.slice(0, 40))).toBe(40);
    expect(await getStatus(baseUrl)).toBe(200);
    expect(countClosed(slow)).toBe(41);
  });

  it('take no connection from requests that a function is working on', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const slowFunction: LambdaFunction = async () => {
      started.resolve();
      await finish.promise;
      return { statusCode: 200, body: '{}' };
    };
    const post = fakeEndpoint({ id: 'post', method: 'POST', path: '/v1/things' });
    const { baseUrl } = await start(
      { maxWaiting: 5 },
      { endpoints: [post], functions: { post: slowFunction } },
    );
    const working = getStatus(baseUrl, 'POST /v1/things');
    await started.promise;
    const slow = await openMany(baseUrl, 15, HALF_HEADERS);
    await waitUntil(() => expect(countClosed(slow)).toBe(10));
    finish.resolve();
    expect(await working).toBe(200);
  });

  it('may be a connection that has been used, and waits for the next request', async () => {
    const { baseUrl } = await start({ maxWaiting: 5 });
    const used = await open(baseUrl, 'GET /v1/things/1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitUntil(() => expect(used.received()).toContain('{}'));
    await openMany(baseUrl, 4, HALF_HEADERS);
    expect(used.isClosed()).toBe(false);
    await openMany(baseUrl, 1, HALF_HEADERS);
    await waitUntil(() => expect(used.isClosed()).toBe(true));
  });
});

describe('bodies that do not end', () => {
  const post = fakeEndpoint({ id: 'post', method: 'POST', path: '/v1/things' });
  const announce = (bytes: number) =>
    `POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;

  async function sendBody({ socket }: Client, bytes: number): Promise<void> {
    const chunk = Buffer.alloc(64 * 1_024, ' ');
    for (let sent = 0; sent < bytes; sent += chunk.length) {
      if (!socket.write(chunk.subarray(0, bytes - sent))) await once(socket, 'drain');
    }
  }

  it('take no more memory together than the limit, and small ones are still read', async () => {
    const { baseUrl } = await start({ maxBufferedBytes: 12 * MEGABYTE }, { endpoints: [post] });
    const before = countBufferedBytes();
    const large = await openMany(baseUrl, 12, announce(5 * MEGABYTE));
    await Promise.all(large.map((client) => sendBody(client, 4 * MEGABYTE)));
    // Answered only once all that came before it on this machine has been read.
    const small = await fetch(`${baseUrl}/v1/things`, { method: 'POST', body: '{"small":true}' });
    expect(small.status).toBe(200);
    await waitUntil(() => expect(countBufferedBytes() - before).toBeLessThan(16 * MEGABYTE));

    await Promise.all(large.map((client) => sendBody(client, MEGABYTE)));
    await waitUntil(() => expect(large.every(({ received }) => received().includes('\r\n\r\n'))).toBe(true));
    const statuses = large.map(({ received }) => Number(received().split(' ')[1]));
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const refused = large.find((_, n) => statuses[n] === 503)?.received() ?? '';
    expect(refused).toMatch(/^retry-after: 1$/im);
    expect(errorEnvelope.parse(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).code).toBe(
      'SERVICE_UNAVAILABLE',
    );
  });

  it('no longer count once their clients have gone or have their response', async () => {
    const { baseUrl } = await start({ maxBufferedBytes: 6 * MEGABYTE }, { endpoints: [post] });
    for (let n = 0; n < 5; n += 1) {
      const gone = await open(baseUrl, announce(5 * MEGABYTE));
      await sendBody(gone, 4 * MEGABYTE);
      gone.socket.destroy();
      await once(gone.socket, 'close');
      await waitUntil(async () => {
        const body = Buffer.alloc(5 * MEGABYTE, ' ');
        expect((await fetch(`${baseUrl}/v1/things`, { method: 'POST', body })).status).toBe(200);
      });
    }
  });
});
