import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalServer, startLocalServer } from '#apps/local/local-server.ts';
import { withReferencePage } from '#apps/local/reference-page.ts';
import type { OpenapiDocument } from '#apps/reference/openapi.ts';
import { fakeGateway } from './fake-api.ts';

/* The page in a browser is tested in test/suites/browser/reference-page.test.ts. */

let server: LocalServer;

beforeAll(async () => {
  server = await startLocalServer({ gateway: fakeGateway(), port: 0, chatPort: 0 });
});

afterAll(async () => {
  await server.stop();
});

describe('/openapi.json of the local server', () => {
  const read = async (url: string): Promise<OpenapiDocument> =>
    (await (await fetch(url)).json()) as OpenapiDocument;

  it('is valid, and names the addresses of the server', async () => {
    const document = await read(`${server.baseUrl}/openapi.json`);
    expect(document.servers).toMatchObject([{ url: server.baseUrl }]);
    expect(document.paths['/v1/bots/import']?.servers).toBeUndefined();
    expect(document.paths['/v1/sessions/{sessionId}/clientLogs']?.servers).toMatchObject([
      { url: server.chatUrl },
    ]);
    expect(await new Validator().validate(document as never)).toEqual({ valid: true });
  });

  it('uses localhost if the request did, because browsers treat it as another origin', async () => {
    const localhost = server.baseUrl.replace('127.0.0.1', 'localhost');
    const document = await read(`${localhost}/openapi.json`);
    expect(document.servers).toMatchObject([{ url: localhost }]);
  });
});

describe('/docs of the local server', () => {
  it('loads nothing from other hosts', async () => {
    const page = await (await fetch(`${server.baseUrl}/docs`)).text();
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(loaded.length).toBeGreaterThanOrEqual(4);
    for (const url of loaded.filter((url) => url !== 'data:,')) {
      expect(url).toMatch(/^\/[a-z]/);
      expect([url, (await fetch(`${server.baseUrl}${url}`)).status]).toEqual([url, 200]);
    }
  });

  it('may connect only to the two APIs', async () => {
    const { headers } = await fetch(`${server.baseUrl}/docs`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${server.chatUrl};`);
  });

  it('only responds to reads, on the management address', async () => {
    expect((await fetch(`${server.baseUrl}/docs`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${server.baseUrl}/docs`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${server.baseUrl}/docs/`)).status).toBe(200);
    for (const path of ['/docs', '/openapi.json']) {
      expect((await fetch(`${server.chatUrl}${path}`)).status).toBe(404);
    }
  });

  it('serves no other file', async () => {
    for (const path of ['/docs/package.json', '/docs/../package.json', '/docs/%2e%2e/package.json']) {
      expect([path, (await fetch(`${server.baseUrl}${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('leaves everything to the gateway until the servers are listening', async () => {
    const gateway = withReferencePage(fakeGateway(), () => undefined);
    const request = { method: 'GET', path: '/docs', queryString: '', headers: [], body: Buffer.alloc(0) };
    expect((await gateway.handle('management', { ...request, sourceIp: '' })).status).toBe(404);
  });
});
