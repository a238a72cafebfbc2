import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpPortOptions, httpPort } from '#lib/chat/adapters/http-port.ts';
import type { HttpRequest } from '#lib/engine/model/ports.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let server: Server;
let port: number;
let respond: (request: Seen, response: ServerResponse) => void;
let seen: Seen[];

const listener: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = '', url = '', headers } = request;
  const whole = { method, url, headers, body: Buffer.concat(chunks).toString() };
  seen.push(whole);
  respond(whole, response);
};

beforeAll(async () => {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen = [];
  respond = (_, response) => response.end('ok');
});

function send(request: Partial<HttpRequest> & { path?: string } = {}, options: HttpPortOptions = {}) {
  const { path = '/', ...rest } = request;
  const http = httpPort({ loopbackPortsForTests: new Set([port]), ...options });
  return http({ url: `http://127.0.0.1:${port}${path}`, method: 'GET', timeoutMs: 5000, ...rest });
}

const toText = (body: Uint8Array) => new TextDecoder().decode(body);

describe('requests', () => {
  it('sends method, query, headers and body', async () => {
    const { status, body } = await send({
      path: '/x?a=1',
      method: 'post',
      headers: {
        'X-One': '1',
        'Content-Length': '999',
        'Transfer-Encoding': 'chunked',
        Connection: 'upgrade',
      },
      body: 'héllo',
    });
    expect(status).toBe(200);
    expect(toText(body)).toBe('ok');
    expect(seen).toMatchObject([{ method: 'POST', url: '/x?a=1', body: 'héllo', headers: { 'x-one': '1' } }]);
    expect(seen[0]?.headers).toMatchObject({
      'content-length': '6',
      'content-type': 'text/plain;charset=UTF-8',
    });
    expect(seen[0]?.headers['transfer-encoding']).toBeUndefined();
  });

  it('sends bytes and forms', async () => {
    await send({ method: 'PUT', body: new Uint8Array([104, 105]) });
    const form = new FormData();
    form.set('file', new Blob(['data']), 'a.txt');
    await send({ method: 'POST', body: form });
    expect(seen[0]).toMatchObject({ body: 'hi' });
    expect(seen[1]?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
    expect(seen[1]?.body).toContain('filename="a.txt"');
  });

  it('converts credentials in the URL to a header', async () => {
    await send({ url: `http://al:s%3Ae@127.0.0.1:${port}/` });
    expect(seen[0]?.headers.authorization).toBe(`Basic ${btoa('al:s:e')}`);
  });

  it.each([200, 204, 404, 500])('returns a response with status %i', async (status) => {
    respond = (_, response) =>
      response.writeHead(status, { 'X-Kind': 'a', 'Set-Cookie': ['a=1', 'b=2'] }).end();
    expect(await send()).toMatchObject({ status, headers: { 'x-kind': 'a', 'set-cookie': 'a=1, b=2' } });
  });

  it.each(['CONNECT', 'TRACE'])('does not send %s', async (method) => {
    await expect(send({ method })).rejects.toMatchObject({ kind: 'failed' });
    expect(seen).toEqual([]);
  });

  it('fails for an invalid header value', async () => {
    await expect(send({ headers: { 'x-a': 'a\r\nx-b: c' } })).rejects.toMatchObject({ kind: 'failed' });
    expect(seen).toEqual([]);
  });

  it('fails if the server closes the connection', async () => {
    respond = (_, response) => response.destroy();
    await expect(send()).rejects.toMatchObject({ kind: 'failed' });
  });

  it('fails if nothing listens on the port', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const free = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => other.close(resolve));
    await expect(
      send({ url: `http://127.0.0.1:${free}/` }, { loopbackPortsForTests: new Set([free]) }),
    ).rejects.toMatchObject({ kind: 'failed', message: `connect ECONNREFUSED 127.0.0.1:${free}` });
  });

  it('fails on a protocol switch', async () => {
    respond = (_, response) =>
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    await expect(send()).rejects.toMatchObject({ kind: 'failed' });
  });
});

describe('the local host', () => {
  it('is refused without the test-only option', async () => {
    await expect(
      httpPort()({ url: `http://127.0.0.1:${port}/`, method: 'GET', timeoutMs: 1000 }),
    ).rejects.toMatchObject({
      kind: 'refused',
      message: 'Access to loopback addresses (127.0.0.0/8) is not allowed for security reasons.',
    });
    expect(seen).toEqual([]);
  });
});

describe('names', () => {
  it('are resolved only once, to the address that is then used', async () => {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      // DNS rebinding: a second lookup would return a different address.
      return [{ address: asked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
    };
    await send({ url: `http://rebinding.example:${port}/` }, { resolve });
    expect(asked).toEqual(['rebinding.example']);
    expect(seen[0]?.headers.host).toBe(`rebinding.example:${port}`);
  });

  it('time out if the lookup never ends', async () => {
    const resolve = () => new Promise<never>(() => {});
    await expect(send({ url: 'http://slow.example/', timeoutMs: 20 }, { resolve })).rejects.toMatchObject({
      kind: 'timeout',
    });
  });
});

describe('redirects', () => {
  const redirectTo = (status: number, location: string) => {
    respond = ({ url }, response) => {
      if (url === '/start') response.writeHead(status, { location }).end('elsewhere');
      else response.end('there');
    };
  };

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [303, 'HEAD', 'HEAD', ''],
    [302, 'PUT', 'PUT', 'payload'],
    [307, 'POST', 'POST', 'payload'],
    [308, 'PATCH', 'PATCH', 'payload'],
  ])('%i: %s becomes %s', async (status, method, next, body) => {
    redirectTo(status, '/end');
    await send({
      path: '/start',
      method,
      headers: { 'X-Own': '1', Authorization: 'secret', 'Content-Type': 'text/x' },
      ...(method !== 'HEAD' && { body: 'payload' }),
    });
    expect(seen[1]).toMatchObject({
      method: next,
      url: '/end',
      body,
      headers: { 'x-own': '1', authorization: 'secret' },
    });
    expect(seen[1]?.headers['content-type']).toBe(next === 'GET' ? undefined : 'text/x');
  });

  it('to another origin drop secret headers', async () => {
    redirectTo(307, `http://other.example:${port}/end`);
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    await send(
      {
        path: '/start',
        headers: { Authorization: 's', Cookie: 's', 'Proxy-Authorization': 's', Host: 'h', 'X-Own': '1' },
      },
      { resolve },
    );
    const { authorization, cookie, host, ...headers } = seen[1]?.headers ?? {};
    expect({ authorization, cookie, host }).toEqual({
      authorization: undefined,
      cookie: undefined,
      host: `other.example:${port}`,
    });
    expect(headers['proxy-authorization']).toBeUndefined();
    expect(headers['x-own']).toBe('1');
  });

  describe('with a credential', () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const credentials = { 'X-Own-Credential': 'a', 'x-api-key': 'b', 'Api-Key': 'c', 'XI-API-KEY': 'd' };
    const request = {
      path: '/start',
      method: 'POST',
      headers: { ...credentials, 'xc-token': 'e', 'x-session-id': 'f', accept: 'text/plain' },
      secretHeaders: ['X-Own-Credential'],
    };
    const sentAgain = () => {
      const { headers = {} } = seen[1] ?? {};
      return [...Object.keys(credentials), 'xc-token', 'x-session-id', 'accept'].filter(
        (name) => headers[name.toLowerCase()] !== undefined,
      );
    };

    it.each([301, 302, 303, 307, 308])('%i to another host drops it', async (status) => {
      redirectTo(status, `http://other.example:${port}/end`);
      await send(request, { resolve });
      expect(seen).toHaveLength(2);
      expect(sentAgain()).toEqual(['accept']);
    });

    it('is not restored by a redirect back to the first host', async () => {
      respond = ({ url }, response) => {
        const location = {
          '/start': `http://other.example:${port}/away`,
          '/away': `http://127.0.0.1:${port}/`,
        }[url];
        if (location) response.writeHead(307, { location }).end();
        else response.end('there');
      };
      await send(request, { resolve });
      expect(seen).toHaveLength(3);
      seen.shift();
      expect(sentAgain()).toEqual(['accept']);
    });

    it('is kept on the same origin', async () => {
      redirectTo(307, '/end');
      await send(request);
      expect(sentAgain()).toHaveLength(7);
    });

    it.each([307, 308])('in the body is not resent to another host by %i', async (status) => {
      redirectTo(status, `http://other.example:${port}/end`);
      const body = { ...request, body: 'secret', hasSecretBody: true };
      await expect(send(body, { resolve })).rejects.toMatchObject({
        kind: 'failed',
        message: 'Redirect to another origin refused: the body contains a credential',
      });
      expect(seen).toHaveLength(1);
    });

    it('in the body is kept on the same origin, and dropped when a POST becomes a GET', async () => {
      redirectTo(307, '/end');
      await send({ ...request, body: 'secret', hasSecretBody: true });
      redirectTo(303, `http://other.example:${port}/end`);
      await send({ ...request, body: 'secret', hasSecretBody: true }, { resolve });
      expect(seen.map(({ body }) => body)).toEqual(['secret', 'secret', 'secret', '']);
    });
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'link-local addresses'],
    ['http://10.0.0.1/', '10.0.0.0/8'],
    ['//metadata.google.internal/', 'cloud metadata services'],
    ['http://2852039166/', 'link-local addresses'],
    ['http://127.0.0.1:1/', 'loopback addresses'],
    ['file:///etc/passwd', 'Protocol "file:"'],
    ['http://[', 'invalid URL'],
  ])('to %s are not followed', async (location, what) => {
    redirectTo(307, location);
    await expect(send({ path: '/start' })).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringContaining(what),
    });
    expect(seen).toHaveLength(1);
  });

  it('to a name at a private address are not followed, even as the second hop', async () => {
    respond = ({ url }, response) =>
      response.writeHead(302, { location: url === '/start' ? '/next' : 'http://inner.example/' }).end();
    const resolve = async () => [{ address: '192.168.0.1', family: 4 }];
    await expect(send({ path: '/start' }, { resolve })).rejects.toMatchObject({ kind: 'failed' });
    expect(seen.map(({ url }) => url)).toEqual(['/start', '/next']);
  });

  it('are followed up to ten times', async () => {
    respond = ({ url }, response) => {
      const count = Number(url.slice(1));
      if (count === 10) response.end('done');
      else response.writeHead(302, { location: `/${count + 1}` }).end();
    };
    expect(toText((await send({ path: '/0' })).body)).toBe('done');
  });

  it('are not followed an eleventh time', async () => {
    respond = (_, response) => response.writeHead(302, { location: '/again' }).end();
    await expect(send()).rejects.toMatchObject({ kind: 'failed', message: 'More than 10 redirects' });
    expect(seen).toHaveLength(11);
  });

  it('without a location are returned as the response', async () => {
    respond = (_, response) => response.writeHead(302).end('here');
    expect(await send()).toMatchObject({ status: 302 });
  });
});

describe('limits', () => {
  it('a server that does not respond', async () => {
    respond = () => {};
    await expect(send({ timeoutMs: 30 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('a body that stalls', async () => {
    respond = (_, response) => response.write('a little');
    await expect(send({ timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('a timeout of zero', async () => {
    respond = () => {};
    await expect(send({ timeoutMs: -5 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('a body of exactly the limit, and one byte more', async () => {
    respond = ({ url }, response) => response.end('x'.repeat(Number(url.slice(1))));
    expect((await send({ path: '/1000' }, { maxBodyBytes: 1000 })).body).toHaveLength(1000);
    await expect(send({ path: '/1001' }, { maxBodyBytes: 1000 })).rejects.toMatchObject({
      kind: 'too-large',
    });
  });

  it('an endless body', async () => {
    respond = (_, response) => {
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (response.write(chunk)) {}
      };
      response.on('drain', more);
      more();
    };
    await expect(send({}, { maxBodyBytes: 100_000 })).rejects.toMatchObject({ kind: 'too-large' });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('a small body that decompresses to a huge one: %s', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(20_000_000));
    respond = (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    expect(bomb.length).toBeLessThan(100_000);
    await expect(send({}, { maxBodyBytes: 1_000_000 })).rejects.toMatchObject({ kind: 'too-large' });
  });
});

describe('compression', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['BR', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('%s', async (encoding, compress) => {
    respond = (_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('text')));
    expect(toText((await send()).body)).toBe('text');
  });

  it('fails for a body with the wrong encoding', async () => {
    respond = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
    await expect(send()).rejects.toMatchObject({ kind: 'failed' });
  });

  it('accepts an empty body', async () => {
    respond = (_, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end();
    expect((await send()).body).toHaveLength(0);
  });
});
