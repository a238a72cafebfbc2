import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FileServer } from '#apps/local/files/serve-files.ts';
import type { LambdaFunction } from '#apps/local/gateway/lambda-invocation.ts';
import { type LocalServer, type LocalServerOptions, startLocalServer } from '#apps/local/local-server.ts';
import { errorEnvelope } from '#lib/platform/http/error-envelope.ts';
import { MAX_REQUEST_BODY_BYTES } from '#lib/platform/http/gateway-responses.ts';
import { type FakeGateway, fakeEndpoint, fakeGateway } from './fake-api.ts';

const servers: LocalServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(
  gateway: FakeGateway = {},
  options: Partial<LocalServerOptions> = {},
): Promise<LocalServer> {
  const server = await startLocalServer({ gateway: fakeGateway(gateway), port: 0, chatPort: 0, ...options });
  servers.push(server);
  return server;
}

const echo: LambdaFunction = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });

const post = fakeEndpoint({ id: 'post', method: 'POST', path: '/v1/things' });

/** Sends raw bytes and returns the whole response. */
async function sendRaw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  socket.end(text);
  let response = '';
  for await (const chunk of socket) response += chunk;
  return response;
}

describe('startLocalServer', () => {
  it('serves the two APIs on two addresses', async () => {
    const endpoints = [
      fakeEndpoint({ id: 'managed', path: '/v1/managed' }),
      fakeEndpoint({ id: 'chatted', path: '/v1/chatted', api: 'chat' }),
    ];
    const { baseUrl, chatUrl } = await start({ endpoints });
    expect((await fetch(`${baseUrl}/v1/managed`)).status).toBe(200);
    expect((await fetch(`${baseUrl}/v1/chatted`)).status).toBe(404);
    expect((await fetch(`${chatUrl}/v1/chatted`)).status).toBe(200);
    expect((await fetch(`${chatUrl}/v1/managed`)).status).toBe(404);
  });

  it('leaves out Strict-Transport-Security, which would keep browsers from http at localhost', async () => {
    const secured: LambdaFunction = async () => ({
      statusCode: 200,
      headers: { 'Strict-Transport-Security': 'max-age=31536000', 'X-Other': 'kept' },
      body: '{}',
    });
    const { baseUrl } = await start({ endpoints: [post], functions: { post: secured } });
    const own = await fetch(`${baseUrl}/v1/things`, { method: 'POST' });
    expect([own.status, own.headers.get('x-other')]).toEqual([200, 'kept']);
    for (const { headers } of [own, await fetch(`${baseUrl}/v1/unknown`)]) {
      expect(headers.has('strict-transport-security')).toBe(false);
    }
  });

  it('listens on 127.0.0.1 only', async () => {
    const { baseUrl, chatUrl } = await start();
    for (const url of [baseUrl, chatUrl]) {
      // On Linux, the loopback interface covers all of 127.0.0.0/8.
      const elsewhere = url.replace('127.0.0.1', '127.0.0.2');
      await expect(fetch(elsewhere)).rejects.toThrow();
    }
  });

  it('passes on path, query, headers and body unchanged', async () => {
    const { baseUrl } = await start({ endpoints: [post], functions: { post: echo } });
    const response = await sendRaw(
      baseUrl,
      'POST /v1/things?a=%20&b HTTP/1.1\r\nHost: x\r\nX-CASE: One\r\nx-twice: 1\r\nx-twice: 2\r\n' +
        'Content-Length: 3\r\nConnection: close\r\n\r\nü!',
    );
    const event = JSON.parse(response.slice(response.indexOf('{')));
    expect(event).toMatchObject({
      path: '/v1/things',
      queryStringParameters: { a: ' ', b: '' },
      headers: { Host: 'x', 'X-CASE': 'One', 'x-twice': '2' },
      multiValueHeaders: { 'x-twice': ['1', '2'] },
      body: 'ü!',
      requestContext: { identity: { sourceIp: '127.0.0.1' } },
    });
  });

  it('does not normalise the path', async () => {
    const { baseUrl } = await start({ endpoints: [post] });
    for (const path of ['/v1/x/../things', '//v1/things', '/v1/./things', '/v1/things/', '*']) {
      const response = await sendRaw(
        baseUrl,
        `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      expect(response, path).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  it('accepts an absolute URL as the path, as clients send it to proxies', async () => {
    const { baseUrl } = await start({ endpoints: [post], functions: { post: echo } });
    const response = await sendRaw(
      baseUrl,
      'POST http://x/v1/things?a=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    );
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toContain('"a":"1"');
  });

  it('accepts the bearer scheme in lower case', async () => {
    const { baseUrl } = await start({ endpoints: [fakeEndpoint({ auth: 'bearer' })] });
    const getStatus = async (authorization: string) =>
      (await fetch(`${baseUrl}/v1/things/1`, { headers: { authorization } })).status;
    expect(await getStatus('bearer abc')).toBe(200);
    expect(await getStatus('beerer abc')).toBe(401);
  });

  it('responds to HEAD with 404 and no body', async () => {
    const { baseUrl } = await start();
    const response = await sendRaw(
      baseUrl,
      'HEAD /v1/things/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(response).toMatch(/^HTTP\/1\.1 404 /);
    expect(response).toMatch(/\r\n\r\n$/);
  });

  it('logs one line per request, without the query', async () => {
    const log = vi.fn();
    const { baseUrl } = await start({}, { log });
    await fetch(`${baseUrl}/v1/things/1?secret=1`);
    await fetch(`${baseUrl}/nothing`, { method: 'POST' });
    expect(log.mock.calls).toEqual([
      [expect.stringMatching(/^GET \/v1\/things\/1 200 \d+ ms$/)],
      [expect.stringMatching(/^POST \/nothing 404 \d+ ms$/)],
    ]);
  });
});

describe('requests that node:http rejects', () => {
  const refusals: [what: string, status: number, text: string][] = [
    ['not HTTP', 400, 'hello\r\n\r\n'],
    ['a header without a name', 400, 'GET /v1/things/1 HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['no Host header', 400, 'GET /v1/things/1 HTTP/1.1\r\n\r\n'],
    [
      'two lengths',
      400,
      'POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a body whose chunks are invalid',
      400,
      'POST /v1/things HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n',
    ],
    ['an unsupported expectation', 417, 'GET /v1/things/1 HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n'],
    [
      'headers of 100 KB',
      431,
      `GET /v1/things/1 HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`,
    ],
  ];

  it.each(refusals)('get the error envelope: %s', async (_, status, text) => {
    const { baseUrl, chatUrl } = await start({ endpoints: [post] });
    for (const url of [baseUrl, chatUrl]) {
      const response = await sendRaw(url, text);
      const [head = '', body = ''] = response.split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head).toMatch(/^content-type: application\/json$/im);
      expect(head).toMatch(/^cache-control: no-store$/im);
      expect(head).not.toMatch(/^strict-transport-security/im);
      expect(/^access-control-allow-origin: \*$/im.test(head)).toBe(url === chatUrl);
      const { requestId, code } = errorEnvelope.parse(JSON.parse(body));
      expect(code).toBe('BAD_REQUEST');
      expect(head.toLowerCase()).toContain(`x-amzn-requestid: ${requestId}`);
    }
  });

  it('do not include Expect: 100-continue', async () => {
    const { baseUrl } = await start({ endpoints: [post], functions: { post: echo } });
    const response = await sendRaw(
      baseUrl,
      'POST /v1/things HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 1\r\n\r\na',
    );
    expect(response).toMatch(/^HTTP\/1\.1 100 /);
    expect(response).toContain('HTTP/1.1 200 ');
  });
});

describe('a port that is taken', () => {
  it.each([
    ['PORT', (port: number) => ({ port, chatPort: 0 })],
    ['CHAT_PORT', (port: number) => ({ port: 0, chatPort: port })],
  ] as const)('is named, with the variable %s', async (variable, ports) => {
    const { baseUrl } = await start();
    const taken = Number(new URL(baseUrl).port);
    await expect(startLocalServer({ gateway: fakeGateway(), ...ports(taken) })).rejects.toThrow(
      `Port ${taken} is already in use: choose another one with ${variable} `,
    );
  });

  it('leaves the other port free', async () => {
    const { baseUrl } = await start();
    const { baseUrl: other, stop } = await startLocalServer({
      gateway: fakeGateway(),
      port: 0,
      chatPort: 0,
    });
    await stop();
    const port = Number(new URL(other).port);
    const chatPort = Number(new URL(baseUrl).port);
    await expect(startLocalServer({ gateway: fakeGateway(), port, chatPort })).rejects.toThrow('CHAT_PORT');
    await start({}, { port });
  });
});

describe('a body that is too large', () => {
  const tooLarge = MAX_REQUEST_BODY_BYTES + 100_000;
  const refusal = {
    code: 'PAYLOAD_TOO_LARGE',
    limitBytes: MAX_REQUEST_BODY_BYTES,
    actualBytes: tooLarge,
  };

  it('gets a response with its size, if announced by Content-Length', async () => {
    const { baseUrl } = await start({ endpoints: [post] });
    const response = await fetch(`${baseUrl}/v1/things`, { method: 'POST', body: Buffer.alloc(tooLarge) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject(refusal);
  });

  it('gets a response with its size, if chunked', async () => {
    const { baseUrl } = await start({ endpoints: [post] });
    const request = httpRequest(`${baseUrl}/v1/things`, { method: 'POST' });
    const chunks = [Buffer.alloc(MAX_REQUEST_BODY_BYTES), Buffer.alloc(tooLarge - MAX_REQUEST_BODY_BYTES)];
    Readable.from(chunks).pipe(request);
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(413);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    expect(JSON.parse(text)).toMatchObject(refusal);
  });

  it('never reaches the function', async () => {
    const handler = vi.fn(echo);
    const { baseUrl } = await start({ endpoints: [post], functions: { post: handler } });
    await fetch(`${baseUrl}/v1/things`, { method: 'POST', body: Buffer.alloc(tooLarge) });
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('stop', () => {
  /** A function that blocks until the test releases it. */
  function slowFunction() {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const handler: LambdaFunction = async () => {
      started.resolve();
      await finish.promise;
      return { statusCode: 200, body: '{"finished":true}' };
    };
    return { handler, started: started.promise, finish: finish.resolve };
  }

  it('lets a request in flight finish, and accepts no new one', async () => {
    const { handler, started, finish } = slowFunction();
    const server = await start({ functions: { fake: handler } });
    const running = fetch(`${server.baseUrl}/v1/things/1`);
    await started;

    let isStopped = false;
    const stopped = server.stop().then(() => {
      isStopped = true;
    });
    await expect(fetch(`${server.baseUrl}/v1/things/2`)).rejects.toThrow();
    expect(isStopped).toBe(false);

    finish();
    const response = await running;
    expect(await response.json()).toEqual({ finished: true });
    // Must stop before the 5 s timeout of the client's keep-alive connection.
    await vi.waitFor(() => expect(isStopped).toBe(true), { timeout: 2_000 });
    await stopped;
  });

  it('does not wait for idle keep-alive connections', async () => {
    const server = await start();
    const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
    socket.write('GET /v1/things/1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    const closed = once(socket, 'close');
    await server.stop();
    await closed;
  });

  it('is idempotent', async () => {
    const server = await start();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
  });

  it('survives a client that disconnects', async () => {
    const { baseUrl } = await start({ endpoints: [post] });
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    socket.write('POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    await once(socket, 'ready');
    socket.destroy();
    expect((await fetch(`${baseUrl}/v1/things`, { method: 'POST' })).status).toBe(200);
  });
});

describe('a Host that is not one host', () => {
  const get = (target: string, ...hosts: string[]) =>
    `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`;
  const serveFiles: FileServer = async (_, response) => void response.end('a file');

  it.each([
    ['a blank and a bracket', ['a b[']],
    ['an open bracket', ['[']],
    ['two colons', ['a:b:c']],
    ['an address that is not in brackets', ['::1']],
    ['a port that is not a number', ['a:b']],
    ['a port that is too long', ['a:123456']],
    ['a path', ['a/b']],
    ['a URL', ['http://a']],
    ['a user', ['evil.example@127.0.0.1']],
    ['a backslash', ['a\\b']],
    ['a letter outside of ASCII', ['\u00fc.example']],
    ['a tab in between', ['a\tb']],
    ['nothing', ['']],
    ['two hosts', ['a', 'b']],
    ['one host twice', ['a', 'a']],
  ])('is refused at every address: %s', async (_, hosts) => {
    const { baseUrl, chatUrl } = await start({}, { serveFiles });
    const targets = [`${baseUrl}/v1/things/1`, `${baseUrl}/`, `${baseUrl}/_local-session`];
    targets.push(`${chatUrl}/v1/things/1`, `${chatUrl}/_uploads/files/x`, `${chatUrl}/embed.js`);
    for (const target of targets) {
      const response = await sendRaw(target, get(new URL(target).pathname, ...hosts));
      expect([target, response]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 400 /)]);
      const { message, code } = errorEnvelope.parse(JSON.parse(response.split('\r\n\r\n')[1] ?? ''));
      expect([code, message]).toEqual(['BAD_REQUEST', 'The request must have exactly one valid Host header']);
    }
  });

  it.each(['http://a b', 'http://[', 'http:///', 'http://user@a', 'http://a:b'])(
    'is refused in the URL of the request line as well: %s',
    async (begin) => {
      const { baseUrl } = await start();
      const response = await sendRaw(baseUrl, get(`${begin}/v1/things/1`, 'x'));
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST.',
    '127.0.0.1:1',
    '[::1]:3000',
    'shop.localhost:3001',
    'a_b.example',
  ])('does not include %s', async (host) => {
    const { baseUrl } = await start();
    expect(await sendRaw(baseUrl, get('/v1/things/1', host))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is not asked of HTTP/1.0, which need not have one', async () => {
    const { baseUrl } = await start();
    expect(await sendRaw(baseUrl, 'GET /v1/things/1 HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await sendRaw(baseUrl, 'GET /v1/things/1 HTTP/1.0\r\nHost: a b\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });
});

describe('a service worker', () => {
  it('gets no script from any address', async () => {
    const serveFiles: FileServer = async (_, response) => void response.end('a file');
    const { baseUrl, chatUrl } = await start({}, { serveFiles });
    const targets = [
      '/',
      '/v1/things/1',
      '/_local-session',
      '/_config.json',
      '/docs/start.js',
      '/_assets/x.js',
    ];
    const chatTargets = [
      '/embed.js',
      '/_assets/x.js',
      '/_preview-frame',
      '/_uploads/files/uploads/x',
      '/my-bot',
    ];
    for (const address of [
      ...targets.map((path) => `${baseUrl}${path}`),
      ...chatTargets.map((path) => `${chatUrl}${path}`),
    ]) {
      const response = await fetch(address, { headers: { 'Service-Worker': 'script' } });
      expect([address, response.status]).toEqual([address, 403]);
      expect(errorEnvelope.parse(await response.json())).toMatchObject({
        code: 'FORBIDDEN',
        message: 'No script of this service may become a service worker',
      });
    }
  });
});
