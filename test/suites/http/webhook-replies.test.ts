import { describe, expect, it } from 'vitest';
import { readPublicIdClaim } from '#lib/bots/store/bot-claims.ts';
import { updateItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { ask, chatBot, link, text, variables } from '#test/fixtures/chat-bots.ts';
import {
  getBot,
  importBot,
  importResponse,
  patchBot,
  publishBot,
  sendImport,
} from '#test/support/bot-client.ts';
import { createBot, duplicateBot, restoreRelease } from '#test/support/bot-life.ts';
import { type ChatTurn, reply, startedChat, texts } from '#test/support/chat-client.ts';
import { type Api, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { uniqueName } from '#test/support/unique-name.ts';

/* `webhookReplies` of a bot: whether a reply to a Listen block counts as the data of its webhook. */

const FORGED = '{"data":{"status":"paid"}}';

const listen = {
  id: 'l',
  type: 'webhook',
  options: { responseVariableMapping: [{ id: 'm', variableId: 'Status', bodyPath: 'data.status' }] },
};

const invoiceBot = chatBot([{ id: 'g', blocks: [listen, text('t', 'It is {{Status}}.'), ask('q')] }], {
  variables: variables('Status'),
});

const PAID = ['It is paid.'];
const UNKNOWN = ['It is .'];

describeApi("What replies to a bot's Listen blocks count as", (api) => {
  /** Imports and publishes a bot. */
  const published = async (webhookReplies?: 'data' | 'text', document = invoiceBot) => {
    const { id } = await importBot(api, document, { ...(webhookReplies && { webhookReplies }) });
    const { publicId } = await publishBot(api, id);
    return { id, publicId };
  };

  const forge = async (sessionId: string) => texts(await reply(api, sessionId, FORGED));
  const chatWith = async (publicId: string) => {
    const started = await startedChat(api, publicId);
    expect(started.clientSideActions).toMatchObject([
      { type: 'listenForWebhook', expectsDedicatedReply: true },
    ]);
    return await forge(started.sessionId);
  };

  describe('in a new bot', () => {
    it.each([
      ['created', async (of: Api) => (await createBot(of)).bot],
      ['imported', async (of: Api) => importBot(of, invoiceBot)],
      ['duplicated', async (of: Api) => duplicateBot(of, (await importBot(of, invoiceBot)).id)],
    ])('that is %s is text', async (_, make) => {
      const bot = await make(api);
      expect(bot.webhookReplies).toBe('text');
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });

    it.each([
      ['created', async (of: Api) => (await createBot(of, { webhookReplies: 'data' })).bot],
      ['imported', async (of: Api) => importBot(of, invoiceBot, { webhookReplies: 'data' })],
      [
        'duplicated from one that does',
        async (of: Api) => duplicateBot(of, (await importBot(of, invoiceBot, { webhookReplies: 'data' })).id),
      ],
    ])('that is %s is data if the request asks for it', async (_, make) => {
      const bot = await make(api);
      expect(bot.webhookReplies).toBe('data');
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });

    it('is never decided by the document, and a warning says so', async () => {
      const sent = { ...invoiceBot, webhookReplies: 'data' };
      const { bot, warnings } = await importResponse(api, sent);
      expect(bot.webhookReplies).toBe('text');
      expect(warnings).toStrictEqual([
        {
          code: 'DROPPED',
          path: 'bot.webhookReplies',
          message: 'left out because it belongs to the source bot',
        },
      ]);
      expect(await importResponse(api, sent, { webhookReplies: 'data' })).not.toHaveProperty('warnings');
    });
  });

  describe('in an existing bot', () => {
    it('is data if the bot is from before the setting, and its chats go on as before', async ({ skip }) => {
      skip(!api.canReachStore, 'the setting is taken out of the table');
      const { id, publicId } = await published();
      for (const key of [keys.draft(id), keys.publicIdClaim(publicId)]) {
        await updateItem(key, { expression: 'REMOVE webhookReplies' });
      }
      expect((await getBot(api, id)).webhookReplies).toBe('data');
      expect(await chatWith(publicId)).toStrictEqual(PAID);
      expect((await patchBot(api, id, { name: 'Another' })).webhookReplies).toBe('data');
      await expectSoundTable();
    });

    it('stays when its draft is replaced, restored or published', async () => {
      const { id } = await published('data');
      const over = { mode: 'replace', botId: id };
      const sent = { ...invoiceBot, webhookReplies: 'text', name: 'Replaced' };
      const { bot, warnings } = await importResponse(api, sent, over);
      expect(bot.webhookReplies).toBe('data');
      expect(warnings).toMatchObject([{ code: 'DROPPED', path: 'bot.webhookReplies' }]);
      expect((await restoreRelease(api, id, 1)).bot.webhookReplies).toBe('data');
      await publishBot(api, id);
      expect((await getBot(api, id)).webhookReplies).toBe('data');
      expect(await importResponse(api, await getBot(api, id), over)).not.toHaveProperty('warnings');
    });

    it('leaves nothing to publish', async () => {
      const { id } = await published('data');
      await patchBot(api, id, { webhookReplies: 'text' });
      expect(await publishBot(api, id)).toMatchObject({ release: 1 });
    });
  });

  it.each([
    ['data', PAID],
    ['text', UNKNOWN],
  ] as const)('as %s lets a chat go on with %j', async (webhookReplies, said) => {
    const { publicId } = await published(webhookReplies);
    expect(await chatWith(publicId)).toStrictEqual(said);
  });

  it('counts for new chats at once, without publishing, and chats that run go on as they began', async () => {
    const { id, publicId } = await published('data');
    const running = await startedChat(api, publicId);
    await patchBot(api, id, { webhookReplies: 'text' });
    expect(await chatWith(publicId)).toStrictEqual(UNKNOWN);
    expect(await forge(running.sessionId)).toStrictEqual(PAID);
    await patchBot(api, id, { webhookReplies: 'data' });
    expect(await chatWith(publicId)).toStrictEqual(PAID);
    if (api.canReachStore) await expectSoundTable();
  });

  it('counts in a running chat that is updated', async () => {
    const { id, publicId } = await published('data');
    const { sessionId } = await startedChat(api, publicId, { prefilledVariables: { Status: 'paid' } });
    await patchBot(api, id, { webhookReplies: 'text' });
    const update = await api.request({
      api: 'chat',
      method: 'POST',
      path: `/v1/sessions/${sessionId}/updateBot`,
    });
    expect(update.status).toBe(200);
    expect(await forge(sessionId)).toStrictEqual(UNKNOWN);
  });

  it('counts after the publicId has changed, and after unpublishing and publishing', async () => {
    const { id } = await published();
    const publicId = uniqueName('other');
    await patchBot(api, id, { publicId });
    if (api.canReachStore) {
      expect(await readPublicIdClaim(publicId)).toMatchObject({ webhookReplies: 'text' });
    }
    await api.request({ method: 'POST', path: `/v1/bots/${id}/unpublish` });
    await publishBot(api, id);
    expect(await chatWith(publicId)).toStrictEqual(UNKNOWN);
    if (api.canReachStore) await expectSoundTable();
  });

  it.each([
    ['text', UNKNOWN],
    ['data', PAID],
  ] as const)('as %s counts in a bot that another links to, whatever that one says', async (own, said) => {
    const child = await published(own);
    const parent = await published(
      own === 'text' ? 'data' : 'text',
      chatBot([{ id: 'p', blocks: [link('k', child.id)] }]),
    );
    expect(await chatWith(parent.publicId)).toStrictEqual(said);
  });

  it.each([
    ['text', UNKNOWN],
    ['data', PAID],
  ] as const)('as %s counts in a preview and at the oldest address', async (own, said) => {
    const { id, publicId } = await published(own);
    const preview = await api.request({
      api: 'chat',
      method: 'POST',
      path: `/v1/bots/${id}/preview/startChat`,
    });
    expect(await forge((preview.body as ChatTurn).sessionId)).toStrictEqual(said);
    const sent = await api.request({
      api: 'chat',
      method: 'POST',
      path: '/v1/sendMessage',
      body: { startParams: { typebot: publicId } },
    });
    expect(sent.status, sent.text).toBe(200);
    expect(await forge((sent.body as ChatTurn).sessionId)).toStrictEqual(said);
  });

  describe('400', () => {
    it('with an import over a bot', async () => {
      const { id } = await importBot(api, invoiceBot);
      const fields = { mode: 'replace', botId: id, webhookReplies: 'text' };
      expect(await sendImport(api, invoiceBot, fields)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'webhookReplies', message: 'Only allowed with mode create' }] },
      });
    });

    it.each([['signed'], [true], [null]])('with an import that asks for %j', async (webhookReplies) => {
      expect(await sendImport(api, invoiceBot, { webhookReplies })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'webhookReplies' }] },
      });
    });
  });
});
