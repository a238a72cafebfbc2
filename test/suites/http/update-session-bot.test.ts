import { describe, expect, it } from 'vitest';
import { ask, chatBot, contactBot, link, text } from '#test/fixtures/chat-bots.ts';
import { importBot, patchBot, publishBot, unpublishBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import { continueChat, publishedBot, reply, startedChat, texts } from '#test/support/chat-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { openSession } from '#test/support/open-session.ts';

const GONE = { status: 404, body: { code: 'NOT_FOUND', message: 'Session not found' } };

/** The bot after an edit: a different text after the waiting input, and one more variable. */
function changed(
  blocks = [ask('name-input', { variableId: 'v-name' }), text('nice', 'Hallo {{Name}}, {{New}}')],
) {
  const { groups, edges, variables } = chatBot([{ id: 'welcome', blocks }], {
    variables: [
      { id: 'v-name', name: 'Name', value: 'a default' },
      { id: 'v-new', name: 'New', value: 'new value' },
    ],
  });
  return { groups, edges, variables };
}

describeApi('POST /v1/sessions/{sessionId}/updateBot', (api) => {
  const update = (sessionId: string, more: object = {}) =>
    api.request({ api: 'chat', method: 'POST', path: `/v1/sessions/${sessionId}/updateBot`, ...more });

  const republish = async (botId: string, fields: Record<string, unknown> = changed()) => {
    await patchBot(api, botId, fields);
    await publishBot(api, botId);
  };

  describe('200', () => {
    it('switches a running chat to the current release at the same block', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId, {
        prefilledVariables: { Mail: 'kept@example.com' },
      });
      await republish(bot.id);
      const response = await update(sessionId);
      expect(response).toMatchObject({ status: 200, body: { message: 'success' } });
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Hallo Ada, new value']);
    });

    it('changes nothing if nothing was published since', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      for (let round = 0; round < 3; round++) expect((await update(sessionId)).status).toBe(200);
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it('is a no-op for a preview, which follows the draft anyway', async () => {
      const { id } = await importBot(api, contactBot());
      const start = await api.request({
        api: 'chat',
        method: 'POST',
        path: `/v1/bots/${id}/preview/startChat`,
      });
      const { sessionId } = start.body as { sessionId: string };
      expect((await update(sessionId)).status).toBe(200);
      await patchBot(api, id, changed());
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Hallo Ada, ']);
    });

    it('updates the linked bot that is running', async () => {
      const child = await publishedBot(
        api,
        chatBot([{ id: 'c', blocks: [ask('cq'), text('ct', 'old child')] }]),
      );
      const bot = await publishedBot(
        api,
        chatBot([{ id: 'p', blocks: [link('l', child.id), text('pt', 'parent')] }]),
      );
      const { sessionId } = await startedChat(api, bot.publicId);
      const { groups, edges } = chatBot([{ id: 'c', blocks: [ask('cq'), text('ct', 'new child')] }]);
      await republish(child.id, { groups, edges });
      expect((await update(sessionId)).status).toBe(200);
      expect(texts(await reply(api, sessionId, 'x'))).toStrictEqual(['new child', 'parent']);
    });

    it('updates the parent bot even if the running linked bot is no longer published', async () => {
      const child = await publishedBot(
        api,
        chatBot([{ id: 'c', blocks: [ask('cq'), text('ct', 'old child')] }]),
      );
      const bot = await publishedBot(
        api,
        chatBot([{ id: 'p', blocks: [link('l', child.id), text('pt', 'old parent')] }]),
      );
      const { sessionId } = await startedChat(api, bot.publicId);
      const { groups, edges } = chatBot([
        { id: 'p', blocks: [link('l', child.id), text('pt', 'new parent')] },
      ]);
      await republish(bot.id, { groups, edges });
      await unpublishBot(api, child.id);
      expect((await update(sessionId)).status).toBe(200);
      expect(texts(await reply(api, sessionId, 'x'))).toStrictEqual(['old child', 'new parent']);
    });

    it('lets a registered chat start with the latest release', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId, { isOnlyRegistering: true });
      await republish(bot.id, { ...changed([text('t', 'Newest'), ask('q')]) });
      expect((await update(sessionId)).status).toBe(200);
      expect((await continueChat(api, sessionId)).body).toMatchObject({
        messages: [{ id: 't' }],
        input: { id: 'q' },
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token, because the session id grants no right to the bot', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      expect(await update(sessionId, { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('rejects a viewer', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId);
      await republish(bot.id);
      expect(await update(sessionId, { token: await api.tokenFor('viewer') })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a session id %s', async (_, id) => {
      expect(await update(id)).toMatchObject(GONE);
    });

    it.runIf(api.canReachStore)('treats a foreign session like an unknown one', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      expect(await update(sessionId, { token: await api.strangerToken() })).toMatchObject(GONE);
    });

    it.runIf(api.canReachStore)('for a session that only accepts client logs', async () => {
      const { id } = await openSession({ workspaceId: api.workspaceId });
      expect(await update(id)).toMatchObject(GONE);
    });

    it('for a conversation that has ended', async () => {
      const { publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks: [ask('q')] }]));
      const { sessionId } = await startedChat(api, publicId);
      await reply(api, sessionId, 'x');
      expect(await update(sessionId)).toMatchObject(GONE);
    });

    it.each([
      ['unpublished', unpublishBot],
      ['archived', archiveBot],
    ])('for a bot that is %s; the chat continues unchanged', async (_, end) => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId);
      await end(api, bot.id);
      expect(await update(sessionId)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'The bot is not published' },
      });
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });
  });

  describe('409', () => {
    it('if the bot no longer contains the waiting block; the chat continues unchanged', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId);
      await republish(bot.id, changed([ask('another-input')]));
      expect(await update(sessionId)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it('for an update concurrent with a reply, without silently losing either', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId);
      await republish(bot.id);
      const [updated, replied] = await Promise.all([
        update(sessionId),
        continueChat(api, sessionId, { message: 'Ada' }),
      ]);
      expect([updated.status, replied.status]).toContain(200);
      // The reply ends the chat, so a later update finds no running chat.
      expect([200, 404, 409]).toContain(updated.status);
      expect([200, 409]).toContain(replied.status);
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId);
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => update(sessionId),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () =>
    // Sessions created directly by the suite belong to no bot.
    expectSoundTable({ except: ['missing-bot', 'session-without-result'] }),
  );
});
