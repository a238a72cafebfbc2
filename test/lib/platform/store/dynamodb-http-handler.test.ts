import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { DynamoDbHttpHandler, type DynamoDbTimeouts } from '#lib/platform/store/dynamodb-http-handler.ts';

type Request = Parameters<DynamoDbHttpHandler['handle']>[0];

const FOREVER_MS = 100_000;

let server: Server;
let handler: DynamoDbHttpHandler;
let connections = 0;

/** Starts a server and a handler, and returns a function that sends requests from one to the other. */
async function startPair(respond: RequestListener, timeouts: Partial<DynamoDbTimeouts> = {}) {
  connections = 0;
  server = createServer(respond).on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  handler = new DynamoDbHttpHandler({
    connectionTimeout: FOREVER_MS,
    requestTimeout: FOREVER_MS,
    ...timeouts,
  });
  const { port } = server.address() as AddressInfo;
  return (changes: Partial<Request> = {}, options: Parameters<DynamoDbHttpHandler['handle']>[1] = {}) =>
    handler.handle({ ...createRequest(port), ...changes } as Request, options);
}

function createRequest(port: number): Partial<Request> {
  const body = new TextEncoder().encode('{"Key":"é"}');
  return {
    protocol: 'http:',
    hostname: '127.0.0.1',
    port,
    method: 'POST',
    path: '/',
    query: {},
    headers: { 'content-length': String(body.length), 'x-amz-target': 'GetItem' },
    body,
  };
}

afterEach(() => {
  handler.destroy();
  server.close();
  server.closeAllConnections();
});

it('sends a request and returns the whole response', async () => {
  const received: unknown[] = [];
  const send = await startPair(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(await request.toArray()).toString() });
    response.writeHead(400, { 'X-Amzn-RequestId': 'some-id' });
    response.write('{"a":');
    setImmediate(() => response.end('"ü"}'));
  });
  const { response } = await send({ path: '/path/' });
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/path/',
      headers: { 'content-length': '12', 'x-amz-target': 'GetItem', connection: 'keep-alive' },
      body: '{"Key":"é"}',
    },
  ]);
  expect(response).toMatchObject({ statusCode: 400, headers: { 'x-amzn-requestid': 'some-id' } });
  expect(Buffer.from(response.body).toString()).toBe('{"a":"ü"}');
});

it('keeps a connection for the next request, and closes it when it is destroyed', async () => {
  const send = await startPair((_, response) => response.end());
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  for (let n = 0; n < 3; n++) await send();
  expect(connections).toBe(1);
  handler.destroy();
  await closed;
});

it('opens at most 50 connections', async () => {
  let open = 0;
  const responses: ServerResponse[] = [];
  const respondToAll = () => {
    for (const response of responses) response.end();
  };
  const send = await startPair((_, response) => {
    open += 1;
    responses.push(response);
    if (open === 50) setImmediate(respondToAll);
    if (open > 50) response.end();
  });
  await Promise.all(Array.from({ length: 60 }, () => send()));
  expect({ open, connections }).toStrictEqual({ open: 60, connections: 50 });
});

it.each([
  ['no response', 'ETIMEDOUT', () => {}],
  ['a response that stops', 'ETIMEDOUT', (_, response) => response.writeHead(200).write('{')],
] as [string, string, RequestListener][])('times out: %s', async (_, code, respond) => {
  const send = await startPair(respond, { requestTimeout: 100 });
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  await expect(send()).rejects.toMatchObject({ name: 'TimeoutError', code });
  await closed;
});

it('takes the timeout of a single request', async () => {
  const send = await startPair(() => {});
  await expect(send({}, { requestTimeout: 100 })).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('times out while it waits for a connection', async () => {
  const send = await startPair(() => {});
  const waiting = Array.from({ length: 50 }, () => send().catch((error: Error) => error));
  handler.updateHttpClientConfig('connectionTimeout', 100);
  expect(handler.httpHandlerConfigs()).toMatchObject({ connectionTimeout: 100 });
  const failure: unknown = await send().catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'TimeoutError' });
  // The SDK gives this one no code, by which the store would tell errors apart.
  expect(failure).not.toHaveProperty('code');
  handler.destroy();
  await Promise.all(waiting);
});

it.each([
  ['before its response', (request) => void request.socket.resetAndDestroy()],
  [
    'in the middle of it',
    (_, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('{', () => response.destroy());
    },
  ],
] as [string, RequestListener][])('reports a connection that is lost %s', async (_, respond) => {
  const send = await startPair(respond);
  await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('reports a server that does not exist', async () => {
  const send = await startPair(() => {});
  server.close();
  await once(server, 'close');
  await expect(send()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('is aborted before a request', async () => {
  const send = await startPair(() => {});
  const reason = new Error('Too late');
  const sent = send({}, { abortSignal: AbortSignal.abort(reason) });
  await expect(sent).rejects.toMatchObject({ name: 'AbortError', message: 'Request aborted', cause: reason });
  expect(connections).toBe(0);
});

it('is aborted during a request, and closes the connection', async () => {
  const controller = new AbortController();
  const send = await startPair(() => controller.abort(new Error('Too late')));
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const sent = send({}, { abortSignal: controller.signal });
  await expect(sent).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'Too late' } });
  await closed;
});

it.each([{ username: 'user' }, { query: { a: 'b' } }])('refuses an address with %j', async (part) => {
  const send = await startPair(() => {});
  await expect(send(part)).rejects.toThrow("DynamoDB's address cannot have a user or a query");
});

it('takes an IPv6 address in brackets', async () => {
  const send = await startPair(() => {});
  // Nothing listens on this port. Node would look up a name that is not an address.
  await expect(send({ hostname: '[::1]', port: 1 })).rejects.not.toMatchObject({ code: 'ENOTFOUND' });
});
