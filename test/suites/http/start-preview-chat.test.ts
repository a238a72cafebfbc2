import { describe, expect, it } from 'vitest';
import { readOpenSession, readSession, turnWrite } from '#lib/chat/store/session-store.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { ConditionFailedError, transact, updateItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { insertToken } from '#lib/workspaces/tokens/store/token-store.ts';
import {
  ask,
  chatBot,
  contactBot,
  event,
  eventEdge,
  link,
  set,
  text,
  variables,
} from '#test/fixtures/chat-bots.ts';
import { importBot, patchBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import {
  type ChatTurn,
  continueChat,
  publishedBot,
  reply,
  startedChat,
  texts,
} from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

const GONE = { status: 404, body: { code: 'NOT_FOUND', message: 'Session not found' } };

describeApi('POST /v1/bots/{botId}/preview/startChat', (api) => {
  const preview = (botId: string, body?: unknown, more: object = {}) =>
    api.request({
      api: 'chat',
      method: 'POST',
      path: `/v1/bots/${botId}/preview/startChat`,
      ...(body !== undefined && { body }),
      ...more,
    });

  const previewed = async (botId: string, body?: unknown): Promise<ChatTurn> => {
    const response = await preview(botId, body);
    expect(response, response.text).toMatchObject({ status: 200 });
    return response.body as ChatTurn;
  };

  const toResults = async (botId: string) => {
    const { body } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results` });
    return (body as { results: unknown[] }).results;
  };

  describe('200', () => {
    it('runs the draft of a bot that was never published, and stores no result', async () => {
      const { id } = await importBot(api, contactBot());
      const start = await previewed(id);
      expect(start).toMatchObject({ bot: { id, version: '6' }, input: { id: 'name-input' } });
      expect(start).not.toHaveProperty('resultId');
      expect(start.bot).not.toHaveProperty('publishedAt');
      expect(texts(await reply(api, start.sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
      expect(texts(await reply(api, start.sessionId, 'ada@example.com'))).toStrictEqual([
        'We write to ada@example.com',
      ]);
      expect(await continueChat(api, start.sessionId, { message: 'x' })).toMatchObject(GONE);
      expect(await toResults(id)).toStrictEqual([]);
      const stats = await api.request({ method: 'GET', path: `/v1/bots/${id}/analytics/stats` });
      expect(stats.body).toMatchObject({ stats: { totalViews: 0, totalStarts: 0, totalCompleted: 0 } });
    });

    it('runs the draft instead of the published copy, and follows its changes', async () => {
      const bot = await publishedBot(api, contactBot());
      const changed = (hello: string) => {
        const { groups, variables: all } = contactBot() as {
          groups: { blocks: object[] }[];
          variables: unknown;
        };
        const [group] = groups;
        return {
          groups: [
            {
              ...group,
              blocks: [
                text('hello', hello),
                ...(group?.blocks.slice(1, 3) ?? []),
                text('nice', `${hello} {{Name}}`),
              ],
            },
          ],
          variables: all,
        };
      };
      await patchBot(api, bot.id, changed('Ahoy'));
      const { sessionId, messages } = await previewed(bot.id);
      expect(texts({ messages })[0]).toBe('Ahoy');
      await patchBot(api, bot.id, changed('Moin'));
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Moin Ada']);
      expect(texts(await startedChat(api, bot.publicId))[0]).toBe('Hello!');
    });

    it('runs the drafts of linked bots as well', async () => {
      const child = await importBot(
        api,
        chatBot([{ id: 'c', blocks: [text('t', 'from the draft'), ask('q')] }]),
      );
      const { id } = await importBot(
        api,
        chatBot([{ id: 'p', blocks: [link('l', child.id), text('u', 'back')] }]),
      );
      const start = await previewed(id);
      expect(texts(start)).toStrictEqual(['from the draft']);
      expect(texts(await reply(api, start.sessionId, 'x'))).toStrictEqual(['back']);
      expect(await toResults(child.id)).toStrictEqual([]);
    });

    it('returns logs hidden from respondents, and sends no mail', async () => {
      const { id } = await importBot(
        api,
        chatBot([
          {
            id: 'g',
            blocks: [
              { id: 'm', type: 'Email', options: { recipients: ['a@example.com'], subject: 'S', body: 'B' } },
              ask('q'),
            ],
          },
        ]),
      );
      expect((await previewed(id)).logs).toMatchObject([
        { status: 'info', description: expect.stringMatching(/preview/i) },
      ]);
    });

    it('accepts the same fields as startChat', async () => {
      const { id } = await importBot(
        api,
        chatBot([{ id: 'g', blocks: [ask('q', { variableId: 'A' }), text('t', '{{A}} {{B}}')] }], {
          variables: variables('A', 'B'),
        }),
      );
      const start = await previewed(id, {
        message: 'x',
        prefilledVariables: { B: 'y' },
        textBubbleContentFormat: 'markdown',
        isProgressBarEnabled: true,
      });
      expect(start).toMatchObject({
        messages: [{ content: { type: 'markdown', markdown: 'x y' } }],
        progress: 100,
      });
      const registered = await previewed(id, { isOnlyRegistering: true });
      expect(registered.messages).toStrictEqual([]);
      expect((await continueChat(api, registered.sessionId)).body).toMatchObject({ input: { id: 'q' } });
    });

    it.each([
      ['a group', { type: 'group', groupId: 'h' }],
      ['an event', { type: 'event', eventId: 'help' }],
    ])('starts at %s', async (_, startFrom) => {
      const { id } = await importBot(
        api,
        chatBot(
          [
            { id: 'g', blocks: [text('t', 'start')] },
            { id: 'h', blocks: [text('u', 'here')] },
          ],
          {
            events: [event('help', 'command', { command: 'help' })],
            edges: [eventEdge('help', 'h')],
          },
        ),
      );
      expect(texts(await previewed(id, { startFrom }))).toStrictEqual(['here']);
    });

    it('restarts under the same session id at any point', async () => {
      const { id } = await importBot(api, contactBot());
      const sessionId = createId();
      for (let round = 0; round < 2; round++) {
        expect(await previewed(id, { sessionId })).toMatchObject({ sessionId, input: { id: 'name-input' } });
        await reply(api, sessionId, 'Ada');
      }
      // End the chat, then start again.
      await reply(api, sessionId, 'ada@example.com');
      await previewed(id, { sessionId });
      expect(texts(await reply(api, sessionId, 'Bo'))).toStrictEqual(['Nice to meet you, Bo']);
    });

    it('starts once for concurrent requests with the same session id', async () => {
      const { id } = await importBot(api, contactBot());
      const sessionId = createId();
      const responses = await Promise.all(Array.from({ length: 6 }, () => preview(id, { sessionId })));
      expect(responses.map(({ status }) => status)).toStrictEqual(responses.map(() => 200));
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });
  });

  describe('400', () => {
    it.each([
      ['startFrom.groupId', { startFrom: { type: 'group', groupId: 'gone' } }],
      ['startFrom.eventId', { startFrom: { type: 'event', eventId: 'gone' } }],
      ['sessionId', { sessionId: 'a#b' }],
      ['sessionId', { sessionId: '' }],
      ['sessionId', { sessionId: 'guessable' }],
      ['sessionId', { sessionId: 'x'.repeat(129) }],
      ['sessionId', { sessionId: 7 }],
      ['startFrom', { startFrom: { type: 'block', blockId: 'q' } }],
      ['message', { message: 7 }],
      ['isProgressBarEnabled', { isProgressBarEnabled: 'yes' }],
    ])('reports the path %s (case %#)', async (path, body) => {
      const { id } = await importBot(api, contactBot());
      const response = await preview(id, body);
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect(JSON.stringify(response.body)).toContain(path);
    });
  });

  // A preview runs blocks that call real services, so it requires write access.
  describeBotRefusals(api, (botId, more) => preview(botId, undefined, more), { isWrite: true });

  describe('404', () => {
    it('for an archived bot', async () => {
      const { id } = await importBot(api, contactBot());
      await archiveBot(api, id);
      expect(await preview(id)).toMatchObject({ status: 404, body: { message: 'Bot not found' } });
    });

    it('for client logs, as there is no result to store them with', async () => {
      const { id } = await importBot(api, contactBot());
      const { sessionId } = await previewed(id);
      for (const version of ['v1', 'v2']) {
        const path = `/${version}/sessions/${sessionId}/clientLogs`;
        const body = { clientLogs: [{ description: 'x' }] };
        expect(await api.request({ api: 'chat', method: 'POST', path, body })).toMatchObject({
          status: 404,
          body: { message: 'The session has no result to store logs with' },
        });
      }
    });
  });

  describe.runIf(api.canReachStore)('expiry', () => {
    const HOUR_MS = 60 * 60 * 1_000;
    const getLife = async (sessionId: string) => {
      const session = await readSession(sessionId);
      if (!session) throw new Error('No session');
      return session.expiresAt.getTime() - Date.parse(session.createdAt);
    };

    it('is an hour after the start, however often the chat is continued', async () => {
      const { id } = await importBot(api, contactBot());
      const { sessionId } = await previewed(id);
      // The table stores the expiry in seconds.
      expect(Math.round((await getLife(sessionId)) / 1_000)).toBeCloseTo(HOUR_MS / 1_000, -1);
      const before = await readSession(sessionId);
      await reply(api, sessionId, 'Ada');
      expect((await readSession(sessionId))?.expiresAt).toStrictEqual(before?.expiresAt);
    });

    it('is no later than that of the token that started it', async () => {
      const { id } = await importBot(api, contactBot());
      const expiresAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 20 * 60 * 1_000);
      const { token } = await insertToken({
        workspaceId: api.workspaceId,
        role: 'editor',
        name: 'Soon over',
        expiresAt,
      });
      const response = await preview(id, undefined, { token });
      const { sessionId } = response.body as ChatTurn;
      expect((await readSession(sessionId))?.expiresAt).toStrictEqual(expiresAt);
      await reply(api, sessionId, 'Ada');
      expect((await readSession(sessionId))?.expiresAt).toStrictEqual(expiresAt);
    });

    it('makes the chat return 404', async () => {
      const { id } = await importBot(api, contactBot());
      const { sessionId } = await previewed(id);
      await updateItem(keys.session(sessionId), {
        expression: 'SET expiresAt = :past',
        values: { ':past': Math.floor(Date.now() / 1_000) - 1 },
      });
      expect(await continueChat(api, sessionId, { message: 'Ada' })).toMatchObject(GONE);
      const path = `/v1/sessions/${sessionId}/updateBot`;
      expect(await api.request({ api: 'chat', method: 'POST', path })).toMatchObject(GONE);
      expect(
        await api.request({
          api: 'chat',
          method: 'POST',
          path: '/v3/generate-upload-url',
          body: { sessionId, fileName: 'a.png' },
        }),
      ).toMatchObject(GONE);
    });

    it('is an hour after the start even if the session was created with a longer lifetime', async () => {
      const { id } = await importBot(api, contactBot());
      const { sessionId } = await previewed(id);
      await updateItem(keys.session(sessionId), {
        expression: 'SET expiresAt = :later',
        values: { ':later': Math.floor((Date.now() + 30 * 24 * HOUR_MS) / 1_000) },
      });
      await reply(api, sessionId, 'Ada');
      expect(await getLife(sessionId)).toBeLessThanOrEqual(HOUR_MS);
    });
  });

  describe('409', () => {
    it("for the session id of a respondent's chat, which stays unaffected", async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, bot.publicId);
      expect(await preview(bot.id, { sessionId })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it.runIf(api.canReachStore)('for the session id of a preview in another workspace', async () => {
      const { id } = await importBot(api, contactBot());
      const { sessionId } = await previewed(id);
      const token = await api.strangerToken();
      const me = await api.request({ method: 'GET', path: '/v1/me', token });
      const { workspaceId } = (me.body as { token: { workspaceId: string } }).token;
      const imported = await api.request({
        method: 'POST',
        path: '/v1/bots/import',
        token,
        body: { workspaceId, bot: contactBot() },
      });
      const { bot } = imported.body as { bot: { id: string } };
      expect(await preview(bot.id, { sessionId }, { token })).toMatchObject({ status: 409 });
      expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
    });

    it('for a reply to a draft archived in the meantime', async () => {
      const { id } = await importBot(api, contactBot());
      const { sessionId } = await previewed(id);
      await archiveBot(api, id);
      expect(await continueChat(api, sessionId, { message: 'Ada' })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      });
    });

    it.runIf(api.canReachStore)('for a turn of a preview restarted in the meantime', async () => {
      const { id } = await importBot(api, contactBot());
      const { sessionId } = await previewed(id);
      const before = await readOpenSession(sessionId);
      if (!before) throw new Error('No session');
      await previewed(id, { sessionId });
      const { state, expiresAt } = before;
      await expect(transact([turnWrite(before, { state, expiresAt, resultId: undefined })])).rejects.toThrow(
        ConditionFailedError,
      );
    });

    it('for a reply to a block removed from the draft', async () => {
      const { id } = await importBot(api, contactBot());
      const { sessionId } = await previewed(id);
      await patchBot(api, id, { groups: [] });
      expect(await continueChat(api, sessionId, { message: 'Ada' })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message: expect.stringMatching(/start a new chat/) },
      });
    });
  });

  describe('413', () => {
    it('for variables that together exceed the session size', async () => {
      const { id } = await importBot(api, contactBot());
      expect(await preview(id, { prefilledVariables: { Name: 'x'.repeat(100_001) } })).toMatchObject({
        status: 413,
        body: { code: 'PAYLOAD_TOO_LARGE' },
      });
    });

    it('not for a variable that becomes too large later, which is logged', async () => {
      const double = Array.from({ length: 20 }, (_, index) => set(`s${index}`, 'A', '{{A}}{{A}}'));
      const { id } = await importBot(
        api,
        chatBot([{ id: 'g', blocks: [...double, ask('q')] }], {
          variables: [{ id: 'A', name: 'A', value: 'text ' }],
        }),
      );
      const { logs = [], input } = await previewed(id);
      expect(logs.at(-1)?.description).toMatch(/"A" was not set/);
      expect(input).toMatchObject({ id: 'q' });
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
