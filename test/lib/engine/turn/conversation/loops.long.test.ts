import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import {
  ask,
  back,
  chatBot,
  edge,
  event,
  eventEdge,
  jump,
  link,
  set,
  text,
  variables,
} from '#test/fixtures/chat-bots.ts';
import { noise, seededRandom } from '#test/fixtures/random.ts';
import { Talk } from '#test/support/chat/talk.ts';

/* Endless flows. Each one is stopped, shows and logs a message about it, and leaves no state that grows. */

const CIRCLES = 'This conversation was stopped because the bot is in a loop.';
const TOO_MUCH = 'This conversation was stopped because the bot has too much to say at once.';
/** Expected stop texts of flows that are stopped for a reason other than CIRCLES. */
const STOP_TEXTS: Record<string, string> = {
  'of long messages': TOO_MUCH,
  'of client actions': TOO_MUCH,
};
const MAX_STATE_CHARS = 5_000;
const MAX_ANSWER_CHARS = 3_000_000;

const endless: Record<string, JsonObject> = {
  'of groups': chatBot(
    [
      { id: 'a', blocks: [{ ...text('t', 'Round'), outgoingEdgeId: 'ab' }] },
      { id: 'b', blocks: [{ ...text('u', 'and round'), outgoingEdgeId: 'ba' }] },
    ],
    { edges: [edge('ab', 't', 'b'), edge('ba', 'u', 'a')] },
  ),
  'of a group that says nothing': chatBot(
    [{ id: 'a', blocks: [set('s', 'V', '{{V}}', { outgoingEdgeId: 'aa' })] }],
    {
      variables: variables('V'),
      edges: [edge('aa', 's', 'a')],
    },
  ),
  'of jumps': chatBot([
    { id: 'a', blocks: [jump('j', 'b'), text('t', 'behind')] },
    { id: 'b', blocks: [jump('k', 'a'), text('u', 'behind')] },
  ]),
  'of a jump and its return': chatBot([
    { id: 'a', blocks: [jump('j', 'b'), jump('k', 'a')] },
    { id: 'b', blocks: [back('r')] },
  ]),
  'of links to itself': chatBot([{ id: 'a', blocks: [link('l', 'current'), text('t', 'behind')] }]),
  'of links that fail': chatBot([{ id: 'a', blocks: [link('l', 'gone', {}, { outgoingEdgeId: 'aa' })] }], {
    edges: [edge('aa', 'l', 'a')],
  }),
  'of links to a bot that ends': chatBot(
    [{ id: 'a', blocks: [link('l', 'short', {}, { outgoingEdgeId: 'aa' })] }],
    {
      edges: [edge('aa', 'l', 'a')],
    },
  ),
  'of links to a bot that ends and merges': chatBot(
    [{ id: 'a', blocks: [link('l', 'short', { mergeResults: true }, { outgoingEdgeId: 'aa' })] }],
    { edges: [edge('aa', 'l', 'a')] },
  ),
  'of blocks that nobody knows': chatBot(
    [
      {
        id: 'a',
        blocks: [
          { id: 'x', type: 'x', outgoingEdgeId: 'aa' },
          { id: 'y', type: 'y', outgoingEdgeId: 'aa' },
        ],
      },
    ],
    {
      edges: [edge('aa', 'y', 'a')],
    },
  ),
  'of client actions': chatBot(
    [
      {
        id: 'a',
        blocks: [
          {
            id: 'c',
            type: 'Code',
            outgoingEdgeId: 'aa',
            options: { content: `f({{Big}})/*${'x'.repeat(50_000)}*/` },
          },
        ],
      },
    ],
    { variables: [{ id: 'b', name: 'Big', value: 'x'.repeat(50_000) }], edges: [edge('aa', 'c', 'a')] },
  ),
  'of long messages': chatBot([{ id: 'a', blocks: [{ ...text('t', '{{Big}}'), outgoingEdgeId: 'aa' }] }], {
    variables: [{ id: 'b', name: 'Big', value: 'x'.repeat(50_000) }],
    edges: [edge('aa', 't', 'a')],
  }),
};

const short = chatBot([{ id: 's', blocks: [text('st', 'short')] }]);

describe('An endless loop', () => {
  it.each(Object.keys(endless))('%s is stopped at the start', async (name) => {
    const talk = new Talk(endless[name] ?? {}, { linked: { short } });
    const start = await talk.start();
    expect(start.texts.at(-1)).toBe(STOP_TEXTS[name] ?? CIRCLES);
    expect(
      start.logs?.filter(({ description }) => description.startsWith('The flow was stopped')),
    ).toHaveLength(1);
    expect(talk.isOver).toBe(true);
    expect(talk.chat.results.size).toBe(0);
    expect(JSON.stringify(start).length).toBeLessThan(MAX_ANSWER_CHARS);
  });

  it.each(['of groups', 'of a jump and its return', 'of links to a bot that ends', 'of client actions'])(
    '%s is stopped after an input',
    async (name) => {
      const document = endless[name] ?? {};
      const groups = [
        {
          id: 'ask',
          title: 'ask',
          graphCoordinates: { x: 0, y: 0 },
          blocks: [ask('q', {}, { outgoingEdgeId: 'to-a' })],
        },
        ...(document.groups as JsonObject[]),
      ];
      const edges = [
        { id: 'to-first', from: { eventId: 'start' }, to: { groupId: 'ask' } },
        ...(document.edges as JsonObject[]).slice(1),
        edge('to-a', 'q', 'a'),
      ];
      const talk = new Talk({ ...document, groups, edges }, { linked: { short } });
      await talk.start();
      const said = await talk.say('x');
      expect(said.texts.at(-1)).toBe(STOP_TEXTS[name] ?? CIRCLES);
      expect(talk.isOver).toBe(true);
      expect(talk.chat.result).toMatchObject({
        hasStarted: true,
        isCompleted: false,
        answers: [{ content: 'x' }],
      });
      expect(talk.chat.results.size).toBe(1);
      expect(talk.chat.stateChars).toBeLessThan(MAX_STATE_CHARS + 100_000);
    },
  );

  it('between two bots is stopped and leaves no frames', async () => {
    const one = chatBot([{ id: 'a', blocks: [text('t', 'one'), link('l', 'two')] }]);
    const two = chatBot([
      { id: 'a', blocks: [text('t', 'two'), link('l', 'main', {}, {}), text('u', 'behind')] },
    ]);
    const talk = new Talk(one, { linked: { two } });
    await talk.start();
    expect(talk.isOver).toBe(true);
    expect(talk.logs).toContain('Failed to link a bot: 20 bots are linked already');
    expect(talk.chat.results.size).toBe(0);
    expect(talk.chat.stateChars).toBeLessThan(MAX_STATE_CHARS);
  });

  it('between two bots with inputs keeps at most twenty frames, whatever they hold', async () => {
    const holding = (id: string, other: string) =>
      chatBot(
        [{ id: 'a', blocks: [ask(`q-${id}`, { variableId: 'v' }), link('l', other), text('t', 'behind')] }],
        {
          variables: [
            { id: 'v', name: 'Big' },
            { id: 'w', name: 'Other' },
          ],
        },
      );
    const random = seededRandom(1);
    for (const reply of ['x', noise(random, 40_000)]) {
      const talk = new Talk(holding('one', 'two'), { linked: { two: holding('two', 'main') } });
      await talk.start();
      for (let index = 0; index < 30 && !talk.isOver; index++) await talk.say(reply);
      expect(talk.chat.stateChars).toBeLessThan(300_000);
      expect(talk.logs.at(-1)).toMatch(/^Failed to link a bot: /);
    }
  });

  it('through the input of a reply event lasts as long as the respondent replies and accumulates nothing', async () => {
    const talk = new Talk(
      chatBot(
        [
          { id: 'main', blocks: [ask('q')] },
          { id: 'e', blocks: [text('t', 'Again?'), ask('again')] },
        ],
        { events: [event('re', 'reply')], edges: [eventEdge('re', 'e')] },
      ),
    );
    await talk.start();
    for (let index = 0; index < 50; index++) expect((await talk.say('x')).asks).toBe('again');
    expect(talk.chat.stateChars).toBeLessThan(MAX_STATE_CHARS);
    expect(talk.answers).toStrictEqual([]);
  });

  it('through a reply event whose edge leads back to its input takes one turn each time', async () => {
    const talk = new Talk(
      chatBot([{ id: 'main', blocks: [ask('q'), text('t', 'never')] }], {
        events: [event('re', 'reply')],
        edges: [eventEdge('re', 'main')],
      }),
    );
    await talk.start();
    for (let index = 0; index < 20; index++)
      expect(await talk.say('x')).toMatchObject({ texts: [], asks: 'q' });
    expect(talk.chat.stateChars).toBeLessThan(MAX_STATE_CHARS);
  });

  it.each(['reply', 'invalidReply'] as const)('in the flow of an event for a %s is stopped', async (type) => {
    const talk = new Talk(
      chatBot(
        [
          { id: 'main', blocks: [{ id: 'q', type: 'email input', options: {} }] },
          { id: 'e', blocks: [{ ...text('t', 'Round'), outgoingEdgeId: 'ee' }] },
        ],
        { events: [event('ev', type)], edges: [eventEdge('ev', 'e'), edge('ee', 't', 'e')] },
      ),
    );
    await talk.start();
    expect((await talk.say('nonsense')).texts.at(-1)).toBe(CIRCLES);
    expect(talk.isOver).toBe(true);
  });

  it('that shows the transcript drops its oldest texts', async () => {
    const transcript = { id: 's', type: 'Set variable', options: { variableId: 'T', type: 'Transcript' } };
    const talk = new Talk(
      chatBot(
        [{ id: 'a', blocks: [ask('q'), transcript, { ...text('t', '{{T}}'), outgoingEdgeId: 'aa' }] }],
        {
          variables: variables('T'),
          edges: [edge('aa', 't', 'a')],
        },
      ),
    );
    await talk.start();
    for (let index = 0; index < 20; index++) {
      const { messages } = await talk.say(`reply ${index}`);
      expect(JSON.stringify(messages).length).toBeLessThan(100_000);
      expect(talk.chat.stateChars).toBeLessThan(100_000);
    }
    expect(talk.running.T).toContain('User: "reply 19"');
  });

  it('of inputs keeps the answers that fit, and the result has them all', async () => {
    const inputs = Array.from({ length: 20 }, (_, index) => ask(`q${index}`));
    const talk = new Talk(chatBot([{ id: 'a', blocks: [...inputs, ask('last')] }]));
    await talk.start();
    for (let index = 0; index < 20; index++) await talk.say(`${index}${'x'.repeat(49_000)}`);
    expect(talk.chat.stateChars).toBeLessThan(100_000);
    expect(talk.answers).toHaveLength(20);
    expect(talk.chat.state?.frames[0].answers.at(-1)?.value).toMatch(/^19x/);
  });

  it('is stopped when the time of the turn is up', async () => {
    let remainingMs = 25_000;
    const talk = new Talk(endless['of groups'] ?? {}, {
      ports: {
        remainingMs: () => {
          remainingMs -= 1_000;
          return remainingMs;
        },
      },
    });
    const start = await talk.start();
    expect(start.messages.length).toBeLessThan(30);
    expect(start.logs).toMatchObject([
      { description: 'The flow was stopped: it exceeded the time limit of a turn' },
    ]);
  });
});

describe('Logs of a turn', () => {
  it('are truncated if they are long and omitted if there are too many', async () => {
    const thrower = {
      id: 's',
      type: 'Set variable',
      options: { variableId: 'V', isCode: true, expressionToEvaluate: 'x' },
      outgoingEdgeId: 'aa',
    };
    const talk = new Talk(
      chatBot([{ id: 'a', blocks: [thrower] }], { variables: variables('V'), edges: [edge('aa', 's', 'a')] }),
      {
        ports: {
          sandbox: async () => ({
            evaluate: () => ({ error: { description: 'e'.repeat(50_000), context: 'c' } }),
            run: async () => ({ error: { description: 'e'.repeat(50_000), context: 'c' }, assignments: [] }),
          }),
        },
      },
    );
    const { logs = [] } = await talk.start();
    expect(JSON.stringify(logs).length).toBeLessThan(300_000);
    expect(logs.slice(-2)).toMatchObject([
      { description: 'Further logs of this turn were omitted' },
      { description: expect.stringMatching(/^The flow was stopped/) },
    ]);
  });
});
