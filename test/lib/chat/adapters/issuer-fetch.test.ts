import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createIssuerFetch } from '#lib/chat/adapters/issuer-fetch.ts';

const server = createServer((request, response) => {
  if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
  else if (request.url === '/large') response.end('x'.repeat(300 * 1024));
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":"here"}');
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllEnvs());

describe('createIssuerFetch', () => {
  it("reads addresses of the issuer's own host, also on this machine", async () => {
    const response = await createIssuerFetch(origin)(`${origin}/.well-known/openid-configuration`);
    expect([response.status, await response.json()]).toEqual([200, { issuer: 'here' }]);
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('reads no other host of this machine or of a private network', async () => {
    const fetchFromIssuer = createIssuerFetch('https://login.example.com');
    for (const url of [
      `${origin}/jwks`,
      'http://169.254.169.254/latest',
      'https://10.0.0.7/jwks',
      'https://localhost/jwks',
    ]) {
      await expect(fetchFromIssuer(url)).rejects.toMatchObject({ kind: 'refused' });
    }
  });

  it('reads nothing of this machine in Lambda, even if the issuer is there', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'bots-prod-create-sign-in');
    await expect(createIssuerFetch(origin)(`${origin}/jwks`)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('follows no redirect, which could lead to keys of somebody else', async () => {
    await expect(createIssuerFetch(origin)(`${origin}/moved`)).rejects.toMatchObject({
      kind: 'failed',
      message: 'A redirect',
    });
  });

  it('reads no more than 256 KB', async () => {
    await expect(createIssuerFetch(origin)(`${origin}/large`)).rejects.toMatchObject({ kind: 'too-large' });
  });
});
