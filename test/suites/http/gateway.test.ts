import { describe, expect, it } from 'vitest';
import { generateToken } from '#lib/platform/auth/bearer-token.ts';
import { insertToken, markRevoked } from '#lib/workspaces/tokens/store/token-store.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot, publishBot } from '#test/support/bot-client.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';

const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } };

const withoutRequestId = ({ body }: ApiResponse) => ({ ...(body as object), requestId: undefined });

describeApi('The gateway', (api) => {
  const get = (path: string, more: object = {}) => api.request({ method: 'GET', path, ...more });
  const withAuthorization = (authorization: string) =>
    get('/v1/bots/unknown', { token: null, headers: { authorization } });

  describe('200', () => {
    it('sends Content-Type, nosniff, no-store and a policy under which nothing runs', async () => {
      const { id } = await importBot(api, v6Document());
      const { headers } = await get(`/v1/bots/${id}`);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    });

    it('accepts any case of the scheme and several spaces before the token', async () => {
      const { id } = await importBot(api, v6Document());
      const token = await api.tokenFor('editor');
      for (const scheme of ['Bearer ', 'bearer ', 'BEARER ', 'Bearer   ']) {
        const headers = { authorization: `${scheme}${token}` };
        expect((await get(`/v1/bots/${id}`, { token: null, headers })).status).toBe(200);
      }
    });

    it('accepts the same token on every route', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const statuses = await Promise.all(
        [`/v1/bots/${id}`, `/v1/bots/${id}/publishedBot`, `/v1/bots/${id}`].map((path) => get(path)),
      );
      expect(statuses.map(({ status }) => status)).toStrictEqual([200, 200, 200]);
    });

    it('sends no CORS headers on the management address', async () => {
      const { id } = await importBot(api, v6Document());
      const { headers } = await get(`/v1/bots/${id}`, { headers: { origin: 'https://any.example' } });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toStrictEqual([]);
    });
  });

  describe('204', () => {
    const preflight = (path: string, more: object = {}) =>
      api.request({
        api: 'chat',
        method: 'OPTIONS',
        path,
        headers: {
          origin: 'https://any.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
        ...more,
      });

    it('responds to a preflight on the chat address without a token', async () => {
      const { status, headers, text } = await preflight('/v1/sessions/any/clientLogs');
      expect([status, text]).toStrictEqual([204, '']);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')?.split(/, */)).toContain('POST');
      expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
      expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
    });

    it.each([
      '/v1',
      '/v1/unknown',
      '/v1/typebots',
      '/v1/typebots/any',
      '/v1/typebots/any/chat/start',
      '/v1/typebots/any/startChat/',
      '/v1/sessions/any/',
      '/v2/typebots/any/startChat',
      '/v4/x',
      '/api/v1/typebots/any/startChat',
      '/any/page/of/a/bot',
    ])('lets pages learn that the chat address has no path %s', async (path) => {
      const { status, headers } = await preflight(path);
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')?.split(/, */)).toContain('POST');
      expect(headers.get('access-control-allow-headers')).toContain('x-typebot-iframe-referrer-origin');
      const response = await api.request({ api: 'chat', method: 'POST', path, body: {}, token: null });
      expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    });

    it('does not allow credentials', async () => {
      const { headers } = await preflight('/v1/sessions/any/clientLogs');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    });
  });

  describe('400', () => {
    it.runIf(api.canReachStore).each(['/v1/bots/%zz', '/v1/bots/%', '/v1/bots/%ff'])(
      'rejects the path %s with invalid percent-encoding',
      async (path) => {
        expect(await get(path)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      },
    );

    it('validates the body before looking up the bot', async () => {
      const patch = (rawBody: string) => api.request({ method: 'PATCH', path: '/v1/bots/unknown', rawBody });
      expect(await patch('{"bot":')).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect(await patch('{"bot":{}}')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    });
  });

  describe('401', () => {
    it.each([
      ['is empty', ''],
      ['is only a scheme', 'Bearer'],
      ['is a scheme and spaces', 'Bearer   '],
      ['has no scheme', generateToken()],
      ['has another scheme', `Basic ${generateToken()}`],
      ['contains a token of another form', 'Bearer nonsense'],
      ['contains an unknown token', `Bearer ${generateToken()}`],
      ['contains a token that is too short', `Bearer ${generateToken().slice(0, -1)}`],
      ['contains a token that is too long', `Bearer ${generateToken()}A`],
      ['contains a token without its prefix', `Bearer ${generateToken().slice(4)}`],
      ['contains a token with trailing characters', `Bearer ${generateToken()} more`],
      ['contains two tokens', `Bearer ${generateToken()}, Bearer ${generateToken()}`],
      ['is very long', `Bearer bot_${'A'.repeat(8_000)}`],
    ])('rejects a header that %s', async (_, authorization) => {
      const response = await withAuthorization(authorization);
      expect(response).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    });

    it('rejects a valid token with one character changed', async () => {
      const token = await api.tokenFor('editor');
      const changed = `${token.slice(0, 10)}${token[10] === 'x' ? 'y' : 'x'}${token.slice(11)}`;
      expect((await withAuthorization(`Bearer ${changed}`)).status).toBe(401);
    });

    it('ignores a token in the query', async () => {
      const token = await api.tokenFor('editor');
      const response = await get('/v1/bots/unknown', {
        token: null,
        query: { access_token: token, token, Authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(401);
    });

    it.runIf(api.canReachStore)('rejects a revoked token', async () => {
      const { workspaceId } = api;
      const { token, id } = await insertToken({ workspaceId, role: 'admin', name: 'Revoked' });
      await markRevoked(workspaceId, id);
      expect((await withAuthorization(`Bearer ${token}`)).status).toBe(401);
    });

    it.runIf(api.canReachStore)('rejects an expired token that is still in the table', async () => {
      expect((await withAuthorization(`Bearer ${await expiredToken(api.workspaceId)}`)).status).toBe(401);
    });

    it.runIf(api.canReachStore)('does not reveal the reason', async () => {
      const revoked = await insertToken({ workspaceId: api.workspaceId, role: 'admin', name: 'Revoked' });
      await markRevoked(api.workspaceId, revoked.id);
      const responses = await Promise.all([
        get('/v1/bots/unknown', { token: null }),
        withAuthorization('Bearer nonsense'),
        withAuthorization(`Bearer ${generateToken()}`),
        withAuthorization(`Bearer ${revoked.token}`),
        withAuthorization(`Bearer ${await expiredToken(api.workspaceId)}`),
      ]);
      const [first] = responses;
      for (const response of responses) {
        expect(response.status).toBe(401);
        expect(withoutRequestId(response)).toStrictEqual(withoutRequestId(first));
        expect([...response.headers.keys()].toSorted()).toStrictEqual([...first.headers.keys()].toSorted());
      }
    });

    it('checks the token before the body', async () => {
      for (const rawBody of ['{"bot":', '[]', '{}']) {
        const response = await api.request({
          method: 'POST',
          path: '/v1/bots/import',
          token: generateToken(),
          rawBody,
        });
        expect(response.status).toBe(401);
      }
    });

    it('checks the token before the content type and body size', async () => {
      const response = await api.request({
        method: 'POST',
        path: '/v1/bots/import',
        token: null,
        rawBody: 'x'.repeat(11_000_000),
        contentType: 'text/plain',
      });
      expect(response.status).toBe(401);
    });
  });

  describe('404', () => {
    it.each([
      '/v1',
      '/v1/bots/import/',
      '/v1/bots//publishedBot',
      '/v1/bots/a/publishedbot',
      '/v1/BOTS/a',
      '/v2/bots/a',
      '//v1/bots/a',
      '/V1/bots/a',
      '/api/api/v1/bots/a',
      '/v1/bots/a/results/b/c',
      '/v1/bots/a/releases/1/restored',
      '/v1/sessions/a/clientLogs',
      '/favicon.ico',
      '/__proto__',
    ])('returns 404 for %s, with or without a token', async (path) => {
      expect(await get(path)).toMatchObject(NOT_FOUND);
      expect(await get(path, { token: null })).toMatchObject(NOT_FOUND);
      expect(await get(path, { token: 'nonsense' })).toMatchObject(NOT_FOUND);
    });

    it.each([
      ['DELETE', '/v1/bots/a/releases'],
      ['PUT', '/v1/bots/a'],
      ['POST', '/v1/bots/a'],
      ['GET', '/v1/bots/import'],
      ['PATCH', '/v1/bots/import'],
      ['GET', '/v1/bots/a/publish'],
      ['DELETE', '/v1/bots/a/publishedBot'],
      ['POST', '/v1/bots/a/results/b'],
    ])('returns 404 for %s %s, with or without a token', async (method, path) => {
      expect(await api.request({ method, path })).toMatchObject(NOT_FOUND);
      expect(await api.request({ method, path, token: null })).toMatchObject(NOT_FOUND);
    });

    it.each(['/v1/bots/..', '/v1/bots/%2e%2e/publishedBot', '/v1/bots/a/../../../v1', '/v1/bots/.'])(
      'returns 404 for %s, whether or not the client resolves the dots',
      async (path) => {
        expect(await get(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      },
    );

    it('responds to HEAD without a body', async () => {
      const { status, text } = await api.request({ method: 'HEAD', path: '/v1/bots/a' });
      expect([status, text]).toStrictEqual([404, '']);
    });

    it.each([
      ['GET', '/v1/bots/a'],
      ['POST', '/v1/bots/import'],
      ['GET', '/v1/sessions/a/clientLogs'],
      ['POST', '/v1/sessions/a'],
      ['POST', '/v1/sessions//clientLogs'],
    ])('returns 404 for %s %s on the chat address, readable from any origin', async (method, path) => {
      const response = await api.request({ api: 'chat', method, path });
      expect(response).toMatchObject(NOT_FOUND);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    });

    it('does not support preflight on the management address', async () => {
      const response = await api.request({
        method: 'OPTIONS',
        path: '/v1/bots/import',
        token: null,
        headers: { origin: 'https://any.example', 'access-control-request-method': 'POST' },
      });
      expect(response.status).toBe(404);
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    });

    it.each(['/v1/unknown', '/v1/typebots/any/startChat/'])(
      'does not support preflight for the unknown path %s on the management address',
      async (path) => {
        const response = await api.request({ method: 'OPTIONS', path, token: null });
        expect(response.status).toBe(404);
      },
    );
  });

  describe('413', () => {
    const sendBytes = (bytes: number, address: 'management' | 'chat' = 'management') =>
      api.request({
        api: address,
        method: 'POST',
        path: address === 'chat' ? '/v1/sessions/any/clientLogs' : '/v1/bots/import',
        rawBody: `"${'x'.repeat(bytes - 2)}"`,
      });

    it('reports the request size limit and the actual size', async () => {
      const bytes = 10 * 1_024 * 1_024 + 1;
      expect(await sendBytes(bytes)).toMatchObject({
        status: 413,
        body: {
          code: 'PAYLOAD_TOO_LARGE',
          ...(api.namesSizes && { limitBytes: bytes - 1, actualBytes: bytes }),
        },
      });
    });

    it("reports the function's payload limit and the actual payload size", async () => {
      const response = await sendBytes(6_400_000);
      expect(response).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
      if (!api.namesSizes) return;
      const { limitBytes, actualBytes } = response.body as { limitBytes: number; actualBytes: number };
      expect(limitBytes).toBe(6_291_556);
      expect(actualBytes).toBeGreaterThan(6_400_000);
      expect(actualBytes).toBeLessThan(6_410_000);
    });

    it('counts a quote as two bytes, as it is escaped in the event', async () => {
      const response = await api.request({
        method: 'POST',
        path: '/v1/bots/import',
        rawBody: `[${'"",'.repeat(1_300_000)}0]`,
      });
      expect(response).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    });

    it('is readable from any origin on the chat address', async () => {
      for (const bytes of [6_400_000, 10_500_000]) {
        const response = await sendBytes(bytes, 'chat');
        expect(response.status).toBe(413);
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
      }
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('does not treat a token as invalid if the lookup failed', async () => {
      const { token } = await insertToken({ workspaceId: api.workspaceId, role: 'viewer', name: 'New' });
      const { value: response } = await failing(
        {
          when: ({ command, text }) => command === 'GetItemCommand' && text.includes('TOKEN#'),
          error: databaseError('ThrottlingException'),
        },
        () => get('/v1/bots/unknown', { token }),
      );
      expect(response).toMatchObject({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR' } });
      expect((await get('/v1/bots/unknown', { token })).status).toBe(404);
    });
  });

  describe('every error', () => {
    const errors = () =>
      Promise.all([
        get('/v1/unknown'),
        get('/v1/bots/unknown', { token: null }),
        get('/v1/bots/unknown'),
        api.request({ method: 'POST', path: '/v1/bots/import', rawBody: '{' }),
        api.request({ api: 'chat', method: 'POST', path: '/v1/sessions/a/clientLogs', rawBody: '{' }),
        api.request({ method: 'POST', path: '/v1/bots/import', rawBody: 'x'.repeat(7_000_000) }),
      ]);

    it('contains the unique request id of its header', async () => {
      const responses = await errors();
      const ids = responses.map(({ body }) => (body as { requestId: string }).requestId);
      expect(new Set(ids).size).toBe(responses.length);
      expect(responses.map(({ headers }) => headers.get('x-amzn-requestid'))).toStrictEqual(ids);
    });

    it('sends nosniff, no-store and a policy under which nothing runs', async () => {
      for (const { status, headers } of await errors()) {
        expect([status, headers.get('content-security-policy')]).toStrictEqual([
          status,
          "default-src 'none'; frame-ancestors 'none'",
        ]);
        expect([status, headers.get('x-content-type-options')]).toStrictEqual([status, 'nosniff']);
        expect([status, headers.get('cache-control')]).toStrictEqual([status, 'no-store']);
      }
    });
  });
});

/** Creates a token three days in the past that expired a day later. */
async function expiredToken(workspaceId: string): Promise<string> {
  const dayMs = 24 * 60 * 60 * 1_000;
  const now = new Date(Date.now() - 3 * dayMs);
  const expiresAt = new Date(Date.now() - 2 * dayMs);
  return (await insertToken({ workspaceId, role: 'admin', name: 'Expired', now, expiresAt })).token;
}
