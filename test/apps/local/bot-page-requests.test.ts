import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalServer, startLocalServer } from '#apps/local/local-server.ts';

const LABEL = 'b5bb9d8014a0f9b1d61e21e796d78dcc';

let server: LocalServer;
let port: string;
let passed: Map<string, string>[];

async function start(workspaceOrigins: boolean): Promise<void> {
  server = await startLocalServer({
    gateway: {
      handle: async (_, { headers }) => {
        passed.push(new Map(headers.map(([name, value]) => [name.toLowerCase(), value])));
        const location = `http://${LABEL}.localhost:${port}/bakery-orders`;
        return { status: 302, headers: [['location', location]], body: Buffer.alloc(0) };
      },
    },
    port: 0,
    chatPort: 0,
    workspaceOrigins,
  });
  ({ port } = new URL(server.chatUrl));
}

beforeEach(() => {
  passed = [];
  vi.stubEnv('SITE_PROOF', '');
  vi.stubEnv('WORKSPACE_ORIGINS_BELOW', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

async function get(path: string, headers: Record<string, string>, url = server.chatUrl) {
  const sent = httpRequest(`${url}${path}`, { headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, location: response.headers.location, text };
}

describe("a request for a bot's page", () => {
  it('tells the function at which host it was sent, with a proof that nobody else has', async () => {
    await start(true);
    await get('/bakery-orders', { Host: `${LABEL}.localhost:${port}` });
    await get('/bakery-orders', {
      Host: 'evil.example',
      'X-Viewer-Host': `${LABEL}.localhost:${port}`,
      'X-Viewer-Address': '203.0.113.9',
      'X-Site-Proof': 'guessed',
    });
    const proof = process.env.SITE_PROOF ?? '';
    expect(proof).toMatch(/^[0-9a-f-]{36}$/);
    expect(passed.map((headers) => headers.get('x-viewer-host'))).toEqual([
      `${LABEL}.localhost:${port}`,
      'evil.example',
    ]);
    for (const headers of passed) {
      expect(headers.get('x-site-proof')).toBe(proof);
      expect(headers.get('x-viewer-address')).toBe('127.0.0.1');
    }
  });

  it('is for the one name below which workspaces have theirs, whichever name of this machine it has', async () => {
    await start(true);
    expect(process.env.WORKSPACE_ORIGINS_BELOW).toBe(`http://localhost:${port}`);
    for (const name of ['localhost', '127.0.0.1']) await get('/bakery-orders', { Host: `${name}:${port}` });
    const hosts = passed.map((headers) => headers.get('x-viewer-host'));
    expect(hosts).toEqual([`localhost:${port}`, `localhost:${port}`]);
  });

  it('gets the query of the visitor with a redirect', async () => {
    await start(true);
    const { location } = await get('/bakery-orders?Name=Ada%20L&a=1&a=2', { Host: `localhost:${port}` });
    expect(location).toBe(`http://${LABEL}.localhost:${port}/bakery-orders?Name=Ada%20L&a=1&a=2`);
    const without = await get('/bakery-orders', { Host: `localhost:${port}` });
    expect(without.location).toBe(`http://${LABEL}.localhost:${port}/bakery-orders`);
  });

  it('is for any name, if workspaces share one origin', async () => {
    await start(false);
    expect(process.env.WORKSPACE_ORIGINS_BELOW).toBe('');
  });
});

describe('the console, if workspaces have origins of their own', () => {
  it('names the address of pages by the name that leads to them', async () => {
    await start(true);
    const { text } = await get('/_config.json', {}, server.baseUrl);
    expect(JSON.parse(text)).toEqual({ botsUrl: `http://localhost:${port}`, hasWorkspaceOrigins: true });
  });

  it('signs in no page at the label of a workspace', async () => {
    await start(true);
    const managementPort = new URL(server.baseUrl).port;
    const headers = { 'sec-fetch-site': 'same-origin' };
    for (const name of [`${LABEL}.localhost`, 'x.localhost', `${LABEL}.127.0.0.1`]) {
      const host = `${name}:${managementPort}`;
      const { status } = await get('/_local-session', { ...headers, Host: host }, server.baseUrl);
      expect([name, status]).toEqual([name, 403]);
    }
    for (const name of ['localhost', '127.0.0.1']) {
      const host = `${name}:${managementPort}`;
      expect((await get('/_local-session', { ...headers, Host: host }, server.baseUrl)).status).toBe(200);
    }
  });
});
