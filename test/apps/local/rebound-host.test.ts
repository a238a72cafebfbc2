import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FilesFolder } from '#apps/local/files/files-folder.ts';
import { createFileServer } from '#apps/local/files/serve-files.ts';
import { createLocalGateway } from '#apps/local/gateway/local-gateway.ts';
import { type LocalServer, startLocalServer } from '#apps/local/local-server.ts';
import { routes } from '#functions/endpoints.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

/*
 * A website gives its name the address 127.0.0.1 once it is loaded (DNS rebinding). Its requests then reach the local
 * server, and it can read the responses, because it is their origin. Each of its requests has its own name in Host and
 * Origin.
 */

const TOKEN = 'bot_secret';
const SAMPLE = { botId: 'b1', resultId: 'r1', sessionId: 's1' };

let dataDir: string;
let database: TestDatabase;
let server: LocalServer;

beforeAll(async () => {
  vi.stubEnv('MANAGEMENT_CORS_ORIGINS', 'https://console.example');
  dataDir = mkdtempSync(path.join(tmpdir(), 'rebound-'));
  const folder = new FilesFolder(dataDir);
  for (const key of ['uploads/w1/cv.pdf', 'private/w1/cv.pdf', 'exports/w1/job.csv']) {
    await folder.put(key, 'application/pdf', Buffer.from(key));
  }
  database = await startTestDatabase();
  server = await startLocalServer({
    gateway: createLocalGateway(() => {}),
    port: 0,
    chatPort: 0,
    getSession: () => ({ token: TOKEN, workspaceId: 'w1', sample: SAMPLE }),
    serveFiles: createFileServer(folder, async () => 'key'),
  });
});

afterAll(async () => {
  await server.stop();
  await database.stop();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

type Seen = { status: number; headers: Record<string, unknown>; text: string };

/** Sends a request as a page at this name does, to which it is of the same origin. */
async function ask(
  api: Api,
  target: string,
  { name = 'rebound.example', method = 'GET', headers = {} as Record<string, string> } = {},
): Promise<Seen> {
  const url = new URL(api === 'chat' ? server.chatUrl : server.baseUrl);
  const host = `${name}:${url.port}`;
  const own = { host, origin: `http://${host}`, referer: `http://${host}/`, 'sec-fetch-site': 'same-origin' };
  return await new Promise((resolve, reject) => {
    httpRequest(
      { hostname: '127.0.0.1', port: url.port, path: target, method, headers: { ...own, ...headers } },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      },
    )
      .on('error', reject)
      .end();
  });
}

/** Paths of all endpoints, with ids that do not exist. */
const calls = routes.map(({ api, method, path: template, auth }) => ({
  api,
  method,
  auth,
  target: template.replaceAll(/\{(\w+)\+?\}/g, 'unknown00000000000000000'),
}));

const allowsOrigin = ({ headers }: Seen) => headers['access-control-allow-origin'];

/** Statuses of open endpoints that respond to a request without a body otherwise than with 400 or 404. */
const EXPECTED: Readonly<Record<string, number[]>> = {
  '/healthz': [200],
  '/v1/invitations/accept': [415],
  '/v1/sign-ins': [415],
};

describe('a website whose name leads to this machine', () => {
  it('gets nothing from the management API without a token, and no permission for other origins', async () => {
    const management = calls.filter(({ auth }) => auth === 'bearer');
    expect(management.length).toBeGreaterThan(40);
    for (const { api, method, target } of management) {
      const seen = await ask(api, target, { method });
      const allowed = api === 'chat' ? '*' : undefined;
      expect([method, target, seen.status, allowsOrigin(seen)]).toEqual([method, target, 401, allowed]);
      const preflight = await ask(api, target, {
        method: 'OPTIONS',
        headers: {
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization',
        },
      });
      // As API Gateway, the local server names the one configured origin to everybody.
      const configured = api === 'chat' ? '*' : 'https://console.example';
      expect([method, target, allowsOrigin(preflight)]).toEqual([method, target, configured]);
    }
  });

  it('gets from the open endpoints what everyone gets, whatever its name', async () => {
    const open = calls.filter(({ auth }) => auth !== 'bearer');
    const management = open.filter(({ api }) => api === 'management');
    // Accepting an invitation takes its secret, and signing in what the provider gives, which a website does not know.
    expect(new Set(management.map(({ target }) => target))).toEqual(
      new Set(['/healthz', '/v1/invitations/accept', '/v1/sign-ins']),
    );
    for (const { api, method, target } of open) {
      const withoutIds = ({ status, text }: Seen) => [
        status,
        text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id'),
      ];
      const rebound = await ask(api, target, { method });
      expect([target, ...withoutIds(rebound)]).toEqual([
        target,
        ...withoutIds(await ask(api, target, { method, name: '127.0.0.1' })),
      ]);
      const expected = EXPECTED[target] ?? [400, 404];
      expect([target, rebound.status]).toEqual([
        target,
        expect.toSatisfy((status) => expected.includes(status)),
      ]);
    }
  });

  it('does not get the token, neither from the session nor from any page', async () => {
    const session = await ask('management', '/_local-session');
    expect([session.status, allowsOrigin(session)]).toEqual([403, undefined]);
    for (const name of [
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
      'shop.localhost',
      '0.0.0.0',
    ]) {
      expect((await ask('management', '/_local-session', { name })).status).toBe(403);
    }
    for (const target of [
      '/_local-session',
      '/',
      '/docs',
      '/docs/start.js',
      '/openapi.json',
      '/_config.json',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
        const { text } = await ask('management', target, { method });
        expect([target, method, text.includes(TOKEN)]).toEqual([target, method, false]);
      }
    }
  });

  it('gets the pages, which are the same for everyone', async () => {
    const found = async (api: Api, target: string) => (await ask(api, target)).status;
    for (const target of ['/docs', '/docs/start.js', '/openapi.json', '/_config.json']) {
      expect([target, await found('management', target)]).toEqual([target, 200]);
    }
    for (const target of ['/_preview-frame', '/embed.js']) {
      expect([target, await found('chat', target)]).toEqual([target, 200]);
    }
    expect(await found('chat', '/unknown-bot')).toBe(404);
  });

  it.each([
    ['GET', 'uploads/w1/cv.pdf', 200],
    ['GET', 'uploads/w1/other.pdf', 403],
    ['GET', 'private/w1/cv.pdf', 403],
    ['GET', 'exports/w1/job.csv', 403],
    ['GET', '?list-type=2&prefix=uploads/', 403],
    ['PUT', 'uploads/w1/new.pdf', 403],
    ['DELETE', 'uploads/w1/cv.pdf', 403],
    ['POST', '?delete', 403],
    ['OPTIONS', 'uploads/w1/cv.pdf', 403],
  ])('may %s of the files only what is public: %s', async (method, key, status) => {
    const target = `/_uploads/files${key.startsWith('?') ? '' : '/'}${key}`;
    expect((await ask('chat', target, { method })).status).toBe(status);
  });
});
