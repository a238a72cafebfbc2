import { describe, expect, it } from 'vitest';
import { readSession } from '#lib/chat/store/session-store.ts';
import { ask, chatBot, contactBot, edge, link, text } from '#test/fixtures/chat-bots.ts';
import { seededRandom } from '#test/fixtures/random.ts';
import { patchBot, publishBot, unpublishBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import { continueChat, publishedBot, reply, startedChat, texts } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

const GONE = { status: 404, body: { code: 'NOT_FOUND', message: 'Session not found' } };

describeApi('POST /v1/sessions/{sessionId}/continueChat', (api) => {
  const result = async (botId: string, resultId: string | undefined) => {
    const response = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results/${resultId}` });
    expect(response.status).toBe(200);
    return (response.body as { result: Record<string, unknown> }).result;
  };

  describe('200', () => {
    it('accepts replies until the end and stores them in the result', async () => {
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

    it('asks again after an invalid reply, and does not store it', async () => {
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

    it('omits empty lists if nothing follows the last input', async () => {
      const { publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [{ id: 'i', type: 'text input', options: {} }] }]),
      );
      const { sessionId } = await startedChat(api, publicId);
      expect(await reply(api, sessionId, 'x')).toStrictEqual({ messages: [] });
    });

    it('follows the edge of the chosen item', async () => {
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

    it('counts views, starts and completions', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId);
      await startedChat(api, bot.publicId);
      await reply(api, sessionId, 'Ada');
      await reply(api, sessionId, 'ada@example.com');
      const { body } = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/analytics/stats` });
      expect(body).toMatchObject({ stats: { totalViews: 2, totalStarts: 1, totalCompleted: 1 } });
    });

    it("stores a turn's logs with the result", async () => {
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

    it('stops an infinite loop and logs it', async () => {
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
      expect(texts(chat).at(-1)).toMatch(/is in a loop/);
      expect(chat.logs).toMatchObject([
        { status: 'error', description: expect.stringMatching(/is in a loop/) },
      ]);
      expect(await continueChat(api, chat.sessionId, { message: 'x' })).toMatchObject(GONE);
    });
  });

  describe('200 while the bot changes', () => {
    it.each<[string, (botId: string) => Promise<unknown>]>([
      ['unpublished', (botId) => unpublishBot(api, botId)],
      ['archived', (botId) => archiveBot(api, botId)],
      ['closed', (botId) => patchBot(api, botId, { isClosed: true })],
      [
        'published again without the waiting block',
        async (botId) => {
          await patchBot(api, botId, { groups: [] });
          await publishBot(api, botId);
        },
      ],
    ])('continues with the original release if the bot is %s', async (_, change) => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId);
      await change(bot.id);
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
      expect(texts(await reply(api, sessionId, 'ada@example.com'))).toStrictEqual([
        'We write to ada@example.com',
      ]);
    });

    it('continues without a linked bot that is no longer published', async () => {
      const child = await publishedBot(api, chatBot([{ id: 'c', blocks: [text('t', 'child')] }]));
      const bot = await publishedBot(
        api,
        chatBot([{ id: 'p', blocks: [ask('q'), link('l', child.id), text('u', 'on')] }]),
      );
      const { sessionId } = await startedChat(api, bot.publicId);
      await unpublishBot(api, child.id);
      expect(await reply(api, sessionId, 'x')).toMatchObject({
        messages: [{ id: 'u' }],
        logs: [{ description: 'Failed to link bot' }],
      });
    });
  });

  describe('200 with linked bots', () => {
    const child = () =>
      publishedBot(api, chatBot([{ id: 'c', blocks: [ask('cq'), ask('cr'), text('ct', 'child')] }]));

    const parent = (childId: string, mergeResults: boolean) =>
      publishedBot(api, chatBot([{ id: 'p', blocks: [link('l', childId, { mergeResults }), ask('pq')] }]));

    const toResults = async (botId: string) => {
      const { body } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results` });
      return (body as { results: unknown[] }).results;
    };
    const toStats = async (botId: string) => {
      const { body } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/analytics/stats` });
      return (body as { stats: unknown }).stats;
    };

    it("stores the answers of a linked bot in the parent's result if merging, from the first turn on", async () => {
      const linked = await child();
      const bot = await parent(linked.id, true);
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      await reply(api, sessionId, 'one');
      await reply(api, sessionId, 'two');
      await reply(api, sessionId, 'three');
      expect(await result(bot.id, resultId)).toMatchObject({
        isCompleted: true,
        answers: [
          { blockId: 'cq', content: 'one' },
          { blockId: 'cr', content: 'two' },
          { blockId: 'pq', content: 'three' },
        ],
      });
      expect(await toResults(bot.id)).toMatchObject([{ id: resultId }]);
      expect(await toResults(linked.id)).toStrictEqual([]);
      expect(await toStats(bot.id)).toMatchObject({ totalViews: 1, totalStarts: 1, totalCompleted: 1 });
      expect(await toStats(linked.id)).toMatchObject({ totalViews: 0, totalStarts: 0, totalCompleted: 0 });
    });

    it('stores the answers of a linked bot in its own result if not merging', async () => {
      const linked = await child();
      const bot = await parent(linked.id, false);
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      await reply(api, sessionId, 'one');
      await reply(api, sessionId, 'two');
      await reply(api, sessionId, 'three');
      expect(await result(bot.id, resultId)).toMatchObject({
        isCompleted: true,
        answers: [{ blockId: 'pq', content: 'three' }],
      });
      expect(await toResults(linked.id)).toMatchObject([
        {
          isCompleted: true,
          answers: [
            { blockId: 'cq', content: 'one' },
            { blockId: 'cr', content: 'two' },
          ],
        },
      ]);
      expect(await toStats(linked.id)).toMatchObject({ totalViews: 0, totalStarts: 1, totalCompleted: 1 });
    });

    it.each([true, false])('stores a turn with a long chain of links (merging: %s)', async (mergeResults) => {
      const short = await publishedBot(api, chatBot([{ id: 'c', blocks: [text('ct', 'child')] }]));
      const bot = await publishedBot(
        api,
        chatBot(
          [
            { id: 'p', blocks: [ask('q')] },
            { id: 'l', blocks: [link('l', short.id, { mergeResults }, { outgoingEdgeId: 'again' })] },
          ].map((group) =>
            group.id === 'p' ? { ...group, blocks: [ask('q', {}, { outgoingEdgeId: 'go' })] } : group,
          ),
          { edges: [edge('go', 'q', 'l'), edge('again', 'l', 'l')] },
        ),
      );
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      expect(texts(await reply(api, sessionId, 'x')).at(-1)).toMatch(/is in a loop/);
      expect(await result(bot.id, resultId)).toMatchObject({ answers: [{ content: 'x' }] });
      expect(await toResults(short.id)).toStrictEqual([]);
    });
  });

  describe('200 for large replies', () => {
    it('stores an answer with many files', async () => {
      const { publicId } = await publishedBot(
        api,
        chatBot(
          [
            {
              id: 'g',
              blocks: [ask('q', { attachments: { isEnabled: true, saveVariableId: 'f' } }), text('t', 'ok')],
            },
          ],
          {
            variables: [{ id: 'f', name: 'Files' }],
          },
        ),
      );
      const { sessionId } = await startedChat(api, publicId);
      const attachedFileUrls = Array.from(
        { length: 100 },
        (_, index) => `https://files.example/${index}/${'x'.repeat(400)}`,
      );
      const response = await continueChat(api, sessionId, {
        message: { type: 'text', text: 'see', attachedFileUrls },
      });
      expect(response.status, response.text).toBe(200);
    });

    it('stores conversations with replies of maximum length', async () => {
      const inputs = Array.from({ length: 6 }, (_, index) => ask(`q${index}`, { variableId: `v${index}` }));
      const { publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [...inputs, ask('last')] }], {
          variables: inputs.map((_, index) => ({ id: `v${index}`, name: `V${index}` })),
        }),
      );
      const { sessionId } = await startedChat(api, publicId);
      const random = seededRandom(7);
      for (let index = 0; index < 6; index++) {
        const ideographs = Array.from({ length: 50_000 }, () =>
          String.fromCharCode(0x4e00 + Math.floor(random() * 20_000)),
        );
        expect((await reply(api, sessionId, ideographs.join(''))).input).toBeDefined();
      }
    });

    it('does not mark a stopped conversation as completed', async () => {
      const bot = await publishedBot(
        api,
        chatBot(
          [
            {
              id: 'a',
              blocks: [
                { id: 'i', type: 'text input', options: {} },
                { ...text('t', 'Round'), outgoingEdgeId: 'ab' },
              ],
            },
            { id: 'b', blocks: [{ ...text('u', 'and round'), outgoingEdgeId: 'bb' }] },
          ],
          { edges: [edge('ab', 't', 'b'), edge('bb', 'u', 'b')] },
        ),
      );
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      await reply(api, sessionId, 'x');
      expect(await result(bot.id, resultId)).toMatchObject({ hasStarted: true, isCompleted: false });
    });
  });

  describe('400', () => {
    it('for files whose URLs together exceed the length of an answer', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      const attachedFileUrls = Array.from(
        { length: 100 },
        () => `https://files.example/${'語'.repeat(9_000)}`,
      );
      const response = await continueChat(api, sessionId, {
        message: { type: 'text', text: 'x', attachedFileUrls },
      });
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });

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
      // The chat is still at the same input.
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it('for an unknown command', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      expect(
        await continueChat(api, sessionId, { message: { type: 'command', command: 'dance' } }),
      ).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });
  });

  describe('403', () => {
    it('for a page from another origin', async () => {
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

    it('for a conversation that has ended', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      await reply(api, sessionId, 'Ada');
      await reply(api, sessionId, 'ada@example.com');
      expect(await continueChat(api, sessionId, { message: 'x' })).toMatchObject(GONE);
    });

    it('for a bot without inputs', async () => {
      const { publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks: [text('t', 'Hi')] }]));
      const { sessionId } = await startedChat(api, publicId);
      expect(await continueChat(api, sessionId, { message: 'x' })).toMatchObject(GONE);
    });

    it('after the result was deleted, without restoring its answers or keeping the session', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      await reply(api, sessionId, 'Ada');
      const deleted = await api.request({ method: 'DELETE', path: `/v1/bots/${bot.id}/results/${resultId}` });
      expect(deleted.status).toBe(200);
      expect(await continueChat(api, sessionId, { message: 'ada@example.com' })).toMatchObject(GONE);
      const gone = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/results/${resultId}` });
      expect(gone.status).toBe(404);
      if (api.canReachStore) expect(await readSession(sessionId)).toBeUndefined();
    });
  });

  describe('409', () => {
    it('for a duplicate request that names its waiting block, and processes the reply once', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId, resultId, input } = await startedChat(api, bot.publicId);
      const body = { message: 'Ada', waitingBlockId: input?.id };
      expect((await continueChat(api, sessionId, body)).status).toBe(200);
      expect(await continueChat(api, sessionId, body)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      });
      expect((await result(bot.id, resultId)).answers).toHaveLength(1);
    });

    it('for all but one of several concurrent replies', async () => {
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

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
