import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalServer, startLocalServer } from '#apps/local/local-server.ts';
import { fakeGateway } from './fake-api.ts';

const SESSION = {
  token: 'bot_secret',
  workspaceId: 'w1',
  sample: { botId: 'b1', resultId: 'r1', sessionId: 's1' },
};

let server: LocalServer;
let port: string;
let session: typeof SESSION | undefined = SESSION;

beforeAll(async () => {
  server = await startLocalServer({
    gateway: fakeGateway(),
    port: 0,
    chatPort: 0,
    getSession: () => session,
  });
  ({ port } = new URL(server.baseUrl));
});

afterAll(async () => {
  await server.stop();
});

type Answer = { status: number; headers: Record<string, unknown>; text: string };

/** Unlike `fetch`, it sends any Host and any header of browsers. */
async function ask(
  headers: Record<string, string | string[]>,
  { method = 'GET', base = server.baseUrl, path = '/_local-session' } = {},
): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    httpRequest(base, { path, method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    })
      .on('error', reject)
      .end();
  });
}

const own = (name = '127.0.0.1') => ({ host: `${name}:${port}`, 'sec-fetch-site': 'same-origin' });

describe('/_local-session', () => {
  it.each(['127.0.0.1', 'localhost'])('tells a page at %s the token and the ids', async (name) => {
    const { status, headers, text } = await ask(own(name));
    expect([status, JSON.parse(text)]).toEqual([200, SESSION]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect((await ask({ ...own(name), origin: `http://${name}:${port}` })).status).toBe(200);
  });

  it('tells a page behind a forwarded port, too', async () => {
    expect((await ask({ ...own(), host: 'localhost:8080' })).status).toBe(200);
  });

  it.each([
    ['a name that was rebound to this machine', { host: 'evil.example' }],
    ['such a name with our port', () => ({ host: `evil.example:${port}` })],
    ['a name that begins like ours', { host: 'localhost.evil.example' }],
    ['a name that ends like ours', { host: 'evil.localhost' }],
    ['another address', { host: '0.0.0.0' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a frame without an origin', { origin: 'null' }],
    ['the chat address', () => ({ origin: server.chatUrl })],
    ['the other name of this machine', () => ({ origin: `http://localhost:${port}` })],
    ['an IPv6 address', () => ({ host: `[::1]:${port}` })],
    ['an address in other digits', () => ({ host: `2130706433:${port}` })],
    ['a name with a final dot', () => ({ host: `localhost.:${port}` })],
    ['two contradictory headers', { 'sec-fetch-site': ['cross-site', 'same-origin'] }],
    [
      'a name that only a proxy knows',
      { host: 'evil.example', 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' },
    ],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a program or a browser that does not say where from', { 'sec-fetch-site': '' }],
  ])('refuses %s, without a word of the token', async (_, changed) => {
    const headers = { ...own(), ...(typeof changed === 'function' ? changed() : changed) };
    const { status, text, headers: sent } = await ask(headers);
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({ code: 'FORBIDDEN' });
    expect(text).not.toContain(SESSION.token);
    expect(sent).not.toHaveProperty('access-control-allow-origin');
  });

  it('refuses an absolute URL with another name, whatever Host says', async () => {
    const { status, text } = await ask(own(), { path: 'http://evil.example/_local-session' });
    expect([status, text.includes(SESSION.token)]).toEqual([403, false]);
    const same = await ask(own(), { path: `${server.baseUrl}/_local-session` });
    expect(same.status).toBe(200);
  });

  it('answers no preflight, no other method, and not at the chat address', async () => {
    const preflight = { ...own(), origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    const { headers } = await ask(preflight, { method: 'OPTIONS' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    for (const method of ['POST', 'PUT', 'HEAD']) {
      expect((await ask(own(), { method })).text).not.toContain(SESSION.token);
    }
    const chatHost = { ...own(), host: new URL(server.chatUrl).host };
    expect((await ask(chatHost, { base: server.chatUrl })).text).not.toContain(SESSION.token);
  });

  it('is the only place that has the token', async () => {
    for (const path of [
      '/',
      '/docs',
      '/docs/start.js',
      '/openapi.json',
      '/_config.json',
      '/_local-session/',
    ]) {
      expect([path, (await ask(own(), { path })).text.includes(SESSION.token)]).toEqual([path, false]);
    }
  });

  it('is null if there is none', async () => {
    session = undefined;
    expect(await ask(own())).toMatchObject({ status: 200, text: 'null' });
    session = SESSION;
  });
});
