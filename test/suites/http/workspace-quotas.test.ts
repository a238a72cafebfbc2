import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { forgetLeases } from '#lib/platform/quotas/leased-quota.ts';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { publishedBot, reply, startChat, startedChat } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { storedLogs } from '#test/support/stored-logs.ts';

const MAILS_USED_UP = 'The workspace has reached its daily email limit';
const REQUESTS_USED_UP = 'The workspace has reached its daily request limit';

const mail = {
  id: 'mail',
  type: 'Email',
  options: { credentialsId: 'default', recipients: ['{{V}}'], body: 'Hi' },
};
// A request to this address counts towards the quota and is then refused, so nothing leaves this machine.
const webhook = {
  id: 'hook',
  type: 'Webhook',
  options: { webhook: { url: 'http://192.168.0.1/', method: 'GET' }, isAdvancedConfig: true },
};
const ask = (id: string) => ({ id, type: 'text input', options: { variableId: 'other' } });

const botWith = (blocks: JsonObject[], settings: JsonObject = {}) =>
  chatBot([{ id: 'g', blocks }], {
    variables: [
      { id: 'v', name: 'V', value: 'owner@x.example' },
      { id: 'other', name: 'Other' },
    ],
    settings,
  });

describeApi('Daily quota of a workspace', (api) => {
  beforeEach(() => forgetLeases());
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const used = async (quota: 'CHATS' | 'MAILS' | 'REQUESTS') => {
    const day = new Date().toISOString().slice(0, 10);
    return Number((await getItem(keys.quotaOfDay(api.workspaceId, day, quota)))?.used ?? 0);
  };
  const getLogs = async (resultId: string | undefined) =>
    (await storedLogs(resultId ?? '')).map(({ description, details }) => `${description} ${details ?? ''}`);

  describe.runIf(api.canInjectFaults)('for mails', () => {
    const V = Array.from({ length: 50 }, (_, n) => `a${n}@x.example`).join(', ');

    it('counts one mail for a variable with fifty addresses, both on start and on reply', async () => {
      const { publicId } = await publishedBot(api, botWith([mail, ask('one'), mail, ask('two')]));
      const before = await used('MAILS');
      const { sessionId } = await startedChat(api, publicId, { prefilledVariables: { V } });
      expect(await used('MAILS')).toBe(before + 1);
      await reply(api, sessionId, 'on');
      expect(await used('MAILS')).toBe(before + 2);
    });

    it('sends no mail once used up, and logs it for the owner', async () => {
      const { publicId } = await publishedBot(api, botWith([mail, ask('one')]));
      vi.stubEnv('MAILS_PER_WORKSPACE_AND_DAY', String((await used('MAILS')) + 1));
      const logs = [];
      for (const address of ['a@x.example', 'b@x.example']) {
        const { resultId } = await startedChat(api, publicId, { prefilledVariables: { V: address } });
        logs.push((await getLogs(resultId)).join());
      }
      // This service has no mail server. The first mail got that far, so it was within the quota.
      expect(logs).toEqual([
        expect.stringContaining('No mail server'),
        expect.stringContaining(MAILS_USED_UP),
      ]);
    });

    it('is unlimited and not counted if the operator sets no limit', async () => {
      vi.stubEnv('MAILS_PER_WORKSPACE_AND_DAY', '0');
      const { publicId } = await publishedBot(api, botWith([mail, ask('one')]));
      const before = await used('MAILS');
      await startedChat(api, publicId, { prefilledVariables: { V: 'a@x.example' } });
      expect(await used('MAILS')).toBe(before);
    });

    it('lets an author keep respondents from setting the recipient', async () => {
      const security = { prefillableVariables: ['Other'] };
      const { publicId } = await publishedBot(api, botWith([mail, ask('one')], { security }));
      const { resultId, input } = await startedChat(api, publicId, {
        prefilledVariables: { V: 'stranger@x.example', Other: 'mine' },
      });
      expect(input?.prefilledValue).toBe('mine');
      const logs = (await getLogs(resultId)).join();
      expect(logs).toContain('owner@x.example');
      expect(logs).not.toContain('stranger@x.example');
    });
  });

  describe.runIf(api.canInjectFaults)('for chats', () => {
    const USED_UP = 'may start at most';
    const allow = async (count: number) =>
      vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', String((await used('CHATS')) + count));

    it('refuses starts above it with what was exceeded and when it ends, before the bot runs', async () => {
      const { publicId } = await publishedBot(api, botWith([mail, ask('one')]));
      await allow(2);
      const { sessionId } = await startedChat(api, publicId);
      await startedChat(api, publicId);
      const mails = await used('MAILS');
      const refused = await startChat(api, publicId);
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        message: expect.stringMatching(/^The bots of this workspace may start at most \d+ chats a day$/),
      });
      const retryAfter = Number(refused.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(24 * 60 * 60);
      expect(await used('MAILS')).toBe(mails);
      // A running chat continues.
      expect((await reply(api, sessionId, 'on')).messages).toBeDefined();
    });

    it('neither counts nor refuses previews', async () => {
      const { id, publicId } = await publishedBot(api, botWith([ask('one')]));
      const preview = () =>
        api.request({ api: 'chat', method: 'POST', path: `/v1/bots/${id}/preview/startChat`, body: {} });
      await allow(1);
      expect((await preview()).status).toBe(200);
      await startedChat(api, publicId);
      expect((await startChat(api, publicId)).text).toContain(USED_UP);
      expect((await preview()).status).toBe(200);
    });

    it('does not count starts of closed or unknown bots, or from other origins', async () => {
      const { publicId } = await publishedBot(
        api,
        botWith([ask('one')], { security: { allowedOrigins: ['https://a.example'] } }),
      );
      await allow(100);
      const before = await used('CHATS');
      expect((await startChat(api, 'unknown-bot')).status).toBe(404);
      expect((await startChat(api, publicId, {}, { origin: 'https://b.example' })).status).toBe(403);
      expect(await used('CHATS')).toBe(before);
    });

    it('is unlimited and not counted if the operator sets no limit', async () => {
      const { publicId } = await publishedBot(api, botWith([ask('one')]));
      const before = await used('CHATS');
      await startedChat(api, publicId);
      expect(await used('CHATS')).toBe(before);
    });
  });

  describe.runIf(api.canInjectFaults)('for requests', () => {
    it('counts requests per block, including previews, and logs once used up', async () => {
      const { id, publicId } = await publishedBot(api, botWith([webhook, ask('one'), webhook, ask('two')]));
      vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', String((await used('REQUESTS')) + 2));
      const preview = () =>
        api.request({ api: 'chat', method: 'POST', path: `/v1/bots/${id}/preview/startChat`, body: {} });
      expect((await preview()).text).not.toContain(REQUESTS_USED_UP);
      const { sessionId, resultId } = await startedChat(api, publicId);
      expect((await getLogs(resultId)).join()).not.toContain(REQUESTS_USED_UP);
      await reply(api, sessionId, 'on');
      expect((await getLogs(resultId)).join()).toContain(REQUESTS_USED_UP);
      expect((await preview()).text).toContain(REQUESTS_USED_UP);
    });
  });
});
