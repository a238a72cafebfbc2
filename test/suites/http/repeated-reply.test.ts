import { afterEach, describe, expect, it } from 'vitest';
import { readChatSession } from '#lib/chat/store/session-store.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, contactBot, edge, text } from '#test/fixtures/chat-bots.ts';
import { importBot, publishBot } from '#test/support/bot-client.ts';
import { CASES, type Case, readCase } from '#test/support/cases.ts';
import {
  continueChat,
  publishedBot,
  startedChat,
  type ChatTurn as Turn,
  texts,
} from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

const MOVED_ON = { status: 409, body: { code: 'CONFLICT' } };

/** A flow that asks with the same block again and again, as menus do. */
const loopBot = () =>
  chatBot(
    [
      {
        id: 'menu',
        blocks: [
          text('t', 'And then? So far: {{All}}'),
          ask('again', { variableId: 'v' }),
          collect('to-menu'),
        ],
      },
    ],
    { variables: [...VARIABLES, { id: 'all', name: 'All' }], edges: [edge('to-menu', 'collect', 'menu')] },
  );
const VARIABLES = [{ id: 'v', name: 'Reply' }];
const collect = (outgoingEdgeId: string) => ({
  id: 'collect',
  type: 'Set variable',
  outgoingEdgeId,
  options: { variableId: 'all', expressionToEvaluate: '{{All}}{{Reply}},' },
});

/** A loop in which the page sets a variable. */
const clientBot = () =>
  chatBot(
    [
      {
        id: 'g',
        blocks: [
          text('t', 'So far: {{All}}'),
          {
            id: 'set',
            type: 'Set variable',
            options: {
              variableId: 'v',
              expressionToEvaluate: 'navigator.language',
              isCode: true,
              isExecutedOnClient: true,
            },
          },
          collect('to-g'),
        ],
      },
    ],
    { variables: [...VARIABLES, { id: 'all', name: 'All' }], edges: [edge('to-g', 'collect', 'g')] },
  );

/** A loop that waits for an event of an embedded page. */
const embedBot = () =>
  chatBot(
    [
      {
        id: 'g',
        blocks: [
          text('t', 'So far: {{All}}'),
          {
            id: 'e',
            type: 'embed',
            content: {
              url: 'https://forms.example/f',
              waitForEvent: { isEnabled: true, name: 'done', saveDataInVariableId: 'v' },
            },
          },
          collect('to-g'),
        ],
      },
    ],
    { variables: [...VARIABLES, { id: 'all', name: 'All' }], edges: [edge('to-g', 'collect', 'g')] },
  );

const bubbles = ({ messages }: Turn) => messages.map(({ id, content }) => [id, content]);

describeApi('A reply that names its turn', (api) => {
  const started = async (bot: JsonObject): Promise<Turn & { botId: string }> => {
    const { id, publicId } = await publishedBot(api, bot);
    const turn = await startedChat(api, publicId);
    expect(turn.turnId).toMatch(/^\S{1,40}$/);
    return { ...turn, botId: id };
  };
  const send = async (sessionId: string, turnId: string | undefined, message?: unknown) => {
    const { status, body } = await continueChat(api, sessionId, { message, turnId });
    return { status, body: body as Turn };
  };
  const accepted = async (
    sessionId: string,
    turnId: string | undefined,
    message?: unknown,
  ): Promise<Turn> => {
    const { status, body } = await send(sessionId, turnId, message);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const getLatest = async (sessionId: string, more: JsonObject = {}) => {
    const { status, body } = await continueChat(api, sessionId, { isCatchingUp: true, ...more });
    return { status, body: body as Turn };
  };
  const getAnswers = async (botId: string, resultId: string | undefined): Promise<string[]> => {
    const { body } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results/${resultId}` });
    const { answers } = (body as { result: { answers: { content: string }[] } }).result;
    return answers.map(({ content }) => content);
  };

  it.skipIf(CASES.length === 0)('is not taken for the next question (01)', async () => {
    const { bot, reply } = readCase<Case & { reply: string }>('01');
    const { botId, sessionId, resultId, turnId } = await started(bot);
    const first = await accepted(sessionId, turnId, reply);
    expect(await accepted(sessionId, turnId, reply)).toStrictEqual(first);
    expect(texts(first)).toStrictEqual(['Your city?']);
    const second = await accepted(sessionId, first.turnId, 'Lisboa');
    expect(texts(second)).toStrictEqual(['Name Ana, city Lisboa']);
    expect(await getAnswers(botId, resultId)).toStrictEqual(['Ana', 'Lisboa']);
  });

  // Kinds of questions, with the replies to give.
  const KINDS: [string, () => JsonObject, unknown[]][] = [
    ['questions in a row', contactBot, ['Ada', 'ada@example.com']],
    ['a block that asks again in a loop', loopBot, ['a', 'a', 'b']],
    ['a text that is empty', loopBot, ['', '', 'b']],
    ['a client-side action', clientBot, ['en', 'en', undefined]],
    ['an event of an embedded page', embedBot, ['one', 'one', undefined]],
    [
      'a message with a file',
      loopBot,
      [{ type: 'text', text: 'x', attachedFileUrls: ['https://a.example/f'] }],
    ],
  ];

  describe.each(KINDS)('to %s', (_, bot, replies) => {
    it('gets the same response however often it is sent', async () => {
      const { botId, sessionId, resultId, turnId } = await started(bot());
      const once = await started(bot());
      let [twice, single]: (string | undefined)[] = [turnId, once.turnId];
      for (const reply of replies) {
        const response = await accepted(sessionId, twice, reply);
        expect(await accepted(sessionId, twice, reply)).toStrictEqual(response);
        expect(await accepted(sessionId, twice, reply)).toStrictEqual(response);
        const expected = await accepted(once.sessionId, single, reply);
        expect(bubbles(response)).toStrictEqual(bubbles(expected));
        expect(response.input).toStrictEqual(expected.input);
        [twice, single] = [response.turnId, expected.turnId];
      }
      expect(await getAnswers(botId, resultId)).toStrictEqual(await getAnswers(once.botId, once.resultId));
    });

    it('gets 409 once the chat has moved on, and changes nothing', async () => {
      const { botId, sessionId, resultId, turnId } = await started(bot());
      const next = await accepted(sessionId, turnId, replies[0]);
      const before = await getAnswers(botId, resultId);
      for (const late of ['something else', undefined, 'one more'].filter((reply) => reply !== replies[0])) {
        expect(await send(sessionId, turnId, late)).toMatchObject(MOVED_ON);
      }
      expect(await getAnswers(botId, resultId)).toStrictEqual(before);
      expect((await getLatest(sessionId)).body).toStrictEqual(next);

      const further = await accepted(sessionId, next.turnId, replies[1] ?? 'b');
      const after = await getAnswers(botId, resultId);
      const { status } = await send(sessionId, turnId, replies[0]);
      expect(status).toBe(further.turnId === undefined ? 404 : 409);
      expect(await getAnswers(botId, resultId)).toStrictEqual(after);
    });

    it('is followed by a turn that can be read again', async () => {
      const { sessionId, turnId } = await started(bot());
      const atStart = await getLatest(sessionId);
      expect(atStart).toMatchObject({ status: 200, body: { turnId } });
      const next = await accepted(sessionId, turnId, replies[0]);
      expect((await getLatest(sessionId)).body).toStrictEqual(next);
      expect((await getLatest(sessionId)).body).toStrictEqual(next);
      expect(next.turnId).not.toBe(turnId);
    });
  });

  it('is taken once of many at the same time, and each gets its response', async () => {
    const { botId, sessionId, resultId, turnId } = await started(loopBot());
    const responses = await Promise.all(Array.from({ length: 6 }, () => send(sessionId, turnId, 'a')));
    for (const response of responses) {
      expect(response).toStrictEqual({ status: 200, body: responses[0]?.body });
    }
    expect(texts(responses[0]?.body ?? { messages: [] })).toStrictEqual(['And then? So far: a,']);
    expect(await getAnswers(botId, resultId)).toStrictEqual(['a']);
  });

  it('is taken once of several different ones at the same time', async () => {
    const { botId, sessionId, resultId, turnId } = await started(loopBot());
    const responses = await Promise.all(['a', 'b', 'c', 'd'].map((reply) => send(sessionId, turnId, reply)));
    expect(responses.map(({ status }) => status).toSorted()).toStrictEqual([200, 409, 409, 409]);
    expect(await getAnswers(botId, resultId)).toHaveLength(1);
  });

  it('to an input that asked again answers the same turn', async () => {
    const { botId, sessionId, resultId, turnId } = await started(contactBot());
    const mail = await accepted(sessionId, turnId, 'Ada');
    const again = await accepted(sessionId, mail.turnId, 'nonsense');
    expect(again).toMatchObject({ turnId: mail.turnId, input: { id: 'mail-input' } });
    expect(await accepted(sessionId, mail.turnId, 'nonsense')).toStrictEqual(again);
    const end = await accepted(sessionId, mail.turnId, 'ada@example.com');
    // The invalid reply arrives late, when the chat is over.
    expect((await send(sessionId, mail.turnId, 'nonsense')).status).toBe(404);
    expect(await accepted(sessionId, mail.turnId, 'ada@example.com')).toStrictEqual(end);
    expect(await getAnswers(botId, resultId)).toStrictEqual(['Ada', 'ada@example.com']);
  });

  it('gets the end of the chat again, and no other reply does', async () => {
    const { sessionId, turnId } = await started(contactBot());
    const mail = await accepted(sessionId, turnId, 'Ada');
    const end = await accepted(sessionId, mail.turnId, 'ada@example.com');
    expect(end).not.toHaveProperty('turnId');
    expect(texts(end)).toStrictEqual(['We write to ada@example.com']);
    expect(await accepted(sessionId, mail.turnId, 'ada@example.com')).toStrictEqual(end);
    expect((await getLatest(sessionId)).body).toStrictEqual(end);
    for (const late of ['Ada', 'bob@example.com', undefined]) {
      expect((await send(sessionId, mail.turnId, late)).status).toBe(404);
    }
    expect((await continueChat(api, sessionId, { message: 'ada@example.com' })).status).toBe(404);
  });

  it('leaves responses to clients that name no turn as they are', async () => {
    const { sessionId } = await started(contactBot());
    const { body } = await continueChat(api, sessionId, { message: 'Ada' });
    expect(body).not.toHaveProperty('turnId');
    const latest = await getLatest(sessionId);
    expect(texts(latest.body)).toStrictEqual(['Nice to meet you, Ada']);
    expect(latest.body).toMatchObject({ input: { id: 'mail-input' }, turnId: expect.any(String) });
    expect(await accepted(sessionId, latest.body.turnId, 'a@b.co')).not.toHaveProperty('turnId');
  });

  it('still counts after the bot was brought up to date', async () => {
    const { id, publicId } = await publishedBot(api, contactBot());
    const chat = await startedChat(api, publicId);
    const mail = await accepted(chat.sessionId, chat.turnId, 'Ada');
    await publishBot(api, id);
    const path = `/v1/sessions/${chat.sessionId}/updateBot`;
    expect((await api.request({ api: 'chat', method: 'POST', path })).status).toBe(200);
    expect(await accepted(chat.sessionId, chat.turnId, 'Ada')).toStrictEqual(mail);
    expect(texts(await accepted(chat.sessionId, mail.turnId, 'ada@example.com'))).toHaveLength(1);
  });

  it('to an earlier run of a preview is not taken by the next', async () => {
    const { id } = await importBot(api, contactBot());
    const sessionId = 'a-preview-that-is-restarted';
    const path = `/v1/bots/${id}/preview/startChat`;
    const start = async () => {
      const { body } = await api.request({ api: 'chat', method: 'POST', path, body: { sessionId } });
      return body as Turn;
    };
    const first = await start();
    const second = await start();
    expect(second.turnId).not.toBe(first.turnId);
    expect(await send(sessionId, first.turnId, 'Ada')).toMatchObject(MOVED_ON);
    expect(texts(await accepted(sessionId, second.turnId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
  });

  it('starts a flow that was only registered, once', async () => {
    const { publicId } = await publishedBot(api, contactBot());
    const chat = await startedChat(api, publicId, { isOnlyRegistering: true });
    expect(await getLatest(chat.sessionId)).toStrictEqual({
      status: 200,
      body: { messages: [], turnId: chat.turnId },
    });
    const first = await accepted(chat.sessionId, chat.turnId);
    expect(await accepted(chat.sessionId, chat.turnId)).toStrictEqual(first);
  });

  it.each(['/v1/sendMessage', '/v2/sendMessage'])('may come by %s', async (path) => {
    const { sessionId, turnId } = await started(contactBot());
    const post = async () =>
      (await api.request({ api: 'chat', method: 'POST', path, body: { sessionId, turnId, message: 'Ada' } }))
        .body;
    const first = await post();
    expect(first).toMatchObject({ input: { id: 'mail-input' }, turnId: expect.any(String) });
    expect(await post()).toStrictEqual(first);
  });

  it('that is unknown gets 409', async () => {
    const { sessionId } = await started(contactBot());
    for (const turnId of ['', '0', 'x'.repeat(1_000), '1-']) {
      expect(await send(sessionId, turnId, 'Ada')).toMatchObject(MOVED_ON);
    }
  });

  describe('whose response is too large to be kept', () => {
    const largeBot = () => {
      const noise = Array.from({ length: 12_000 }, (_, index) => ((index * 7_919) % 6_553).toString(36)).join(
        ' ',
      );
      return chatBot(
        [
          {
            id: 'g',
            blocks: [
              ask('first', { variableId: 'v' }),
              text('large', noise),
              text('q', 'Hello {{Reply}}, your city?'),
              ask('second'),
            ],
          },
        ],
        { variables: VARIABLES },
      );
    };

    it('is recognized, and the question is built again', async () => {
      const { sessionId, turnId, botId, resultId } = await started(largeBot());
      const next = await accepted(sessionId, turnId, 'Ada');
      if (api.canReachStore) {
        expect((await readChatSession(sessionId))?.lastTurn).not.toHaveProperty('response');
      }
      const again = await accepted(sessionId, turnId, 'Ada');
      expect(again).toMatchObject({ turnId: next.turnId, input: next.input });
      expect(bubbles(again)).toStrictEqual(bubbles(next));
      await accepted(sessionId, again.turnId, 'Lisboa');
      expect(await getAnswers(botId, resultId)).toStrictEqual(['Ada', 'Lisboa']);
    });
  });

  afterEach(async () => {
    if (api.canInjectFaults) await expectSoundTable();
  });
});
