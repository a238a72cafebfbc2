import { describe, expect, it } from 'vitest';
import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import {
  ask,
  back,
  chatBot,
  edge,
  jump,
  link,
  set,
  text,
  variables,
  waitingEmbed,
} from '#test/fixtures/chat-bots.ts';
import { MAIN_BOT, Talk } from '#test/support/chat/talk.ts';
import { EngineConversation } from '#test/support/engine-conversation.ts';

const MERGING = { mergeResults: true };

/** A bot that links to another and shows a message afterwards. */
function parent(options: JsonObject = {}, more: JsonObject = {}): JsonObject {
  return chatBot(
    [
      {
        id: 'p',
        blocks: [text('p1', 'parent'), link('l', 'child', options), text('p2', 'again {{Own}} {{Shared}}')],
      },
    ],
    {
      variables: [{ id: 'ps', name: 'Shared', value: 'from parent' }, ...variables('Own')],
      ...more,
    },
  );
}

const child = chatBot(
  [
    {
      id: 'c',
      blocks: [
        text('c1', 'child {{Shared}} {{Own}}'),
        ask('cq', { variableId: 'co' }),
        text('c2', 'got {{Own}}'),
      ],
    },
  ],
  {
    variables: [
      { id: 'cs', name: 'Shared' },
      { id: 'co', name: 'Own', value: 'a default of its own' },
    ],
  },
);

function toResults({ chat }: Talk) {
  const own = [...chat.results]
    .filter(([id]) => id !== EngineConversation.resultId)
    .map(([, result]) => result);
  return { main: chat.result, own };
}

describe('A link to another bot', () => {
  it('passes values by name, ignores the defaults of that bot, and comes back', async () => {
    const talk = new Talk(parent(), { linked: { child } });
    expect(await talk.texts('x')).toStrictEqual([
      ['parent', 'child from parent '],
      ['got x', 'again  from parent'],
    ]);
  });

  it('keeps the answers of the two bots apart unless configured otherwise', async () => {
    const talk = new Talk(parent(), { linked: { child } });
    await talk.texts('x');
    const { main, own } = toResults(talk);
    expect(main).toMatchObject({ botId: MAIN_BOT, answers: [], hasStarted: false, isCompleted: false });
    expect(own).toMatchObject([
      { botId: 'child', answers: [{ blockId: 'cq', content: 'x' }], hasStarted: true, isCompleted: true },
    ]);
  });

  it('that merges copies answers and variables to the parent', async () => {
    const talk = new Talk(parent(MERGING), { linked: { child } });
    expect((await talk.texts('x')).at(-1)).toStrictEqual(['got x', 'again x from parent']);
    const { main, own } = toResults(talk);
    expect(own).toStrictEqual([]);
    expect(main).toMatchObject({
      botId: MAIN_BOT,
      hasStarted: true,
      isCompleted: true,
      answers: [{ blockId: 'cq', content: 'x' }],
    });
    expect(talk.values).toStrictEqual({ Shared: 'from parent', Own: 'x' });
  });

  it('that merges adds variables that the parent lacks', async () => {
    const talk = new Talk(parent(MERGING, { variables: [] }), { linked: { child } });
    await talk.texts('x');
    expect(talk.values).toStrictEqual({ Own: 'x' });
  });

  it.each<[string, JsonObject, boolean]>([
    ['6', {}, false],
    ['5', {}, true],
    ['5', { mergeResults: false }, false],
  ])('of a bot of version %s with %j merges: %s', async (version, options, merges) => {
    const document = parent(options);
    const old = {
      ...document,
      version,
      events: undefined,
      groups: [
        {
          id: 's',
          title: 'Start',
          graphCoordinates: { x: 0, y: 0 },
          blocks: [{ id: 'sb', type: 'start', label: 'Start', outgoingEdgeId: 'to-first' }],
        },
        ...(document.groups as JsonObject[]),
      ],
    };
    const { events: _, ...without } = old;
    const talk = new Talk(version === '5' ? without : document, { linked: { child } });
    await talk.texts('x');
    expect(talk.answers).toStrictEqual(merges ? ['x'] : []);
  });

  it.each<[string, JsonObject, string[]]>([
    ['its start', {}, ['parent', 'child from parent ']],
    ['one of its groups', { groupId: 'd' }, ['parent', 'group d', 'again  from parent']],
    [
      'a group by the title in a variable',
      { groupId: '{{Shared}}' },
      ['parent', 'group d', 'again  from parent'],
    ],
  ])('leads to %s', async (_, options, expected) => {
    const more = {
      id: 'd',
      title: 'from parent',
      graphCoordinates: { x: 0, y: 0 },
      blocks: [text('d1', 'group d')],
    };
    const document = { ...child, groups: [...(child.groups as JsonObject[]), more] };
    const talk = new Talk(parent(options), { linked: { child: document } });
    expect((await talk.start()).texts).toStrictEqual(expected);
  });

  it.each<[string, JsonObject, string]>([
    ['a bot that does not exist', link('l', 'gone'), 'Bot with ID gone not found'],
    ['no bot', link('l', ''), 'Bot ID is not specified'],
    // Deviation: in Typebot, the conversation gets stuck in a bot without messages.
    [
      'a group that does not exist',
      link('l', 'child', { groupId: 'gone' }),
      'Group with ID "gone" not found',
    ],
    [
      'one of its own groups that does not exist',
      link('l', 'current', { groupId: 'gone' }),
      'Group with ID "gone" not found',
    ],
  ])('to %s is logged, and the flow continues', async (_, block, details) => {
    const talk = new Talk(chatBot([{ id: 'p', blocks: [block, text('t', 'on'), ask('q')] }]), {
      linked: { child },
    });
    expect(await talk.start()).toMatchObject({
      texts: ['on'],
      logs: [{ status: 'error', description: 'Failed to link bot', details } satisfies ChatLog],
    });
  });

  it('continues along its own edge afterwards', async () => {
    const document = parent();
    const [group] = document.groups as { blocks: JsonObject[] }[];
    const withEdge = {
      ...document,
      groups: [
        {
          ...group,
          blocks: group?.blocks.map((block) =>
            block.id === 'l' ? { ...block, outgoingEdgeId: 'to-z' } : block,
          ),
        },
        { id: 'z', title: 'z', graphCoordinates: { x: 0, y: 0 }, blocks: [text('z1', 'along the edge')] },
      ],
      edges: [...(document.edges as JsonObject[]), edge('to-z', 'l', 'z')],
    };
    const talk = new Talk(withEdge, { linked: { child } });
    expect((await talk.texts('x')).at(-1)).toStrictEqual(['got x', 'along the edge']);
  });

  it('ends with the linked bot if nothing follows it', async () => {
    const talk = new Talk(
      chatBot([{ id: 'p', blocks: [link('l', 'child', MERGING)] }], { variables: variables('Own') }),
      { linked: { child } },
    );
    expect((await talk.texts('x')).at(-1)).toStrictEqual(['got x']);
    expect(talk.isOver).toBe(true);
    expect(talk.chat.result).toMatchObject({ isCompleted: true });
  });

  it('can be nested three levels deep and finds values at every level', async () => {
    const inner = chatBot(
      [{ id: 'i', blocks: [text('i1', 'inner {{Shared}}'), ask('iq', { variableId: 'io' })] }],
      {
        variables: [
          { id: 'is', name: 'Shared' },
          { id: 'io', name: 'Own' },
        ],
      },
    );
    const middle = chatBot(
      [
        {
          id: 'm',
          blocks: [text('m1', 'middle'), link('ml', 'inner', MERGING), text('m2', 'middle {{Own}}')],
        },
      ],
      {
        variables: variables('Own'),
      },
    );
    const talk = new Talk(parent(MERGING), { linked: { child: middle, inner } });
    expect(await talk.texts('x')).toStrictEqual([
      ['parent', 'middle', 'inner from parent'],
      ['middle x', 'again x from parent'],
    ]);
    const { main, own } = toResults(talk);
    expect(own).toStrictEqual([]);
    expect(main).toMatchObject({ botId: MAIN_BOT, isCompleted: true });
  });

  it('uses the result of the parent while the linked bot asks', async () => {
    const talk = new Talk(chatBot([{ id: 'p', blocks: [link('l', 'child', MERGING)] }]), {
      linked: { child },
    });
    await talk.start();
    expect(talk.chat.results.size).toBe(1);
    expect(talk.chat.result).toMatchObject({ botId: MAIN_BOT, hasStarted: false });
  });

  it('gives a bot that does not merge its own result id', async () => {
    const showsId = (id: string) => ({
      id,
      type: 'Set variable',
      options: { variableId: 'R', type: 'Result ID' },
    });
    const document = chatBot(
      [
        {
          id: 'p',
          blocks: [
            showsId('r1'),
            text('t1', '{{R}}'),
            link('l', 'child'),
            showsId('r2'),
            text('t2', '{{R}}'),
            ask('q'),
          ],
        },
      ],
      { variables: variables('R') },
    );
    const other = chatBot([{ id: 'c', blocks: [showsId('r3'), text('t3', '{{R}}')] }], {
      variables: variables('R'),
    });
    const [first, inner, last] = (await new Talk(document, { linked: { child: other } }).start()).texts;
    expect(first).toBe(EngineConversation.resultId);
    expect(last).toBe(first);
    expect(inner).toMatch(/^[a-z0-9]{24}$/);
  });

  // Deviation: in Typebot, such a bot leaves a completed result without answers.
  it('stores no result for a bot that asked nothing, and its logs with the parent', async () => {
    const silent = chatBot([{ id: 'c', blocks: [text('t', 'just saying'), link('x', 'gone')] }]);
    const talk = new Talk(
      parent(
        {},
        {
          groups: [
            { id: 'p', title: 'p', graphCoordinates: { x: 0, y: 0 }, blocks: [link('l', 'child'), ask('q')] },
          ],
        },
      ),
      { linked: { child: silent } },
    );
    const { answer } = { answer: await talk.start() };
    expect(answer.texts).toStrictEqual(['just saying']);
    expect([...talk.chat.results.keys()]).toStrictEqual([EngineConversation.resultId]);
    expect(talk.chat.logsByResult.get(EngineConversation.resultId)).toStrictEqual(['Failed to link bot']);
  });

  it('lets the parent continue after a linked bot that ends with an embed', async () => {
    // Deviation: in Typebot, an embed at the end prevents this.
    const shown = chatBot([
      { id: 'c', blocks: [{ id: 'e', type: 'embed', content: { url: 'https://e.example' } }] },
    ]);
    const talk = new Talk(parent(), { linked: { child: shown } });
    expect((await talk.start()).texts).toStrictEqual(['parent', 'again  from parent']);
    const waits = new Talk(parent(), {
      linked: { child: chatBot([{ id: 'c', blocks: [waitingEmbed('e')] }]) },
    });
    await waits.start();
    expect((await waits.say()).texts).toStrictEqual(['again  from parent']);
  });

  it('does not let a Return of the linked bot use a jump of the parent', async () => {
    const document = chatBot([
      { id: 'p', blocks: [jump('j', 'q'), text('p2', 'returned')] },
      { id: 'q', blocks: [link('l', 'child'), text('q2', 'behind the link'), back('r')] },
    ]);
    const returning = chatBot([{ id: 'c', blocks: [back('cr'), text('c1', 'child goes on')] }]);
    const talk = new Talk(document, { linked: { child: returning } });
    expect(await talk.texts()).toStrictEqual([['child goes on', 'behind the link', 'returned']]);
  });

  it('passes the transcript to a linked bot that uses it', async () => {
    const asking = chatBot(
      [
        {
          id: 'c',
          blocks: [
            ask('cq'),
            { id: 's', type: 'Set variable', options: { variableId: 'T', type: 'Transcript' } },
            text('ct', '{{T}}'),
          ],
        },
      ],
      { variables: variables('T') },
    );
    const talk = new Talk(parent(), { linked: { child: asking } });
    const [, second] = await talk.texts('x');
    expect(second?.[0]).toContain('User: "x"');
  });

  it('loses no answers if a variable is too large to be merged', async () => {
    const large = chatBot(
      [{ id: 'c', blocks: [ask('cq', { variableId: 'Big' }), ask('cr', { variableId: 'Small' })] }],
      { variables: variables('Big', 'Small') },
    );
    const document = chatBot([{ id: 'p', blocks: [link('l', 'child', MERGING), text('t', '{{Small}}')] }], {
      variables: [{ id: 'f', name: 'Full', value: 'x'.repeat(60_000) }],
    });
    const talk = new Talk(document, { linked: { child: large } });
    await talk.start();
    await talk.say('y'.repeat(50_000));
    expect((await talk.say('small')).texts).toStrictEqual(['small']);
    expect(talk.logs).toStrictEqual([expect.stringMatching(/"Big" was not set/)]);
    expect(talk.chat.result).toMatchObject({ isCompleted: true });
    expect(talk.answers).toHaveLength(2);
  });
});

describe('A link to the bot itself', () => {
  it.each(['current', MAIN_BOT])('(%s) runs one of its groups and comes back', async (id) => {
    const talk = new Talk(
      chatBot(
        [
          { id: 'p', blocks: [link('l', id, { groupId: 'q' }), text('p2', 'back with {{A}}')] },
          { id: 'q', blocks: [ask('i', { variableId: 'A' }), set('s', 'A', '{{A}}')] },
        ],
        { variables: variables('A') },
      ),
    );
    expect(await talk.texts('x')).toStrictEqual([[], ['back with x']]);
    expect(talk.answers).toStrictEqual(['x']);
  });

  it('without a group starts again', async () => {
    const talk = new Talk(chatBot([{ id: 'p', blocks: [ask('q'), link('l', 'current')] }]));
    expect(await talk.texts('1', '2', '3')).toStrictEqual([[], [], [], []]);
    expect(talk.answers).toStrictEqual(['1', '2', '3']);
    expect(talk.chat.state?.frames).toHaveLength(1);
  });
});
