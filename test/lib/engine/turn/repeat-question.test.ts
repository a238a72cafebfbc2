import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, jump, link, set, text } from '#test/fixtures/chat-bots.ts';
import { harmlessPorts } from '#test/support/chat/block-context.ts';
import { toFlow } from '#test/support/chat/replay.ts';
import { Talk } from '#test/support/chat/talk.ts';
import { texts } from '#test/support/chat-client.ts';
import { EngineConversation } from '#test/support/engine-conversation.ts';
import { readTranscript, readTranscriptBot, TRANSCRIPTS } from '#test/support/transcripts.ts';

const VARIABLES = [
  { id: 'v', name: 'Name' },
  { id: 'n', name: 'Count' },
];
const bot = (blocks: JsonObject[], more: JsonObject = {}) =>
  chatBot([{ id: 'g', blocks }], { variables: VARIABLES, ...more });

/** Talks, and repeats the question: its texts, the id of its input, and the types of its actions. */
async function repeated(
  document: JsonObject,
  replies: string[] = [],
  linked: Record<string, JsonObject> = {},
) {
  const talk = new Talk(document, { linked });
  await talk.start();
  for (const reply of replies) await talk.say(reply);
  const before = JSON.stringify(talk.chat.state);
  const response = await talk.chat.repeatQuestion();
  expect(JSON.stringify(talk.chat.state)).toBe(before);
  const { messages, input, clientSideActions = [] } = response;
  const shown = messages.filter(({ type }) => type === 'text');
  return {
    texts: texts({ messages: shown }),
    messages: messages.map(({ id }) => id),
    input: input?.id,
    actions: clientSideActions.map(({ type }) => type),
  };
}

describe('A repeated question', () => {
  it.each<[string, JsonObject, string[], object]>([
    [
      'has the bubbles right before its input',
      bot([
        text('a', 'Hi'),
        ask('i', { variableId: 'v' }),
        text('b', 'Hi {{Name}}'),
        text('c', 'Age?'),
        ask('j'),
      ]),
      ['Ada'],
      { texts: ['Hi Ada', 'Age?'], input: 'j' },
    ],
    [
      'may have no bubbles',
      bot([text('a', 'Hi'), set('s', 'v', 'x'), ask('i')]),
      [],
      { texts: [], input: 'i' },
    ],
    [
      'has the values of now in a loop',
      bot([text('a', 'So far {{Name}}'), ask('i', { variableId: 'v' }), jump('back', 'g')]),
      ['a', 'b'],
      { texts: ['So far b'], input: 'i' },
    ],
    [
      'is not asked again as if a reply had been invalid',
      bot([text('a', 'Mail?'), { id: 'm', type: 'email input', options: {} }]),
      ['nonsense'],
      { texts: ['Mail?'], input: 'm' },
    ],
    [
      'is an action that the page has to do',
      bot([
        text('a', 'Just a moment'),
        {
          id: 's',
          type: 'Set variable',
          options: { variableId: 'v', expressionToEvaluate: '1', isCode: true, isExecutedOnClient: true },
        },
        ask('i'),
      ]),
      [],
      { texts: ['Just a moment'], input: undefined, actions: ['setVariable'] },
    ],
    [
      'is an embedded page that sends an event',
      bot([
        text('a', 'Fill in:'),
        {
          id: 'e',
          type: 'embed',
          content: { url: 'https://forms.example', waitForEvent: { isEnabled: true, name: 'done' } },
        },
        ask('i'),
      ]),
      [],
      { texts: ['Fill in:'], messages: ['a', 'e'], input: undefined },
    ],
  ])('%s', async (_, document, replies, expected) => {
    expect(await repeated(document, replies)).toMatchObject(expected);
  });

  it('is that of a linked bot while it runs', async () => {
    const main = bot([text('a', 'Main'), link('l', 'other'), ask('i')]);
    const other = chatBot([{ id: 'g', blocks: [text('o', 'Other?'), ask('j')] }]);
    expect(await repeated(main, [], { other })).toMatchObject({ texts: ['Other?'], input: 'j' });
  });

  it('is refused once the block is gone', async () => {
    const flow = toFlow(bot([ask('i')]), 'b');
    const changed = toFlow(bot([ask('k')]), 'b');
    let current = flow;
    const chat = new EngineConversation(() => current, harmlessPorts());
    await chat.start(flow);
    current = changed;
    await expect(chat.repeatQuestion()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('has no question before the flow has begun', async () => {
    const talk = new Talk(bot([text('a', 'Hi'), ask('i')]));
    await talk.start({ isOnlyRegistering: true });
    expect(await talk.chat.repeatQuestion()).toStrictEqual({ messages: [] });
  });

  it.skipIf(TRANSCRIPTS.length === 0)('shows the input that recorded conversations show', async () => {
    let compared = 0;
    for (const name of TRANSCRIPTS) {
      const transcript = readTranscript(name);
      for (const { steps } of Object.values(transcript.conversations)) {
        const talk = new Talk(readTranscriptBot(transcript));
        const { chat } = talk;
        for (const { request, status } of steps) {
          if (status !== 200) break;
          const isStart = request.operation === 'startChat';
          const { input } = isStart ? await talk.start(request.body) : await chat.continue(request.body);
          if (!chat.state) break;
          expect(
            (await chat.repeatQuestion()).input,
            `${name} ${JSON.stringify(request.body)}`,
          ).toStrictEqual(input);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(500);
  });
});
