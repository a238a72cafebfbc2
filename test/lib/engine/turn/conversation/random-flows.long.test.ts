import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnResponse } from '#lib/chat/chat-schema.ts';
import type { SentMessage } from '#lib/chat/sent-message.ts';
import type { ChatResponse } from '#lib/engine/turn/chat-response.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { Talk } from '#test/support/chat/talk.ts';

/*
 * Random flows and random replies. Every turn must get a response within its limits that correctly says
 * whether the chat is waiting.
 */

const GROUPS = ['a', 'b', 'c', 'd'];
const BLOCKS_PER_GROUP = 4;
const VARIABLES = ['V', 'W', 'X'];
const MAX_MESSAGES = 1_010;
const MAX_STATE_CHARS = 300_000;

const variableId = fc.constantFrom(...VARIABLES, 'gone');
const groupId = fc.constantFrom(...GROUPS, 'gone', '{{V}}', '');
/** `e0` to `e5` can have a target. `gone` never has one. */
const edgeId = fc.constantFrom('e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'gone');
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const label = fc.constantFrom('x', '{{V}}', '{{W}} and {{W}}', '{{X}}{{X}}', 'a', '');

const item = fc.record(
  {
    id: fc.constantFrom('i', 'j', 'k'),
    content: label,
    outgoingEdgeId: edgeId,
  },
  { requiredKeys: ['id'] },
);

const condition = fc.record(
  {
    id: fc.constantFrom('i', 'j'),
    outgoingEdgeId: edgeId,
    content: fc.record({
      logicalOperator: fc.constantFrom('AND', 'OR'),
      comparisons: fc.array(
        fc.record({
          id: fc.constant('c'),
          variableId,
          comparisonOperator: fc.constantFrom('Equal to', 'Contains', 'Is set', 'Is empty', 'Greater than'),
          value: label,
        }),
        { maxLength: 2 },
      ),
    }),
  },
  { requiredKeys: ['id'] },
);

const body: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({
    type: fc.constant('text'),
    content: label.map((text) => ({ richText: [{ type: 'p', children: [{ text }] }] })),
  }),
  fc.record({
    type: fc.constantFrom('text input', 'email input', 'number input', 'file input'),
    options: fc.record({ variableId, isRequired: fc.boolean() }, { requiredKeys: [] }),
  }),
  fc.record({
    type: fc.constantFrom('choice input', 'picture choice input', 'cards'),
    items: fc.array(item, { maxLength: 3 }),
    options: fc.record(
      { variableId, isMultipleChoice: fc.boolean(), dynamicVariableId: variableId },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ type: fc.constant('Condition'), items: fc.array(condition, { maxLength: 2 }) }),
  fc.record({ type: fc.constant('AB test'), items: fc.array(item, { minLength: 2, maxLength: 2 }) }),
  fc.record({
    type: fc.constant('Jump'),
    options: fc.record(
      { groupId, blockId: fc.constantFrom('a0', 'b1', 'gone') },
      { requiredKeys: ['groupId'] },
    ),
  }),
  fc.record({ type: fc.constant('Return') }),
  fc.record({
    type: fc.constant('Typebot link'),
    options: fc.record(
      { typebotId: fc.constantFrom('current', 'main', 'other', 'gone'), groupId, mergeResults: fc.boolean() },
      { requiredKeys: ['typebotId'] },
    ),
  }),
  fc.record({
    type: fc.constant('Set variable'),
    options: fc.oneof(
      fc.record({
        variableId,
        type: fc.constantFrom('Empty', 'Pop', 'Shift', 'Transcript', 'Random ID', 'Device type'),
      }),
      fc.record({ variableId, type: fc.constant('Append value(s)'), item: label }),
      fc.record({ variableId, expressionToEvaluate: fc.constantFrom('{{V}}', '{{W}}', '{{X}}') }),
    ),
  }),
  fc.record({
    type: fc.constant('Wait'),
    options: fc.record({ secondsToWaitFor: fc.constantFrom('1', 'x'), shouldPause: fc.boolean() }),
  }),
  fc.record({
    type: fc.constant('embed'),
    content: fc.record({
      url: fc.constant('https://e.example'),
      waitForEvent: fc.record({ isEnabled: fc.boolean(), saveDataInVariableId: variableId }),
    }),
  }),
);

const block = fc.tuple(body, maybe(edgeId)).map(([fields, outgoingEdgeId]) => ({
  ...fields,
  ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
}));

const target = fc.record(
  { groupId: fc.constantFrom(...GROUPS, 'gone'), blockId: fc.constantFrom('a0', 'b1', 'c2', 'gone') },
  { requiredKeys: ['groupId'] },
);

const event = fc.record({
  type: fc.constantFrom('command', 'reply', 'invalidReply'),
  options: fc.record(
    { command: fc.constantFrom('go', 'stop'), resumeAfter: fc.boolean(), contentVariableId: variableId },
    { requiredKeys: [] },
  ),
  outgoingEdgeId: edgeId,
});

const bot = fc
  .record({
    groups: fc.array(fc.array(block, { maxLength: BLOCKS_PER_GROUP }), {
      minLength: 1,
      maxLength: GROUPS.length,
    }),
    targets: fc.array(target, { minLength: 6, maxLength: 6 }),
    events: fc.array(event, { maxLength: 2 }),
    start: target,
    values: fc.tuple(
      ...VARIABLES.map(() =>
        maybe(
          fc.oneof(fc.constantFrom('a', 'b', 'x'), fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 })),
        ),
      ),
    ),
    isProgressShown: fc.boolean(),
  })
  .map(({ groups, targets, events, start, values, isProgressShown }) => ({
    version: '6.1',
    name: 'Random',
    events: [
      { id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'to-start' },
      ...events.map((fields, index) => ({ id: `ev${index}`, graphCoordinates: { x: 0, y: 0 }, ...fields })),
    ],
    groups: groups.map((blocks, index) => {
      const id = GROUPS[index] ?? 'z';
      return {
        id,
        // Jumps and links find groups by the titles in variables.
        title: id,
        graphCoordinates: { x: 0, y: 0 },
        blocks: blocks.map((fields, position) => ({ id: `${id}${position}`, ...fields })),
      };
    }),
    edges: [
      { id: 'to-start', from: { eventId: 'start' }, to: start },
      ...targets.map((to, index) => ({ id: `e${index}`, from: { blockId: 'any' }, to })),
    ],
    variables: VARIABLES.map((name, index) => ({
      id: name,
      name,
      ...(values[index] !== undefined && { value: values[index] }),
    })),
    theme: { general: { progressBar: { isEnabled: isProgressShown } } },
    settings: {},
  }));

const message: fc.Arbitrary<SentMessage> = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'x',
    'i',
    'ada@example.com',
    '7',
    '',
    'https://a.example/x.png',
    '{"a":[1]}',
    undefined,
  ),
  fc.string(),
  fc.constant('long '.repeat(5_000)),
  fc.record({ type: fc.constant('audio' as const), url: fc.constant('https://a.example/x.mp3') }),
  fc.record({ type: fc.constant('command' as const), command: fc.constantFrom('go', 'stop', 'dance') }),
  fc.record({
    type: fc.constant('text' as const),
    text: fc.constantFrom('a', 'x'),
    metadata: fc.record({ replyId: fc.constantFrom('i', 'j', 'gone') }),
  }),
);

function isWaiting({ input, clientSideActions = [], messages }: ChatResponse): boolean {
  return (
    input !== undefined ||
    clientSideActions.some(({ expectsDedicatedReply }) => expectsDedicatedReply) ||
    messages.at(-1)?.type === 'embed'
  );
}

/** Checks invariants of every turn. */
function check(response: ChatResponse, { chat, isOver }: Talk): void {
  const {
    texts: _,
    asks: __,
    theme: ___,
    settings: ____,
    ...sent
  } = response as ChatResponse & Record<string, unknown>;
  expect(turnResponse().parse(sent)).toStrictEqual(sent);
  expect(response.messages.length).toBeLessThan(MAX_MESSAGES);
  expect(chat.stateChars).toBeLessThan(MAX_STATE_CHARS);
  const frames = chat.state?.frames ?? [];
  expect(frames.length).toBeLessThanOrEqual(20);
  for (const { queue } of frames) expect(queue.length).toBeLessThanOrEqual(100);
  if (!isOver) expect(isWaiting(response)).toBe(true);
  if (response.input) expect(isOver).toBe(false);
  if (response.progress !== undefined) {
    expect(response.progress).toBeGreaterThan(0);
    expect(response.progress).toBeLessThanOrEqual(100);
  }
  expect(
    chat.logs.filter(({ description }) => /are not supported|^A block of type .* failed$/.test(description)),
  ).toStrictEqual([]);
}

/** Returns whether the turn was accepted. An unknown command is rejected and must not change anything. */
async function taken(talk: Talk, turn: () => Promise<ChatResponse>): Promise<boolean> {
  const before = talk.chat.state;
  try {
    check(await turn(), talk);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'BAD_REQUEST') throw error;
    expect(talk.chat.state).toBe(before);
    return false;
  }
}

describe('Any flow', () => {
  it('handles any replies, turn by turn', async () => {
    await fc.assert(
      fc.asyncProperty(
        bot,
        bot,
        fc.array(message, { maxLength: 12 }),
        fc.boolean(),
        async (main, other, messages, isPreview) => {
          const talk = new Talk(main, { linked: { other } });
          const [first, ...rest] = messages;
          if (!(await taken(talk, () => talk.start({ message: first, isPreview })))) return;
          for (const reply of rest) {
            if (talk.isOver) break;
            await taken(talk, () => talk.say(reply));
          }
          if (isPreview) expect(talk.chat.results.size).toBe(0);
        },
      ),
      { numRuns: Number(process.env.RANDOM_FLOWS ?? 150) },
    );
  }, 60_000);
});
