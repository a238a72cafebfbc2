import { describe, expect, it } from 'vitest';
import type { GatewayRequest } from '#lib/apps/local/gateway-request.ts';
import { withChatPage } from '#lib/apps/local/serve-chat-page.ts';

const behind = { status: 418, headers: [], body: Buffer.alloc(0) };
const gateway = withChatPage({ handle: async () => behind });

function request(path: string, method = 'GET'): GatewayRequest {
  return { method, path, queryString: '', headers: [], body: Buffer.alloc(0), sourceIp: '127.0.0.1' };
}

async function getPolicy(path: string): Promise<string> {
  const { headers } = await gateway.handle('chat', request(path));
  return new Map(headers).get('Content-Security-Policy') ?? '';
}

describe('the chat page', () => {
  it.each(['/chat/bakery-orders', '/preview/cm1234', '/chat-page/frame'])('is served at %s', async (path) => {
    const { status, headers, body } = await gateway.handle('chat', request(path));
    expect(status).toBe(200);
    expect(new Map(headers).get('Content-Type')).toBe('text/html; charset=utf-8');
    const nonce = /'nonce-([^']+)'/.exec(await getPolicy(path))?.[1];
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    // Every response has a fresh nonce.
    expect(body.toString()).not.toContain(nonce);
  });

  it('has a small script and a small style sheet', async () => {
    const script = await gateway.handle('chat', request('/chat-page/page.js'));
    const css = await gateway.handle('chat', request('/chat-page/page.css'));
    expect([script.status, css.status]).toEqual([200, 200]);
    expect(script.body.length).toBeGreaterThan(10_000);
    expect(script.body.length + css.body.length).toBeLessThan(80_000);
  });

  it("allows authors' scripts, except on the page that holds a token", async () => {
    expect(await getPolicy('/chat/x')).toContain("'unsafe-eval'");
    expect(await getPolicy('/chat-page/frame')).toContain("frame-ancestors 'self'");
    const preview = await getPolicy('/preview/x');
    expect(preview).not.toContain('unsafe');
    expect(preview).not.toContain('strict-dynamic');
    expect(preview).toContain("connect-src 'self'");
  });

  it.each([
    ['chat', '/chat/x/y', 'GET'],
    ['chat', '/chat/', 'GET'],
    ['chat', '/chat/x', 'POST'],
    ['chat', '/v1/bots/x/startChat', 'POST'],
    ['management', '/chat/x', 'GET'],
  ] as const)('is not served on %s at %s for %s', async (api, path, method) => {
    expect(await gateway.handle(api, request(path, method))).toBe(behind);
  });
});
