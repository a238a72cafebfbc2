import { describe, expect, it } from 'vitest';
import { chatBot, contactBot, text, waitingEmbed } from '#test/fixtures/chat-bots.ts';
import { patchBot, unpublishBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import { publishedBot, reply, startChat, startedChat, texts } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND', message: 'Bot not found' } };

describeApi('POST /v1/bots/{publicId}/startChat', (api) => {
  describe('200', () => {
    it('answers what the bot says and what it asks', async () => {
      const bot = await publishedBot(api, contactBot());
      const chat = await startedChat(api, bot.publicId);
      expect(chat).toStrictEqual({
        sessionId: expect.stringMatching(/^[a-z0-9]{24}$/),
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

    it('answers texts as Markdown where that is asked for', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const chat = await startedChat(api, publicId, { textBubbleContentFormat: 'markdown' });
      expect(chat.messages[0]?.content).toStrictEqual({ type: 'markdown', markdown: 'Hello!' });
    });

    it('fills in prefilled variables, and ignores names that the bot does not have', async () => {
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

    it('takes a message for the first input, where the bot asks before it says anything', async () => {
      const { publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [{ id: 'i', type: 'text input', options: {} }, text('t', 'Thanks')] }]),
      );
      const chat = await startedChat(api, publicId, { message: 'Hey' });
      expect(texts(chat)).toStrictEqual(['Thanks']);
      expect(chat.input).toBeUndefined();
    });

    it('says nothing yet where it only registers, and begins with the first continueChat', async () => {
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

    // Deviation: in the source product, a start that waits for an embed returned no result id, although there
    // was a result.
    it.each([
      ['an embed', waitingEmbed('w')],
      ['its client', { id: 'w', type: 'webhook', options: {} }],
    ])('names the result of a chat that waits for %s', async (_, block) => {
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

    it('leaves no result of a bot that asks nothing, registered or not', async () => {
      const bot = await publishedBot(api, chatBot([{ id: 'g', blocks: [text('t', 'Hi')] }]));
      await startedChat(api, bot.publicId);
      const { sessionId } = await startedChat(api, bot.publicId, { isOnlyRegistering: true });
      expect(texts(await reply(api, sessionId, 'x'))).toStrictEqual(['Hi']);
      const results = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/results` });
      expect(results.body).toMatchObject({ results: [] });
      const stats = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/analytics/stats` });
      expect(stats.body).toMatchObject({ stats: { totalViews: 2, totalStarts: 0, totalCompleted: 0 } });
    });

    it('answers empty for a bot without a flow', async () => {
      const { publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks: [] }]));
      const chat = await startedChat(api, publicId, { message: 'Hey' });
      expect(chat).toMatchObject({ messages: [] });
      expect(chat).not.toHaveProperty('resultId');
    });

    it('keeps a running chat on its release, and starts new ones with the newest', async () => {
      const bot = await publishedBot(api, contactBot());
      const old = await startedChat(api, bot.publicId);
      const { groups, edges } = chatBot([{ id: 'welcome', blocks: [text('hello', 'Good day!')] }]);
      await patchBot(api, bot.id, { groups, edges });
      await api.request({ method: 'POST', path: `/v1/bots/${bot.id}/publish` });
      expect(texts(await startedChat(api, bot.publicId))).toStrictEqual(['Good day!']);
      expect(texts(await reply(api, old.sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it('goes on with an earlier result where the settings remember users', async () => {
      const settings = { general: { rememberUser: { isEnabled: true } } };
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      const first = await startedChat(api, publicId);
      await reply(api, first.sessionId, 'Ada');
      const again = await startedChat(api, publicId, { resultId: first.resultId });
      expect(again.resultId).toBe(first.resultId);
      expect(again.input?.prefilledValue).toBe('Ada');
    });

    it('counts a result that is taken up again and completed once more as one', async () => {
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
      ['the settings say so', { general: { rememberUser: { isEnabled: false } } }],
    ])('begins a new result where %s', async (_, settings) => {
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      const first = await startedChat(api, publicId);
      const again = await startedChat(api, publicId, { resultId: first.resultId });
      expect(again.resultId).not.toBe(first.resultId);
    });
  });

  describe('400', () => {
    it('for more prefilled variables than a page has parameters', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const prefilled = (count: number) => ({
        prefilledVariables: Object.fromEntries(Array.from({ length: count }, (_, n) => [`utm_${n}`, 'x'])),
      });
      expect(await startChat(api, publicId, prefilled(1_001))).toMatchObject({
        status: 400,
        body: {
          code: 'BAD_REQUEST',
          issues: [{ path: 'prefilledVariables', message: 'Expected 1000 variables at most' }],
        },
      });
      expect(await startChat(api, publicId, prefilled(1_000))).toMatchObject({ status: 200 });
    });

    it('with the text of the settings for a bot that is closed', async () => {
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
      ['prefilledVariables', { prefilledVariables: [] }],
      ['textBubbleContentFormat', { textBubbleContentFormat: 'html' }],
      ['isOnlyRegistering', { isOnlyRegistering: 'yes' }],
    ])('for a bad %s', async (path, body) => {
      const { publicId } = await publishedBot(api, contactBot());
      const response = await startChat(api, publicId, body);
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      const [first = ''] = path.split('.');
      expect(JSON.stringify(response.body)).toContain(first);
    });
  });

  describe('403', () => {
    const settings = { security: { allowedOrigins: ['https://shop.example/'] } };

    it('for a page of an origin that the settings do not name', async () => {
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      expect(await startChat(api, publicId, {}, { origin: 'https://other.example' })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    });

    it('not for one that they name, nor for a program', async () => {
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
    ])('where the publicId %s', async (_, publicId) => {
      expect(await startChat(api, publicId)).toMatchObject(NOT_FOUND);
    });

    it('for a bot that is no longer published', async () => {
      const bot = await publishedBot(api, contactBot());
      await unpublishBot(api, bot.id);
      expect(await startChat(api, bot.publicId)).toMatchObject(NOT_FOUND);
    });

    it('for a bot that is archived', async () => {
      const bot = await publishedBot(api, contactBot());
      await archiveBot(api, bot.id);
      expect(await startChat(api, bot.publicId)).toMatchObject(NOT_FOUND);
    });

    it('for a bot by its id', async () => {
      const bot = await publishedBot(api, contactBot());
      expect(await startChat(api, bot.id)).toMatchObject(NOT_FOUND);
    });
  });

  describe('413', () => {
    it('for variables that are together larger than a chat can keep', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      expect(
        await startChat(api, publicId, { prefilledVariables: { Name: 'x'.repeat(100_001) } }),
      ).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    });
  });

  it.runIf(api.canInjectFaults)('leaves a sound table behind', () => expectSoundTable());
});
