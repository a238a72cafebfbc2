import { describe, expect, it } from 'vitest';
import { chatBot, contactBot, edge, text } from '#test/fixtures/chat-bots.ts';
import { continueChat, publishedBot, reply, startedChat, texts } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

const GONE = { status: 404, body: { code: 'NOT_FOUND', message: 'Session not found' } };

describeApi('POST /v1/sessions/{sessionId}/continueChat', (api) => {
  const result = async (botId: string, resultId: string | undefined) => {
    const response = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results/${resultId}` });
    expect(response.status).toBe(200);
    return (response.body as { result: Record<string, unknown> }).result;
  };

  describe('200', () => {
    it('takes replies to the end, and the result holds them', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      expect(await result(bot.id, resultId)).toMatchObject({
        hasStarted: false,
        isCompleted: false,
        variables: [],
        answers: [],
      });
      const first = await reply(api, sessionId, 'Ada');
      expect(texts(first)).toStrictEqual(['Nice to meet you, Ada']);
      expect(first).toMatchObject({ input: { id: 'mail-input' }, clientSideActions: [], logs: [] });
      expect(await result(bot.id, resultId)).toMatchObject({ hasStarted: true, isCompleted: false });

      const second = await reply(api, sessionId, 'Ada@Example.com');
      expect(texts(second)).toStrictEqual(['We write to ada@example.com']);
      expect(second.lastMessageNewFormat).toBe('ada@example.com');
      expect(await result(bot.id, resultId)).toMatchObject({
        hasStarted: true,
        isCompleted: true,
        variables: [
          { id: 'v-name', name: 'Name', value: 'Ada' },
          { id: 'v-mail', name: 'Mail', value: 'ada@example.com' },
        ],
        answers: [
          { blockId: 'name-input', groupId: 'welcome', variableId: 'v-name', content: 'Ada', resultId },
          { blockId: 'mail-input', groupId: 'welcome', variableId: 'v-mail', content: 'ada@example.com' },
        ],
      });
    });

    it('asks again for what the input does not take, and stores nothing of it', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      await reply(api, sessionId, 'Ada');
      const again = await reply(api, sessionId, 'nonsense');
      expect(again).toStrictEqual({
        messages: [
          {
            id: 'mail-input',
            type: 'text',
            content: {
              type: 'richText',
              richText: [
                {
                  type: 'p',
                  children: [{ text: "This email doesn't seem to be valid. Can you type it again?" }],
                },
              ],
            },
          },
        ],
        input: { id: 'mail-input', type: 'email input', options: { variableId: 'v-mail' } },
      });
      expect((await result(bot.id, resultId)).answers).toHaveLength(1);
    });

    it('answers no lists where the last input has nothing after it', async () => {
      const { publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [{ id: 'i', type: 'text input', options: {} }] }]),
      );
      const { sessionId } = await startedChat(api, publicId);
      expect(await reply(api, sessionId, 'x')).toStrictEqual({ messages: [] });
    });

    it('follows the edge of the item that was chosen', async () => {
      const { publicId } = await publishedBot(
        api,
        chatBot(
          [
            {
              id: 'ask',
              blocks: [
                {
                  id: 'c',
                  type: 'choice input',
                  outgoingEdgeId: 'to-other',
                  items: [
                    { id: 'tea', content: 'Tea', outgoingEdgeId: 'to-tea' },
                    { id: 'none', content: 'Nothing' },
                  ],
                },
              ],
            },
            { id: 'tea-group', blocks: [text('t', 'One tea')] },
            { id: 'other', blocks: [text('o', 'Bye then')] },
          ],
          { edges: [edge('to-tea', 'c', 'tea-group', { itemId: 'tea' }), edge('to-other', 'c', 'other')] },
        ),
      );
      const one = await startedChat(api, publicId);
      expect(texts(await reply(api, one.sessionId, 'Tea'))).toStrictEqual(['One tea']);
      const other = await startedChat(api, publicId);
      expect(texts(await reply(api, other.sessionId, 'Nothing'))).toStrictEqual(['Bye then']);
    });

    it('counts the views, starts and ends of the bot', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId);
      await startedChat(api, bot.publicId);
      await reply(api, sessionId, 'Ada');
      await reply(api, sessionId, 'ada@example.com');
      const { body } = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/analytics/stats` });
      expect(body).toMatchObject({ stats: { totalViews: 2, totalStarts: 1, totalCompleted: 1 } });
    });

    it('keeps the logs of a turn with the result', async () => {
      const bot = await publishedBot(
        api,
        chatBot([
          {
            id: 'g',
            blocks: [
              { id: 'link', type: 'Typebot link', options: { typebotId: 'nowhere' } },
              { id: 'i', type: 'text input', options: {} },
            ],
          },
        ]),
      );
      const { resultId, logs } = await startedChat(api, bot.publicId);
      expect(logs).toMatchObject([{ status: 'error', description: 'Failed to link bot' }]);
      const { body } = await api.request({
        method: 'GET',
        path: `/v1/bots/${bot.id}/results/${resultId}/logs`,
      });
      expect(body).toMatchObject({ logs: [{ status: 'error', description: 'Failed to link bot' }] });
    });

    it('stops a flow that goes in circles, and says so', async () => {
      const { publicId } = await publishedBot(
        api,
        chatBot(
          [
            { id: 'a', blocks: [{ ...text('t', 'Round'), outgoingEdgeId: 'ab' }] },
            { id: 'b', blocks: [{ ...text('u', 'and round'), outgoingEdgeId: 'ba' }] },
          ],
          { edges: [edge('ab', 't', 'b'), edge('ba', 'u', 'a')] },
        ),
      );
      const chat = await startedChat(api, publicId);
      expect(chat.messages.length).toBeGreaterThan(100);
      expect(texts(chat).at(-1)).toMatch(/goes in circles/);
      expect(chat.logs).toMatchObject([{ status: 'error', description: expect.stringMatching(/circles/) }]);
      expect(await continueChat(api, chat.sessionId, { message: 'x' })).toMatchObject(GONE);
    });
  });

  describe('400', () => {
    it.each([
      ['a message of an unknown type', { message: { type: 'video', url: 'x' } }],
      ['a number', { message: 5 }],
      ['a text that is too long', { message: 'x'.repeat(50_001) }],
    ])('for %s', async (_, body) => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      expect(await continueChat(api, sessionId, body)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      });
      // The chat is where it was.
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it('for a command that the bot does not know', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      expect(
        await continueChat(api, sessionId, { message: { type: 'command', command: 'dance' } }),
      ).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });
  });

  describe('403', () => {
    it('for a page of another origin', async () => {
      const settings = { security: { allowedOrigins: ['https://shop.example'] } };
      const { publicId } = await publishedBot(api, contactBot({ settings }));
      const { sessionId } = await startedChat(api, publicId);
      const elsewhere = { origin: 'https://other.example' };
      expect(await continueChat(api, sessionId, { message: 'Ada' }, elsewhere)).toMatchObject({
        status: 403,
      });
      const here = { origin: 'https://shop.example' };
      expect(await continueChat(api, sessionId, { message: 'Ada' }, here)).toMatchObject({ status: 200 });
    });
  });

  describe('404', () => {
    it('for an unknown session', async () => {
      expect(await continueChat(api, 'nope', { message: 'x' })).toMatchObject(GONE);
    });

    it('for a conversation that is over', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      await reply(api, sessionId, 'Ada');
      await reply(api, sessionId, 'ada@example.com');
      expect(await continueChat(api, sessionId, { message: 'x' })).toMatchObject(GONE);
    });

    it('for a bot that asked nothing', async () => {
      const { publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks: [text('t', 'Hi')] }]));
      const { sessionId } = await startedChat(api, publicId);
      expect(await continueChat(api, sessionId, { message: 'x' })).toMatchObject(GONE);
    });

    it('once the owner has deleted the result: its answers must not come back', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      await reply(api, sessionId, 'Ada');
      const deleted = await api.request({ method: 'DELETE', path: `/v1/bots/${bot.id}/results/${resultId}` });
      expect(deleted.status).toBe(200);
      expect(await continueChat(api, sessionId, { message: 'ada@example.com' })).toMatchObject(GONE);
      const gone = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/results/${resultId}` });
      expect(gone.status).toBe(404);
    });
  });

  describe('409', () => {
    it('for all but one of the replies that are sent at the same moment', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => continueChat(api, sessionId, { message: 'Ada' })),
      );
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      for (const { status, body } of responses) {
        if (status === 200) continue;
        expect(status).toBe(409);
        expect(body).toMatchObject({ code: 'CONFLICT' });
      }
      const { answers } = await result(bot.id, resultId);
      const names = (answers as { blockId: string }[]).filter(({ blockId }) => blockId === 'name-input');
      expect(names).toHaveLength(1);
    });
  });
});
