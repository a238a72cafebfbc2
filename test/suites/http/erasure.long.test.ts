import { beforeAll, describe, expect, it } from 'vitest';
import { readSession } from '#lib/chat/store/session-store.ts';
import { decodeDocument, type EncodedDocument } from '#lib/platform/store/document-codec.ts';
import { type Item, queryAll, scanTable, updateItem, writeItems } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { readResult } from '#lib/results/store/result-store.ts';
import { ask, chatBot, link, text, variables } from '#test/fixtures/chat-bots.ts';
import { continueChat, publishedBot, reply, startChat, startedChat } from '#test/support/chat-client.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { type DatabaseRequest, intercepting } from '#test/support/database-requests.ts';
import { type Api, type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { storedResult } from '#test/support/stored-results.ts';

const GONE = { status: 404, body: { code: 'NOT_FOUND' } };

async function allItems(): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of scanTable()) items.push(...page);
  return items;
}

/** Returns every item of a result still in the table, as `pk sk`. */
async function countLeft(resultId: string): Promise<string[]> {
  const partitions = [keys.result(resultId).pk, keys.logPartition(resultId)];
  const items = await Promise.all(
    partitions.map((pk) => queryAll({ keyCondition: 'pk = :pk', values: { ':pk': pk } })),
  );
  return items.flat().map(({ pk, sk }) => `${pk} ${sk}`);
}

/**
 * Creates a bot that remembers its users and asks three times, with a linked bot in between that has its own
 * result.
 */
async function rememberingBot(api: Api): Promise<{ id: string; publicId: string }> {
  const linked = await publishedBot(
    api,
    chatBot([{ id: 'inner', blocks: [ask('inner-first', { variableId: 'B' }), ask('inner-second')] }], {
      variables: variables('B'),
    }),
  );
  return await publishedBot(
    api,
    chatBot(
      [
        {
          id: 'outer',
          blocks: [
            ask('name', { variableId: 'A' }),
            // Makes the outer bot write a log while the inner one waits.
            { id: 'unknown', type: 'no such block' },
            link('to-inner', linked.id, { groupId: 'inner', mergeResults: false }),
            ask('last', { variableId: 'C' }),
            text('bye', 'Bye'),
          ],
        },
      ],
      {
        variables: variables('A', 'B', 'C'),
        settings: { general: { rememberUser: { isEnabled: true } } },
      },
    ),
  );
}

type Chats = { bot: { id: string; publicId: string }; resultId: string; older: string; newer: string };

/** Starts two concurrent chats of a remembered respondent on one result. */
async function twoChats(api: Api, bot: Chats['bot'], replies = ['SECRET']): Promise<Chats> {
  const older = await startedChat(api, bot.publicId);
  const resultId = older.resultId ?? '';
  for (const message of replies) await reply(api, older.sessionId, message);
  const newer = await startedChat(api, bot.publicId, { resultId });
  expect(newer.resultId).toBe(resultId);
  for (const message of replies) await reply(api, newer.sessionId, message);
  return { bot, resultId, older: older.sessionId, newer: newer.sessionId };
}

const erase = (api: Api, { bot, resultId }: Chats): Promise<ApiResponse> =>
  api.request({ method: 'DELETE', path: `/v1/bots/${bot.id}/results/${resultId}` });

const sendLogs = (api: Api, sessionId: string, version = 'v1'): Promise<ApiResponse> =>
  api.request({
    api: 'chat',
    method: 'POST',
    path: `/${version}/sessions/${sessionId}/clientLogs`,
    body: { clientLogs: [{ description: 'SECRET' }] },
  });

/** Respondents' actions that could write after a deletion. */
const DISTURBANCES: [
  what: string,
  disturb: (api: Api, chats: Chats) => Promise<unknown>,
  replies?: string[],
][] = [
  ['a reply', (api, { newer }) => continueChat(api, newer, { message: 'SECRET' })],
  ['a reply of an earlier chat', (api, { older }) => continueChat(api, older, { message: 'SECRET' })],
  ['the first reply', (api, { newer }) => continueChat(api, newer, { message: 'SECRET' }), []],
  [
    'a reply that ends the linked bot',
    (api, { newer }) => continueChat(api, newer, { message: 'SECRET' }),
    ['SECRET', 'SECRET'],
  ],
  [
    'a remembered start',
    async (api, { bot, resultId }) => {
      const { body } = await startChat(api, bot.publicId, { resultId });
      const { sessionId } = body as { sessionId?: string };
      if (sessionId !== undefined) await continueChat(api, sessionId, { message: 'SECRET' });
    },
  ],
  [
    'a remembered start that only registers',
    async (api, { bot, resultId }) => {
      const { body } = await startChat(api, bot.publicId, { resultId, isOnlyRegistering: true });
      const { sessionId } = body as { sessionId?: string };
      if (sessionId !== undefined) await continueChat(api, sessionId, { message: 'SECRET' });
    },
  ],
  ['logs of a client', (api, { newer }) => sendLogs(api, newer)],
  ['logs of a client in an earlier chat', (api, { older }) => sendLogs(api, older, 'v2')],
  [
    'a chat brought up to date',
    (api, { newer }) => api.request({ api: 'chat', method: 'POST', path: `/v1/sessions/${newer}/updateBot` }),
  ],
];

const isOfToken = ({ text }: DatabaseRequest) => text.includes('TOKEN#');

/**
 * Runs `run`, and runs `disturb` to completion right before database request number `point`.
 *
 * @returns whether `run` made that many requests
 */
async function disturbedAt(
  point: number,
  run: () => Promise<unknown>,
  disturb: () => Promise<unknown>,
): Promise<boolean> {
  let requests = 0;
  let isDisturbing = false;
  let wasDisturbed = false;
  const failures: unknown[] = [];
  await intercepting(async (request, send) => {
    if (isDisturbing || isOfToken(request)) return await send(request.input);
    requests += 1;
    if (requests - 1 === point) {
      isDisturbing = true;
      // An error thrown here would look like a database error.
      await disturb().catch((error: unknown) => failures.push(error));
      isDisturbing = false;
      wasDisturbed = true;
    }
    return await send(request.input);
  }, run);
  if (failures.length > 0) throw failures[0];
  return wasDisturbed;
}

/** Upper bound on the requests of any operation, so that the test always ends. */
const MAX_POINTS = 40;

describeApi('Erasing a result', (api) => {
  let bot: Chats['bot'];
  beforeAll(async () => {
    bot = await rememberingBot(api);
  });

  const get = (path: string, query: Record<string, string> = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${bot.id}/results${path}`, query });

  const expectErased = async ({ resultId, older, newer }: Chats) => {
    expect(await countLeft(resultId)).toStrictEqual([]);
    for (const path of ['', '/transcript', '/logs']) {
      expect(await get(`/${resultId}${path}`)).toMatchObject(GONE);
    }
    for (const sessionId of [older, newer]) {
      // Without a message, a live chat would show the input again, with the earlier answers.
      const again = await continueChat(api, sessionId);
      expect(again).toMatchObject(GONE);
      expect(again.text).not.toContain('SECRET');
      expect(await continueChat(api, sessionId, { message: 'x' })).toMatchObject(GONE);
      expect(await sendLogs(api, sessionId)).toMatchObject(GONE);
    }
    // No session refers to the result any longer, not even one that was only registered.
    const sessions = (await allItems()).filter(({ pk }) => String(pk).startsWith('SESSION#'));
    const texts = sessions.map(({ state, ...item }) =>
      JSON.stringify([item, state && decodeDocument(state as EncodedDocument)]),
    );
    expect(texts.filter((text) => text.includes(resultId))).toStrictEqual([]);
    expect(await countLeft(resultId)).toStrictEqual([]);
  };

  describe.runIf(api.canReachStore)('ends', () => {
    it('every chat of a remembered respondent, including earlier ones', async () => {
      const chats = await twoChats(api, bot);
      expect(await erase(api, chats)).toMatchObject({ status: 200, body: { deleted: 1, remaining: false } });
      await expectErased(chats);
    });

    it('the chats of a result created before results listed their sessions', async () => {
      const chats = await twoChats(api, bot, []);
      await updateItem(keys.result(chats.resultId), {
        expression: 'REMOVE #sessions',
        names: { '#sessions': 'sessions' },
      });
      expect((await readResult(chats.resultId))?.sessions.hasList).toBe(false);
      // The first session that writes gets listed. The other chat ends with its next reply.
      await reply(api, chats.older, 'SECRET');
      expect((await readResult(chats.resultId))?.sessions.sessions).toStrictEqual({
        [chats.older]: expect.any(Number),
      });
      expect(await continueChat(api, chats.newer, { message: 'SECRET' })).toMatchObject(GONE);
      expect((await erase(api, chats)).status).toBe(200);
      expect(await countLeft(chats.resultId)).toStrictEqual([]);
      expect(await continueChat(api, chats.older)).toMatchObject(GONE);
      expect(await continueChat(api, chats.newer, { message: 'x' })).toMatchObject(GONE);
      expect(await countLeft(chats.resultId)).toStrictEqual([]);
      // In production the session would expire.
      await writeItems([{ delete: keys.session(chats.newer) }]);
    });

    it.each([
      ['knows which session wrote last', 's-last'],
      ['was moved in from elsewhere', undefined],
    ])('a chat that continues a result without a session list that %s', async (_, lastChatSessionId) => {
      const { id: resultId } = await storedResult(api.workspaceId, bot.id, { answers: 1 });
      if (lastChatSessionId !== undefined) {
        await updateItem(keys.result(resultId), {
          expression: 'SET lastChatSessionId = :last',
          values: { ':last': lastChatSessionId },
        });
      }
      const { sessionId } = await startedChat(api, bot.publicId, { resultId });
      await reply(api, sessionId, 'SECRET');
      const again = await startedChat(api, bot.publicId, { resultId });
      expect((await readResult(resultId))?.sessions).toMatchObject({
        hasList: true,
        sessions: { [sessionId]: expect.any(Number), [again.sessionId]: expect.any(Number) },
      });
      const chats = { bot, resultId, older: sessionId, newer: again.sessionId };
      expect((await erase(api, chats)).status).toBe(200);
      await expectErased(chats);
    });

    it('the oldest chat once a result has more chats than it can list', async () => {
      const chats = await twoChats(api, bot);
      for (let more = 0; more < 18; more++)
        await startedChat(api, bot.publicId, { resultId: chats.resultId });
      await reply(api, chats.older, 'still there');
      const { sessionId } = await startedChat(api, bot.publicId, { resultId: chats.resultId });
      expect(await continueChat(api, chats.older, { message: 'x' })).toMatchObject(GONE);
      expect(await readSession(chats.older)).toBeUndefined();
      await reply(api, chats.newer, 'still there');
      await reply(api, sessionId, 'still there');
      expect((await erase(api, chats)).status).toBe(200);
      await expectErased(chats);
    });
  });

  describe.runIf(api.canInjectFaults)('that was interrupted', () => {
    /**
     * Simulates an interrupted deletion: the chats are ended and their sessions gone, but everything else still
     * exists.
     */
    const interrupted = async (): Promise<Chats> => {
      const chats = await twoChats(api, bot);
      await sendLogs(api, chats.newer);
      const { value: response } = await failing(
        {
          when: ({ command, text }) => command === 'QueryCommand' && text.includes(chats.resultId),
          error: databaseError('ThrottlingException'),
        },
        () => erase(api, chats),
      );
      expect(response.status).toBe(503);
      expect(await countLeft(chats.resultId)).not.toStrictEqual([]);
      return chats;
    };

    it('no longer shows the result', async () => {
      const { resultId, older, newer } = await interrupted();
      for (const path of ['', '/transcript', '/logs']) {
        expect(await get(`/${resultId}${path}`)).toMatchObject(GONE);
      }
      expect((await get('', { limit: '500' })).text).not.toContain(resultId);
      for (const format of ['csv', 'ndjson']) {
        expect((await get('/export', { format })).text).not.toContain(resultId);
      }
      for (const sessionId of [older, newer]) expect(await continueChat(api, sessionId)).toMatchObject(GONE);
      const again = await startedChat(api, bot.publicId, { resultId });
      expect(again.resultId).not.toBe(resultId);
      expect(JSON.stringify(again)).not.toContain('SECRET');
    });

    it.each([
      ['of the result', undefined],
      ['of named results', (resultId: string) => ({ resultIds: [resultId] })],
      ['of all results', () => ({ all: true })],
    ])('is completed by another deletion %s', async (_, getBody) => {
      const chats = await interrupted();
      const { resultId } = chats;
      const response = getBody
        ? await api.request({
            method: 'DELETE',
            path: `/v1/bots/${bot.id}/results`,
            body: getBody(resultId),
          })
        : await erase(api, chats);
      expect(response).toMatchObject({ status: 200, body: { remaining: false } });
      expect(await countLeft(resultId)).toStrictEqual([]);
    });
  });

  // The target makes no difference to the table requests.
  describe.runIf(api.target === 'direct')('leaves nothing behind', () => {
    it.each(DISTURBANCES)('if interrupted at any point by %s', async (_, disturb, replies) => {
      let point = 0;
      for (; point < MAX_POINTS; point++) {
        const chats = await twoChats(api, bot, replies);
        const isReached = await disturbedAt(
          point,
          async () => {
            const response = await erase(api, chats);
            expect(response, response.text).toMatchObject({ status: 200, body: { deleted: 1 } });
          },
          () => disturb(api, chats),
        );
        await expectErased(chats);
        if (!isReached) break;
      }
      expect(point).toBeGreaterThan(3);
      expect(point).toBeLessThan(MAX_POINTS);
    });

    it.each(DISTURBANCES)('if it happens at any point during %s', async (_, disturb, replies) => {
      let point = 0;
      for (; point < MAX_POINTS; point++) {
        const chats = await twoChats(api, bot, replies);
        const isReached = await disturbedAt(
          point,
          () => disturb(api, chats),
          async () => {
            const response = await erase(api, chats);
            expect(response, response.text).toMatchObject({ status: 200, body: { deleted: 1 } });
          },
        );
        if (!isReached) break;
        await expectErased(chats);
      }
      expect(point).toBeGreaterThan(0);
      expect(point).toBeLessThan(MAX_POINTS);
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
