import { describe, expect, it, vi } from 'vitest';
import { putItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
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

const ENDED = { status: 404, body: { code: 'NOT_FOUND', message: expect.stringMatching(/ended this chat/) } };

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
    it('ends running chats, but not later ones', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      await end(id);
      expect(await continueChat(api, sessionId, { message: 'Ada' })).toMatchObject(ENDED);
      expect(await continueChat(api, sessionId)).toMatchObject(ENDED);
      const later = await startedChat(api, publicId);
      expect(texts(await reply(api, later.sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it('can be repeated to end chats started in between', async () => {
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
    ])('ends the chats of a bot that is %s', async (_, stop) => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const [asked, other] = [await startedChat(api, publicId), await startedChat(api, publicId)];
      await stop(id);
      // Stopping a bot only prevents new chats, so this one continues. On other targets, this reply would
      // make the instance cache for a minute that the bot's chats have not been ended.
      if (api.canInjectFaults) await reply(api, other.sessionId, 'Ada');
      expect((await startChat(api, publicId)).status).not.toBe(200);
      await end(id);
      expect(await continueChat(api, asked.sessionId, { message: 'Ada' })).toMatchObject(ENDED);
    });

    it('ends chats in which the bot is linked or links to another bot', async () => {
      const inner = await publishedBot(api, chatBot([{ id: 'i', blocks: [ask('q')] }]));
      const outer = await publishedBot(
        api,
        chatBot([{ id: 'o', blocks: [ask('first'), link('l', inner.id), text('t', 'back')] }]),
      );
      // On other targets, the instance caches for a minute that the outer bot's chats have not been ended.
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

    it('only allows an ended chat to send client logs', async () => {
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

    it('keeps results and the chats of other bots', async () => {
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

  describe.runIf(api.canInjectFaults)('200 concurrently', () => {
    it('with a starting chat: ends it if it started while the bot was published', async () => {
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

  // Functions share the test's clock only if they run in this process. One of the two targets that do so is
  // enough.
  describe.runIf(api.target === 'direct')('cost for a chat', () => {
    const isEndRead = ({ text: request }: DatabaseRequest) => request.includes('CHATS_ENDED');

    it('is half a read unit per minute and bot, and the end is noticed within a minute', async () => {
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
        // Written directly, as if by another instance, so this one cannot know about it yet.
        await putItem({ ...keys.chatsEnd(id), endedAt: new Date(startMs + 1).toISOString() });
        expect(await replyAt(59_000)).toMatchObject({ commands: [], value: { status: 200 } });
        expect(await replyAt(60_001)).toMatchObject({ commands: ['GetItemCommand'], value: { status: 404 } });
        expect(await replyAt(61_000)).toMatchObject({ commands: [], value: { status: 404 } });
      } finally {
        vi.useRealTimers();
      }
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('for a viewer, and chats continue', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      expect((await send(id, { token: await api.tokenFor('viewer') })).status).toBe(403);
      await reply(api, sessionId, 'Ada');
    });
  });

  describe.runIf(api.canReachStore)('404', () => {
    it('for a stranger, and chats continue', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      expect((await send(id, { token: await api.strangerToken() })).status).toBe(404);
      await reply(api, sessionId, 'Ada');
    });
  });

  it('does not change the bot', async () => {
    const { id } = await publishedBot(api, contactBot());
    const get = () => api.request({ method: 'GET', path: `/v1/bots/${id}` });
    const before = await get();
    await end(id);
    await publishBot(api, id);
    expect((await get()).body).toStrictEqual(before.body);
  });

  describeBotRefusals(api, send, { isWrite: true });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
