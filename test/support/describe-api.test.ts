import { describe, expect, it } from 'vitest';
import { describeApi } from './describe-api.ts';

describeApi('a suite', (api) => {
  const unknownBot = { method: 'GET', path: '/v1/bots/unknown' };

  describe('the token', () => {
    it("defaults to an editor token in the suite's workspace", async () => {
      expect((await api.request(unknownBot)).status).toBe(404);
      expect((await api.request({ ...unknownBot, token: null })).status).toBe(401);
      expect((await api.request({ ...unknownBot, token: 'bot_nonsense' })).status).toBe(401);
    });

    it.skipIf(!api.canReachStore)('can have any role or belong to another workspace', async () => {
      const importTo = (token: string) =>
        api.request({
          method: 'POST',
          path: '/v1/bots/import',
          token,
          body: { workspaceId: api.workspaceId, bot: { version: '6', name: 'Bot', groups: [] } },
        });
      expect((await importTo(await api.tokenFor('editor'))).status).toBe(200);
      expect((await importTo(await api.tokenFor('viewer'))).status).toBe(403);
      expect((await importTo(await api.strangerToken())).status).toBe(404);
    });
  });

  it('reaches the gateway itself', async () => {
    expect((await api.request({ method: 'GET', path: '/v1/nothing' })).status).toBe(404);
    expect((await api.request({ method: 'GET', path: '/v1/bots/%zz' })).status).toBe(400);
    const preflight = await api.request({
      api: 'chat',
      method: 'OPTIONS',
      path: '/v1/sessions/any/clientLogs',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
  });

  it('sends bodies unchanged, with the given content type', async () => {
    const send = (rawBody: string, contentType?: string | null) =>
      api.request({
        method: 'POST',
        path: '/v1/bots/import',
        rawBody,
        ...(contentType !== undefined && { contentType }),
      });
    expect((await send('{')).status).toBe(400);
    expect((await send('{}', 'text/plain')).status).toBe(415);
    expect((await send('{}', null)).status).toBe(415);
  });
});
