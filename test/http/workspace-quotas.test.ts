import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#lib/json/json-object.ts';
import { forgetLeases } from '#lib/quotas/leased-requests.ts';
import { getItem } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { publishedBot, reply, startedChat } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { storedLogs } from '#test/support/stored-logs.ts';

const MAILS_USED_UP = 'The workspace has sent as many emails as it may in a day';
const REQUESTS_USED_UP = 'The workspace has sent as many requests as it may in a day';

const mail = {
  id: 'mail',
  type: 'Email',
  options: { credentialsId: 'default', recipients: ['{{V}}'], body: 'Hi' },
};
// This address is counted first and then refused, so nothing leaves this machine.
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

describeApi('What a workspace may use in a day', (api) => {
  beforeEach(() => forgetLeases());
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const used = async (quota: 'MAILS' | 'REQUESTS') => {
    const day = new Date().toISOString().slice(0, 10);
    return Number((await getItem(keys.quotaOfDay(api.workspaceId, day, quota)))?.used ?? 0);
  };
  const getLogs = async (resultId: string | undefined) =>
    (await storedLogs(resultId ?? '')).map(({ description, details }) => `${description} ${details ?? ''}`);

  describe.runIf(api.canInjectFaults)('of mails', () => {
    const V = Array.from({ length: 50 }, (_, n) => `a${n}@x.example`).join(', ');

    it('counts one for a variable of fifty addresses, on the way of a start and of a reply', async () => {
      const { publicId } = await publishedBot(api, botWith([mail, ask('one'), mail, ask('two')]));
      const before = await used('MAILS');
      const { sessionId } = await startedChat(api, publicId, { prefilledVariables: { V } });
      expect(await used('MAILS')).toBe(before + 1);
      await reply(api, sessionId, 'on');
      expect(await used('MAILS')).toBe(before + 2);
    });

    it('sends no more of them, and tells the owner', async () => {
      const { publicId } = await publishedBot(api, botWith([mail, ask('one')]));
      vi.stubEnv('MAILS_PER_WORKSPACE_AND_DAY', String((await used('MAILS')) + 1));
      const logs = [];
      for (const address of ['a@x.example', 'b@x.example']) {
        const { resultId } = await startedChat(api, publicId, { prefilledVariables: { V: address } });
        logs.push((await getLogs(resultId)).join());
      }
      // This service has no mail server. The first mail got as far as that, so it passed the quota.
      expect(logs).toEqual([
        expect.stringContaining('No mail server'),
        expect.stringContaining(MAILS_USED_UP),
      ]);
    });

    it('has no end where the operator sets none, and is written nowhere', async () => {
      vi.stubEnv('MAILS_PER_WORKSPACE_AND_DAY', '0');
      const { publicId } = await publishedBot(api, botWith([mail, ask('one')]));
      const before = await used('MAILS');
      await startedChat(api, publicId, { prefilledVariables: { V: 'a@x.example' } });
      expect(await used('MAILS')).toBe(before);
    });

    it('lets an author say that nobody may set whom a mail goes to', async () => {
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

  describe.runIf(api.canInjectFaults)('of requests', () => {
    it('is counted in blocks, previews included, and ends with a log', async () => {
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
