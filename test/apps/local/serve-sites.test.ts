import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GatewayRequest } from '#apps/local/gateway/gateway-request.ts';
import { withSites } from '#apps/local/serve-sites.ts';
import type { Api } from '#lib/platform/http/contract.ts';

afterEach(() => vi.unstubAllEnvs());

const behind = { status: 418, headers: [], body: Buffer.alloc(0) };
const gateway = withSites({ handle: async () => behind }, () => ({
  baseUrl: 'http://127.0.0.1:3000',
  chatUrl: 'http://127.0.0.1:3001',
}));

function request(path: string, method = 'GET', queryString = ''): GatewayRequest {
  return { method, path, queryString, headers: [], body: Buffer.alloc(0), sourceIp: '127.0.0.1' };
}

async function get(api: Api, path: string) {
  const { status, headers, body } = await gateway.handle(api, request(path));
  return { status, headers: new Map(headers), text: body.toString() };
}

async function getPolicy(api: Api, path: string): Promise<string> {
  return (await get(api, path)).headers.get('Content-Security-Policy') ?? '';
}

describe('the sites', () => {
  it('have the frame of previews among the pages of bots', async () => {
    const { status, headers, text } = await get('chat', '/_preview-frame');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    const scripts = [...text.matchAll(/"(\/_assets\/[^"]+\.js)"/g)].map(([, script = '']) => script);
    expect(scripts).not.toEqual([]);
    for (const script of scripts) {
      const loaded = await get('chat', script);
      expect(loaded.status).toBe(200);
      expect(loaded.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
      // The preview's frame has no origin, and modules are fetched with CORS.
      expect(loaded.headers.get('Access-Control-Allow-Origin')).toBe('*');
    }
  });

  it.each(['management', 'chat'] as const)(
    'publish the licences of their code at the %s address',
    async (api) => {
      const { status, headers, text } = await get(api, '/_assets/licenses.html');
      expect(status).toBe(200);
      expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(text).toContain('Permission is hereby granted');
    },
  );

  it("leave a bot's page to the API, and tell it which scripts the page loads", async () => {
    process.env.BOT_PAGE_SCRIPTS = '';
    expect(await gateway.handle('chat', request('/bakery-orders'))).toBe(behind);
    const scripts = process.env.BOT_PAGE_SCRIPTS.split(' ');
    expect(scripts[0]).toMatch(/^\/_assets\/page-[A-Z0-9]{8}\.js$/);
    for (const script of scripts) expect((await get('chat', script)).status).toBe(200);
  });

  it('find bots at custom domains by the whole path, and files and calls there as elsewhere', async () => {
    vi.stubEnv('CUSTOM_DOMAINS', 'offers.acme.example');
    const passed: string[] = [];
    const site = withSites(
      {
        async handle(_, { path: received }) {
          passed.push(received);
          return behind;
        },
      },
      () => ({ baseUrl: 'http://127.0.0.1:3000', chatUrl: 'http://127.0.0.1:3001' }),
    );
    const ask = (path: string, host = 'offers.acme.example:3001') =>
      site.handle('chat', { ...request(path), headers: [['Host', host]] });
    for (const path of ['/', '/guide', '/a/b', '/chat/my-bot', '/v1/x', '/a.b']) await ask(path);
    await ask('/a/b', '127.0.0.1:3001');
    expect(passed).toEqual(['/_~', '/guide', '/_~a~b', '/_~chat~my-bot', '/v1/x', '/_~~', '/a/b']);
    expect((await ask('/embed.js')).status).toBe(200);
  });

  it.each(['//api/v1/sessions/a/continueChat', '/api/api/v1/sessions/a/continueChat/'])(
    'correct the call %s of a client whose address ends in a slash or in /api',
    async (path) => {
      const passed: string[] = [];
      const api = withSites(
        {
          async handle(_, { path: received }) {
            passed.push(received);
            return behind;
          },
        },
        () => undefined,
      );
      for (const method of ['OPTIONS', 'POST', 'GET']) await api.handle('chat', request(path, method));
      expect(new Set(passed)).toEqual(new Set(['/api/v1/sessions/a/continueChat']));
    },
  );

  it('tell the console where the bots are', async () => {
    const { headers, text } = await get('management', '/_config.json');
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(JSON.parse(text)).toEqual({ botsUrl: 'http://127.0.0.1:3001' });
  });

  it('tell the console the identity provider, which it may call', async () => {
    vi.stubEnv('OIDC_ISSUER', 'http://localhost:8080/realms/bots');
    vi.stubEnv('OIDC_CLIENT_ID', 'bots-console');
    vi.stubEnv('OIDC_WORKSPACE_ID', 'w1');
    vi.stubEnv('OIDC_ORIGINS', 'https://token.example.com');
    const { text } = await get('management', '/_config.json');
    expect(JSON.parse(text)).toEqual({
      botsUrl: 'http://127.0.0.1:3001',
      signIn: {
        issuer: 'http://localhost:8080/realms/bots',
        clientId: 'bots-console',
        workspaceId: 'w1',
      },
    });
    expect(await getPolicy('management', '/')).toContain(
      "connect-src 'self' http://127.0.0.1:3001 http://localhost:3001 http://localhost:8080 https://token.example.com;",
    );
    vi.unstubAllEnvs();
  });

  it('tell the console the OAuth client for Google, without its secret', async () => {
    vi.stubEnv('GOOGLE_CLIENT_ID', '1234.apps.example');
    vi.stubEnv('GOOGLE_CLIENT_SECRET', 'made-up');
    expect(JSON.parse((await get('management', '/_config.json')).text)).toEqual({
      botsUrl: 'http://127.0.0.1:3001',
      google: { clientId: '1234.apps.example' },
    });
    vi.unstubAllEnvs();
  });

  it('tell the console whether files are stored, and let it upload them', async () => {
    vi.stubEnv('FILES_BUCKET', 'kept-files');
    vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    expect(JSON.parse((await get('management', '/_config.json')).text)).toEqual({
      botsUrl: 'http://127.0.0.1:3001',
      hasFiles: true,
    });
    expect(await getPolicy('management', '/')).toContain(
      "connect-src 'self' http://127.0.0.1:3001 http://localhost:3001 https://kept-files.s3.eu-central-1.amazonaws.com;",
    );
    vi.unstubAllEnvs();
  });

  it("allow authors' scripts in the frame of a preview, which has no origin and is in the console alone", async () => {
    const policy = await getPolicy('chat', '/_preview-frame');
    expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}=' 'strict-dynamic' 'unsafe-eval';/);
    expect(policy).toContain('frame-ancestors http://127.0.0.1:3000 http://localhost:3000;');
    expect(policy).toMatch(/; sandbox allow-scripts [a-z -]+$/);
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).not.toContain('allow-top-navigation');
  });

  it('have the preview of a draft, which needs a token, in the console, and let nobody frame or reach it', async () => {
    const { status, text, headers } = await get('management', '/_preview/cm1234');
    expect([status, text]).toEqual([200, (await get('management', '/')).text]);
    const policy = headers.get('Content-Security-Policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:3001 http://localhost:3001;");
    expect(policy).toContain('frame-src http://127.0.0.1:3001 http://localhost:3001;');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  });

  it.each([
    ['/chat/bakery-orders', '/bakery-orders?a=b'],
    ['/preview/cm1234', 'http://127.0.0.1:3000/_preview/cm1234?a=b'],
    ['/_preview/cm1234', 'http://127.0.0.1:3000/_preview/cm1234?a=b'],
    ['/_preview/%2F%2Fevil.example', 'http://127.0.0.1:3000/_preview/%2F%2Fevil.example?a=b'],
  ])('lead from %s to %s', async (path, location) => {
    const { status, headers } = await gateway.handle('chat', request(path, 'GET', 'a=b'));
    expect(status).toBe(302);
    expect(new Map(headers).get('Location')).toBe(location);
  });

  it.each([
    ['chat', '/x/y', 'GET'],
    ['chat', '/', 'GET'],
    ['chat', '/X', 'GET'],
    ['chat', '/x', 'POST'],
    ['chat', '/v1', 'GET'],
    ['chat', '/api', 'GET'],
    ['chat', '/_assets/none-ABCDEFGH.js', 'GET'],
    ['chat', '/v1/bots/x/startChat', 'POST'],
    ['management', '/v1/bots/x', 'GET'],
    ['management', '/v1', 'GET'],
    ['management', '/api/unknown', 'GET'],
    ['management', '/bots/x', 'POST'],
    ['management', '/wp-login.php', 'GET'],
  ] as const)('leave %s %s %s to the API', async (api, path, method) => {
    expect(await gateway.handle(api, request(path, method))).toBe(behind);
  });
});
