import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, contactBot } from '#test/fixtures/chat-bots.ts';
import { importBot } from '#test/support/bot-client.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import { type Api, type ApiRequest, describeApi } from '#test/support/describe-api.ts';

/* Typebot's oldest chat call. */

async function send(api: Api, body?: object, more: Partial<ApiRequest> = {}) {
  const path = '/v1/sendMessage';
  const response = await api.request({ api: 'chat', method: 'POST', path, ...(body && { body }), ...more });
  return { status: response.status, body: response.body as JsonObject };
}

describeApi('POST /v1/sendMessage', (api) => {
  const newBot = () => publishedBot(api, contactBot());
  const v2 = { path: '/v2/sendMessage' };

  describe('200', () => {
    it.each([
      ['v1', {}],
      ['v2', v2],
    ])('starts a chat and continues it (%s)', async (_, version) => {
      const { id, publicId } = await newBot();
      const startParams = { typebot: publicId, prefilledVariables: { Name: 'Eve' }, unknown: 1 };
      const started = await send(api, { startParams, unknown: 1 }, version);
      expect(started).toMatchObject({
        status: 200,
        body: {
          typebot: { id },
          resultId: expect.any(String),
          input: { id: 'name-input', prefilledValue: 'Eve' },
        },
      });
      const { sessionId } = started.body;
      const next = await send(api, { sessionId, message: 'Ada' }, version);
      expect(next).toMatchObject({ status: 200, body: { input: { id: 'mail-input' } } });
      expect(next.body).not.toHaveProperty('sessionId');
    });

    it('starts a new chat if the session is over', async () => {
      const { publicId } = await newBot();
      const { status, body } = await send(api, { sessionId: 'over', startParams: { typebot: publicId } });
      expect([status, body.sessionId]).toEqual([200, expect.any(String)]);
    });

    it('continues an earlier result if the bot remembers users', async () => {
      const settings = { general: { rememberUser: { isEnabled: true } } };
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      const { body: first } = await send(api, { startParams: { typebot: publicId } });
      await send(api, { sessionId: first.sessionId, message: 'Ada' });
      const { body } = await send(api, { startParams: { typebot: publicId, resultId: first.resultId } });
      expect(body).toMatchObject({ resultId: first.resultId, input: { prefilledValue: 'Ada' } });
    });

    it('counts mails of the bot, and logs those that cannot be sent', async () => {
      const options = { credentialsId: 'default', recipients: ['owner@x.example'], body: 'Hi' };
      const blocks = [
        { id: 'mail', type: 'Email', options },
        { id: 'ask', type: 'text input' },
      ];
      const { publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks }]));
      const { status, body } = await send(api, { startParams: { typebot: publicId } });
      expect([status, body]).toMatchObject([200, { input: { id: 'ask' } }]);
      const { resultId } = body;
      const { id } = body.typebot as { id: string };
      const logs = await api.request({ method: 'GET', path: `/v1/bots/${id}/results/${resultId}/logs` });
      expect(logs.body).toMatchObject({ logs: [{ status: 'error' }] });
    });

    it('starts a preview for an editor, at a group', async () => {
      const { id } = await importBot(api, contactBot());
      const startParams = { typebot: id, isPreview: true, startGroupId: 'welcome' };
      const { status, body } = await send(api, { startParams }, { token: await api.tokenFor('editor') });
      expect([status, body]).toMatchObject([200, { typebot: { id } }]);
      expect(body).not.toHaveProperty('resultId');
    });
  });

  describe('400', () => {
    it.each<[string, object | undefined, string]>([
      ['no body', undefined, 'startParams'],
      ['neither session nor start parameters', { message: 'Ada' }, 'startParams'],
      ['a document', { startParams: { typebot: contactBot() } }, 'startParams.typebot'],
      ['no bot', { startParams: {} }, 'startParams.typebot'],
    ])('for %s', async (_, body, path) => {
      expect(await send(api, body)).toMatchObject({
        status: 400,
        body: { defined: true, status: 400, issues: [{ path }] },
      });
    });
  });

  describe('401', () => {
    it.each([
      ['no token', null],
      ['an unknown token', `bot_${'x'.repeat(42)}A`],
      ['something else', 'secret'],
    ])('for a preview with %s', async (_, token) => {
      const { id } = await importBot(api, contactBot());
      const startParams = { typebot: id, isPreview: true };
      expect(await send(api, { startParams }, { token })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED', defined: true },
      });
    });
  });

  describe('403', () => {
    it.runIf(api.canReachStore)('for a preview with the token of a viewer', async () => {
      const { id } = await importBot(api, contactBot());
      const startParams = { typebot: id, isPreview: true };
      const token = await api.tokenFor('viewer');
      expect((await send(api, { startParams }, { token })).status).toBe(403);
    });

    it('for a page that the bot does not allow', async () => {
      const settings = { security: { allowedOrigins: ['https://parent.example'] } };
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      const headers = { origin: 'https://evil.example' };
      expect((await send(api, { startParams: { typebot: publicId } }, { headers })).status).toBe(403);
    });
  });

  describe('404', () => {
    it('for an unknown session without start parameters, and an unknown bot', async () => {
      expect((await send(api, { sessionId: 'unknown', message: 'Ada' })).status).toBe(404);
      expect((await send(api, { startParams: { typebot: 'unknown' } })).status).toBe(404);
    });

    it.runIf(api.canReachStore)("for a preview of another workspace's bot", async () => {
      const { id } = await importBot(api, contactBot());
      const startParams = { typebot: id, isPreview: true };
      const token = await api.strangerToken();
      expect((await send(api, { startParams }, { token })).status).toBe(404);
    });
  });
});
