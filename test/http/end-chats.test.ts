import { describe, expect, it, vi } from 'vitest';
import { putItem } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';
import { ask, chatBot, contactBot, link, text } from '#test/fixtures/chat-bots.ts';
import { importBot, patchBot, publishBot, unpublishBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import {
  type ChatTurn,
  continueChat,
  publishedBot,
  reply,
  startChat,
  startedChat,
  texts,
} from '#test/support/chat-client.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { type DatabaseRequest, intercepting } from '#test/support/database-requests.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals, type SendAbout } from '#test/support/describe-bot-refusals.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

const ENDED = { status: 404, body: { code: 'NOT_FOUND', message: expect.stringMatching(/ended its chats/) } };

describeApi('POST /v1/bots/{botId}/endChats', (api) => {
  const send: SendAbout = (botId, more = {}) =>
    api.request({ method: 'POST', path: `/v1/bots/${botId}/endChats`, ...more });

  const end = async (botId: string): Promise<string> => {
    const response = await send(botId);
    expect(response, response.text).toMatchObject({ status: 200 });
    return (response.body as { endedAt: string }).endedAt;
  };

  const ofSession = (path: string, body?: object, more: object = {}) =>
    api.request({ api: 'chat', method: 'POST', path, ...(body && { body }), ...more });

  describe('200', () => {
    it('ends the chats that run, and no later ones', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      await end(id);
      expect(await continueChat(api, sessionId, { message: 'Ada' })).toMatchObject(ENDED);
      expect(await continueChat(api, sessionId)).toMatchObject(ENDED);
      const later = await startedChat(api, publicId);
      expect(texts(await reply(api, later.sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it('may be repeated, and then ends those that began in between', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const first = await end(id);
      const { sessionId } = await startedChat(api, publicId);
      const second = await end(id);
      expect(Date.parse(second)).toBeGreaterThan(Date.parse(first));
      expect(await continueChat(api, sessionId, { message: 'Ada' })).toMatchObject(ENDED);
    });

    it.each<[how: string, stop: (botId: string) => Promise<unknown>]>([
      ['closed', (id) => patchBot(api, id, { isClosed: true })],
      ['unpublished', (id) => unpublishBot(api, id)],
      ['archived', (id) => archiveBot(api, id)],
    ])('ends those of a bot that is %s', async (_, stop) => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const [asked, other] = [await startedChat(api, publicId), await startedChat(api, publicId)];
      await stop(id);
      // Stopping a bot only keeps new chats from starting. On other targets this reply would make the
      // instance remember for a minute that the bot runs.
      if (api.canInjectFaults) await reply(api, other.sessionId, 'Ada');
      expect((await startChat(api, publicId)).status).not.toBe(200);
      await end(id);
      expect(await continueChat(api, asked.sessionId, { message: 'Ada' })).toMatchObject(ENDED);
    });

    it('ends those in which it is linked, or has linked to another bot', async () => {
      const inner = await publishedBot(api, chatBot([{ id: 'i', blocks: [ask('q')] }]));
      const outer = await publishedBot(
        api,
        chatBot([{ id: 'o', blocks: [ask('first'), link('l', inner.id), text('t', 'back')] }]),
      );
      // On other targets the instance remembers for a minute that the outer bot runs.
      for (const ended of api.canInjectFaults ? [inner, outer] : [inner]) {
        const { sessionId } = await startedChat(api, outer.publicId);
        await reply(api, sessionId, 'into the inner bot');
        await end(ended.id);
        expect(await continueChat(api, sessionId, { message: 'x' })).toMatchObject(ENDED);
      }
      // A chat that has not reached the inner bot yet is not ended.
      const { sessionId } = await startedChat(api, outer.publicId);
      await end(inner.id);
      expect((await continueChat(api, sessionId, { message: 'x' })).status).toBe(200);
    });

    it('ends previews', async () => {
      const { id } = await importBot(api, contactBot());
      const preview = await ofSession(`/v1/bots/${id}/preview/startChat`);
      const { sessionId } = preview.body as ChatTurn;
      await end(id);
      expect(await continueChat(api, sessionId, { message: 'Ada' })).toMatchObject(ENDED);
    });

    it('leaves nothing that a chat could do but send the logs of its page', async () => {
      const { id, publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [{ id: 'file', type: 'file input', options: {} }] }]),
      );
      const { sessionId } = await startedChat(api, publicId);
      await end(id);
      expect(await ofSession(`/v1/sessions/${sessionId}/updateBot`)).toMatchObject(ENDED);
      expect(await ofSession('/v3/generate-upload-url', { sessionId, fileName: 'a.png' })).toMatchObject(
        ENDED,
      );
      const logs = { clientLogs: [{ description: 'It was over' }] };
      expect((await ofSession(`/v1/sessions/${sessionId}/clientLogs`, logs)).status).toBe(200);
    });

    it('keeps the results, and the chats of other bots', async () => {
      const [bot, other] = [await publishedBot(api, contactBot()), await publishedBot(api, contactBot())];
      const ended = await startedChat(api, bot.publicId);
      await reply(api, ended.sessionId, 'Ada');
      const running = await startedChat(api, other.publicId);
      await end(bot.id);
      const path = `/v1/bots/${bot.id}/results/${ended.resultId}`;
      const { body } = await api.request({ method: 'GET', path });
      expect(body).toMatchObject({ result: { answers: [{ content: 'Ada' }] } });
      expect((await continueChat(api, running.sessionId, { message: 'Ada' })).status).toBe(200);
    });
  });

  describe.runIf(api.canInjectFaults)('200 at the same moment', () => {
    it('as a chat begins: it is over when the bot was still published for it', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      let isEnding = false;
      const { body } = await intercepting(
        async (request, forward) => {
          if (!isEnding && request.command === 'TransactWriteItemsCommand') {
            isEnding = true;
            await unpublishBot(api, id);
            await end(id);
          }
          return await forward(request.input);
        },
        () => startChat(api, publicId),
      );
      const { sessionId } = body as ChatTurn;
      expect(await continueChat(api, sessionId, { message: 'Ada' })).toMatchObject(ENDED);
    });
  });

  // Only in this process do the functions share the test's clock, and one of the two such targets is enough.
  describe.runIf(api.target === 'direct')('costs a chat', () => {
    const isEndRead = ({ text: request }: DatabaseRequest) => request.includes('CHATS_ENDED');

    it('half a read unit a minute and bot, and is known after a minute', async () => {
      const { id, publicId } = await publishedBot(
        api,
        chatBot([{ id: 'g', blocks: [ask('a'), ask('b'), ask('c'), ask('d')] }]),
      );
      const { sessionId } = await startedChat(api, publicId);
      const startMs = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: startMs });
      try {
        const replyAt = (ms: number) => {
          vi.setSystemTime(startMs + ms);
          return measureConsumption(() => continueChat(api, sessionId, { message: 'x' }), isEndRead);
        };
        expect(await replyAt(0)).toMatchObject({
          commands: ['GetItemCommand'],
          readUnits: 0.5,
          value: { status: 200 },
        });
        // Written as another instance would, so this one cannot know about it yet.
        await putItem({ ...keys.chatsEnd(id), endedAt: new Date(startMs + 1).toISOString() });
        expect(await replyAt(59_000)).toMatchObject({ commands: [], value: { status: 200 } });
        expect(await replyAt(60_000)).toMatchObject({ commands: ['GetItemCommand'], value: { status: 404 } });
        expect(await replyAt(61_000)).toMatchObject({ commands: [], value: { status: 404 } });
      } finally {
        vi.useRealTimers();
      }
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('for a viewer, and the chats go on', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      expect((await send(id, { token: await api.tokenFor('viewer') })).status).toBe(403);
      await reply(api, sessionId, 'Ada');
    });
  });

  describe.runIf(api.canReachStore)('404', () => {
    it('for a stranger, and the chats go on', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      expect((await send(id, { token: await api.strangerToken() })).status).toBe(404);
      await reply(api, sessionId, 'Ada');
    });
  });

  it('changes nothing of the bot', async () => {
    const { id } = await publishedBot(api, contactBot());
    const get = () => api.request({ method: 'GET', path: `/v1/bots/${id}` });
    const before = await get();
    await end(id);
    await publishBot(api, id);
    expect((await get()).body).toStrictEqual(before.body);
  });

  describeBotRefusals(api, send, { isWrite: true });

  it.runIf(api.canInjectFaults)('leaves a sound table behind', () => expectSoundTable());
});
