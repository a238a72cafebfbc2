import { describe, expect, it } from 'vitest';
import { ask, chatBot, contactBot, link, text, waitingEmbed } from '#test/fixtures/chat-bots.ts';
import { patchBot, unpublishBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import { publishedBot, reply, startChat, startedChat, texts } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND', message: 'Bot not found' } };

describeApi('POST /v1/bots/{publicId}/startChat', (api) => {
  describe('200', () => {
    it("returns the bot's messages and input", async () => {
      const bot = await publishedBot(api, contactBot());
      const chat = await startedChat(api, bot.publicId);
      expect(chat).toStrictEqual({
        sessionId: expect.stringMatching(/^[a-z0-9]{24}$/),
        turnId: expect.stringMatching(/^\S+$/),
        resultId: expect.stringMatching(/^[a-z0-9]{24}$/),
        bot: {
          id: bot.id,
          version: '6',
          theme: {},
          settings: {},
          publishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
        messages: [
          {
            id: 'hello',
            type: 'text',
            content: { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Hello!' }] }] },
          },
          {
            id: 'ask',
            type: 'text',
            content: {
              type: 'richText',
              richText: [{ type: 'p', children: [{ text: 'What is your name?' }] }],
            },
          },
        ],
        input: { id: 'name-input', type: 'text input', options: { variableId: 'v-name' } },
      });
    });

    it('returns texts as Markdown on request', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const chat = await startedChat(api, publicId, { textBubbleContentFormat: 'markdown' });
      expect(chat.messages[0]?.content).toStrictEqual({ type: 'markdown', markdown: 'Hello!' });
    });

    it('sets prefilled variables and ignores unknown names', async () => {
      const { publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [text('t', 'Dear {{Name}}, {{Tags}}')] }], {
          variables: [
            { id: 'v', name: 'Name' },
            { id: 'w', name: 'Tags' },
          ],
        }),
      );
      const chat = await startedChat(api, publicId, {
        prefilledVariables: { Name: 'Ada', Tags: ['a', 1], Unknown: { any: 'thing' } },
      });
      expect(texts(chat)).toStrictEqual(['Dear Ada, ["a","1"]']);
    });

    it('uses a message as the reply to the first input if no bubble precedes it', async () => {
      const { publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [{ id: 'i', type: 'text input', options: {} }, text('t', 'Thanks')] }]),
      );
      const chat = await startedChat(api, publicId, { message: 'Hey' });
      expect(texts(chat)).toStrictEqual(['Thanks']);
      expect(chat.input).toBeUndefined();
    });

    it('returns no messages if only registering, and starts with the first continueChat', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const chat = await startedChat(api, publicId, { isOnlyRegistering: true });
      expect(chat).toMatchObject({ messages: [] });
      expect(chat).not.toHaveProperty('input');
      expect(chat).not.toHaveProperty('resultId');
      const first = await api.request({
        api: 'chat',
        method: 'POST',
        path: `/v1/sessions/${chat.sessionId}/continueChat`,
        body: {},
      });
      expect(first.body).toMatchObject({ input: { id: 'name-input' } });
    });

    // Deviation: in Typebot, a start that waits for an embed returned no result id, although there
    // was a result.
    it.each([
      ['an embed', waitingEmbed('w')],
      ['its client', { id: 'w', type: 'webhook', options: {} }],
    ])('returns the result id of a chat that waits for %s', async (_, block) => {
      const bot = await publishedBot(api, chatBot([{ id: 'g', blocks: [block, text('t', 'on')] }]));
      const { resultId, sessionId } = await startedChat(api, bot.publicId);
      const path = `/v1/bots/${bot.id}/results/${resultId}`;
      const stored = await api.request({ method: 'GET', path });
      expect(stored.body).toMatchObject({ result: { hasStarted: false, isCompleted: false } });
      expect(texts(await reply(api, sessionId, 'x'))).toStrictEqual(['on']);
      // Nobody has answered, so it is not completed either.
      expect((await api.request({ method: 'GET', path })).body).toMatchObject({
        result: { isCompleted: false },
      });
    });

    it('creates no result for a bot without inputs, registered or not', async () => {
      const bot = await publishedBot(api, chatBot([{ id: 'g', blocks: [text('t', 'Hi')] }]));
      await startedChat(api, bot.publicId);
      const { sessionId } = await startedChat(api, bot.publicId, { isOnlyRegistering: true });
      expect(texts(await reply(api, sessionId, 'x'))).toStrictEqual(['Hi']);
      const results = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/results` });
      expect(results.body).toMatchObject({ results: [] });
      const stats = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/analytics/stats` });
      expect(stats.body).toMatchObject({ stats: { totalViews: 2, totalStarts: 0, totalCompleted: 0 } });
    });

    it('accepts no logs for a result that was never stored, because only a linked bot received an answer', async () => {
      const linked = await publishedBot(api, chatBot([{ id: 'c', blocks: [ask('cq')] }]));
      const { publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks: [link('l', linked.id)] }]));
      const { sessionId } = await startedChat(api, publicId, { message: 'Hey' });
      const response = await api.request({
        method: 'POST',
        path: `/v2/sessions/${sessionId}/clientLogs`,
        body: { clientLogs: [{ description: 'Lost' }] },
      });
      expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    });

    it('returns an empty turn for a bot without a flow', async () => {
      const { publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks: [] }]));
      const chat = await startedChat(api, publicId, { message: 'Hey' });
      expect(chat).toMatchObject({ messages: [] });
      expect(chat).not.toHaveProperty('resultId');
    });

    it('keeps a running chat on its release, and starts new ones with the latest', async () => {
      const bot = await publishedBot(api, contactBot());
      const old = await startedChat(api, bot.publicId);
      const { groups, edges } = chatBot([{ id: 'welcome', blocks: [text('hello', 'Good day!')] }]);
      await patchBot(api, bot.id, { groups, edges });
      await api.request({ method: 'POST', path: `/v1/bots/${bot.id}/publish` });
      expect(texts(await startedChat(api, bot.publicId))).toStrictEqual(['Good day!']);
      expect(texts(await reply(api, old.sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it('continues an earlier result if the settings remember users', async () => {
      const settings = { general: { rememberUser: { isEnabled: true } } };
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      const first = await startedChat(api, publicId);
      await reply(api, first.sessionId, 'Ada');
      const again = await startedChat(api, publicId, { resultId: first.resultId });
      expect(again.resultId).toBe(first.resultId);
      expect(again.input?.prefilledValue).toBe('Ada');
    });

    it('counts a result once if it is resumed and completed again', async () => {
      const settings = { general: { rememberUser: { isEnabled: true } } };
      const bot = await publishedBot(api, contactBot({ settings }));
      let resultId: string | undefined;
      for (let round = 0; round < 2; round++) {
        const chat = await startedChat(api, bot.publicId, { resultId });
        resultId = chat.resultId;
        await reply(api, chat.sessionId, 'Ada');
        await reply(api, chat.sessionId, 'ada@example.com');
      }
      const { body } = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/analytics/stats` });
      expect(body).toMatchObject({ stats: { totalViews: 2, totalStarts: 1, totalCompleted: 1 } });
      const results = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/results` });
      expect(results.body).toMatchObject({ results: [{ id: resultId, answers: [{}, {}, {}, {}] }] });
    });

    it.each([
      ['the settings do not remember users', {}],
      ['the settings disable it', { general: { rememberUser: { isEnabled: false } } }],
    ])('creates a new result if %s', async (_, settings) => {
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      const first = await startedChat(api, publicId);
      const again = await startedChat(api, publicId, { resultId: first.resultId });
      expect(again.resultId).not.toBe(first.resultId);
    });
  });

  describe('400', () => {
    it('for more than 1,000 prefilled variables', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const prefilled = (count: number) => ({
        prefilledVariables: Object.fromEntries(Array.from({ length: count }, (_, n) => [`utm_${n}`, 'x'])),
      });
      expect(await startChat(api, publicId, prefilled(1_001))).toMatchObject({
        status: 400,
        body: {
          code: 'BAD_REQUEST',
          issues: [{ path: 'prefilledVariables', message: 'Expected at most 1000 variables' }],
        },
      });
      expect(await startChat(api, publicId, prefilled(1_000))).toMatchObject({ status: 200 });
    });

    it('with the configured message for a closed bot', async () => {
      const settings = { general: { systemMessages: { botClosed: 'Back on Monday' } } };
      const bot = await publishedBot(api, contactBot({ settings }));
      await patchBot(api, bot.id, { isClosed: true });
      expect(await startChat(api, bot.publicId)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', message: 'Back on Monday' },
      });
      await patchBot(api, bot.id, { isClosed: false });
      expect((await startChat(api, bot.publicId)).status).toBe(200);
    });

    it.each([
      ['message', { message: 7 }],
      ['message.text', { message: { type: 'text' } }],
      ['prefilledVariables', { prefilledVariables: ['Ada'] }],
      ['textBubbleContentFormat', { textBubbleContentFormat: 'html' }],
      ['isOnlyRegistering', { isOnlyRegistering: 'yes' }],
    ])('for an invalid %s', async (path, body) => {
      const { publicId } = await publishedBot(api, contactBot());
      const response = await startChat(api, publicId, body);
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      const [first = ''] = path.split('.');
      expect(JSON.stringify(response.body)).toContain(first);
    });
  });

  describe('403', () => {
    const settings = { security: { allowedOrigins: ['https://shop.example/'] } };

    it('for a page from an origin not allowed by the settings', async () => {
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      expect(await startChat(api, publicId, {}, { origin: 'https://other.example' })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    });

    it('not for an allowed origin or a request without an origin', async () => {
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      expect((await startChat(api, publicId, {}, { origin: 'https://shop.example' })).status).toBe(200);
      expect((await startChat(api, publicId, {})).status).toBe(200);
    });
  });

  describe('404', () => {
    it.each([
      ['is unknown', 'no-such-bot'],
      ['has another form', 'No_Such-Bot'],
      ['is a path', '..%2F..%2Fbots'],
    ])('if the publicId %s', async (_, publicId) => {
      expect(await startChat(api, publicId)).toMatchObject(NOT_FOUND);
    });

    it('for a bot that is no longer published', async () => {
      const bot = await publishedBot(api, contactBot());
      await unpublishBot(api, bot.id);
      expect(await startChat(api, bot.publicId)).toMatchObject(NOT_FOUND);
    });

    it('for an archived bot', async () => {
      const bot = await publishedBot(api, contactBot());
      await archiveBot(api, bot.id);
      expect(await startChat(api, bot.publicId)).toMatchObject(NOT_FOUND);
    });

    it("for a bot's id instead of its publicId", async () => {
      const bot = await publishedBot(api, contactBot());
      expect(await startChat(api, bot.id)).toMatchObject(NOT_FOUND);
    });
  });

  describe('413', () => {
    it('for variables that together exceed the session size', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      expect(
        await startChat(api, publicId, { prefilledVariables: { Name: 'x'.repeat(100_001) } }),
      ).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
