import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, edge, set, text, variables } from '#test/fixtures/chat-bots.ts';
import { Talk } from '#test/support/chat/talk.ts';

const condition = (
  id: string,
  variableId: string,
  value: string,
  edgeId?: string,
  more: JsonObject = {},
) => ({
  id,
  type: 'Condition',
  items: [
    {
      id: `${id}-item`,
      ...(edgeId !== undefined && { outgoingEdgeId: edgeId }),
      content: { comparisons: [{ id: 'c', variableId, comparisonOperator: 'Greater than', value }] },
    },
  ],
  ...more,
});

describe('The walk through a flow', () => {
  it('continues along the edge of the last block of a group', async () => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'a',
            blocks: [
              { ...text('a1', '1'), outgoingEdgeId: 'skipped' },
              { ...text('a2', '2'), outgoingEdgeId: 'ab' },
            ],
          },
          { id: 'b', blocks: [text('b1', '3'), text('b2', '4')] },
          { id: 'c', blocks: [text('c1', 'never')] },
        ],
        { edges: [edge('ab', 'a2', 'b', { blockId: 'b2' }), edge('skipped', 'a1', 'c')] },
      ),
    );
    expect(await talk.texts()).toStrictEqual([['1', '2', '4']]);
  });

  it('falls back to the last block of a group if the edge names a deleted one', async () => {
    const talk = new Talk(
      chatBot(
        [
          { id: 'a', blocks: [{ ...text('a1', '1'), outgoingEdgeId: 'ab' }] },
          { id: 'b', blocks: [text('b1', '2'), text('b2', '3')] },
        ],
        { edges: [edge('ab', 'a1', 'b', { blockId: 'gone' })] },
      ),
    );
    expect(await talk.texts()).toStrictEqual([['1', '3']]);
  });

  it.each([
    ['older than twenty', '40', ['yes']],
    ['younger than twenty', '15', ['no']],
  ])('branches at a condition: %s', async (_, age, expected) => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'a',
            blocks: [
              ask('q', { variableId: 'Age' }),
              condition('c', 'Age', '20', 'yes', { outgoingEdgeId: 'no' }),
              text('n', 'never'),
            ],
          },
          { id: 'y', blocks: [text('yt', 'yes')] },
          { id: 'n', blocks: [text('nt', 'no')] },
        ],
        { variables: variables('Age'), edges: [edge('yes', 'c', 'y'), edge('no', 'c', 'n')] },
      ),
    );
    expect((await talk.texts(age)).at(-1)).toStrictEqual(expected);
  });

  it('ends at a condition that is met but has no edge', async () => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'a',
            blocks: [ask('q', { variableId: 'Age' }), condition('c', 'Age', '20'), text('n', 'rest')],
          },
        ],
        {
          variables: variables('Age'),
        },
      ),
    );
    expect((await talk.texts('40')).at(-1)).toStrictEqual([]);
    expect(talk.isOver).toBe(true);
  });

  it('continues after a condition that is not met', async () => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'a',
            blocks: [ask('q', { variableId: 'Age' }), condition('c', 'Age', '20'), text('n', 'rest')],
          },
        ],
        {
          variables: variables('Age'),
        },
      ),
    );
    expect((await talk.texts('4')).at(-1)).toStrictEqual(['rest']);
  });

  // Columns: aPercent, the random number, and the expected texts.
  it.each([
    [0, 0, ['b']],
    [50, 0.4, ['a']],
    [50, 0.6, ['b']],
    [100, 0.99, ['a']],
  ])('takes side A of a %i %% A/B test for the random number %d', async (aPercent, drawn, expected) => {
    const test = {
      id: 'ab',
      type: 'AB test',
      options: { aPercent },
      items: [
        { id: 'ia', path: 'a', outgoingEdgeId: 'to-a' },
        { id: 'ib', path: 'b', outgoingEdgeId: 'to-b' },
      ],
    };
    const talk = new Talk(
      chatBot(
        [
          { id: 'g', blocks: [test] },
          { id: 'a', blocks: [text('at', 'a')] },
          { id: 'b', blocks: [text('bt', 'b')] },
        ],
        {
          edges: [edge('to-a', 'ab', 'a'), edge('to-b', 'ab', 'b')],
        },
      ),
      { ports: { random: () => drawn } },
    );
    expect(await talk.texts()).toStrictEqual([expected]);
  });

  it('skips A/B tests that lead nowhere and blocks without content', async () => {
    const test = {
      id: 'ab',
      type: 'AB test',
      items: [
        { id: 'ia', path: 'a' },
        { id: 'ib', path: 'b' },
      ],
    };
    const talk = new Talk(
      chatBot([
        {
          id: 'g',
          blocks: [test, { id: 'empty', type: 'text' }, { id: 'e', type: 'embed' }, text('t', 'on')],
        },
      ]),
    );
    expect(await talk.texts()).toStrictEqual([['on']]);
  });

  // Deviation: Typebot skips such a block silently.
  it('logs a block of an unknown type and continues', async () => {
    const talk = new Talk(
      chatBot([
        {
          id: 'g',
          blocks: [{ id: 'x', type: 'constructor' }, { id: 'y', type: 'Sniper link' }, text('t', 'on')],
        },
      ]),
    );
    expect(await talk.start()).toMatchObject({
      texts: ['on'],
      logs: [
        { status: 'error', description: 'Blocks of type "constructor" are not supported' },
        { status: 'error', description: 'Blocks of type "Sniper link" are not supported' },
      ],
    });
  });

  it('continues after a block that throws, and logs only its type', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [set('s', 'A', '1 + 1'), text('t', 'on'), ask('q')] }], {
        variables: variables('A'),
      }),
      { ports: { sandbox: () => Promise.reject(new Error('secret')) } },
    );
    expect(await talk.start()).toMatchObject({
      texts: ['on'],
      logs: [{ status: 'error', description: 'A block of type "Set variable" failed' }],
    });
  });

  it('continues after an input that cannot be shown', async () => {
    const talk = new Talk(
      chatBot([
        { id: 'g', blocks: [{ id: 'p', type: 'payment input', options: {} }, text('t', 'on'), ask('q')] },
      ]),
    );
    expect(await talk.start()).toMatchObject({
      texts: ['on'],
      asks: 'q',
      logs: [{ status: 'error', description: expect.stringMatching(/payment was not shown/) }],
    });
  });

  it.each([
    ['options', { options: 'x' }],
    ['options', { options: [] }],
    ['items', { items: 'x' }],
    ['items', { items: [null, 7, { id: 5 }] }],
    ['content', { content: [7] }],
    ['outgoingEdgeId', { outgoingEdgeId: '__proto__' }],
  ])('survives malformed %s of every type of block (case %#)', async (_, more) => {
    const { BLOCK_TYPES } = await import('#lib/blocks/block-types.ts');
    for (const type of BLOCK_TYPES.keys()) {
      const talk = new Talk(
        chatBot([{ id: 'g', blocks: [{ id: 'b', type, ...more }, text('t', 'on')] }], {
          variables: variables('A'),
        }),
      );
      const start = await talk.start();
      expect(
        start.logs?.filter(({ description }) => description.endsWith('failed')) ?? [],
        type,
      ).toStrictEqual([]);
      if (talk.isOver) continue;
      await talk.say('x');
      expect(
        talk.logs.filter((description) => description.endsWith('failed')),
        type,
      ).toStrictEqual([]);
    }
  });
});

describe('Progress', () => {
  const theme = { general: { progressBar: { isEnabled: true } } };

  it('compares answers with the inputs that can still come', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [ask('a'), ask('b'), { id: 'c', type: 'email input', options: {} }] }], {
        theme,
      }),
    );
    const turns = [
      await talk.start(),
      await talk.say('1'),
      await talk.say('2'),
      await talk.say('3'),
      await talk.say('a@b.co'),
    ];
    expect(turns.map(({ progress }) => progress)).toStrictEqual([25, 50, 75, 75, 100]);
  });

  it('is absent during client actions and if the theme shows none', async () => {
    const groups = [{ id: 'g', blocks: [{ id: 'w', type: 'webhook', options: {} }, ask('b')] }];
    expect(await new Talk(chatBot(groups, { theme })).start()).not.toHaveProperty('progress');
    expect(await new Talk(chatBot([{ id: 'g', blocks: [ask('b')] }])).start()).not.toHaveProperty('progress');
  });
});

describe('A theme with variables', () => {
  it('is rendered again on every turn', async () => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'g',
            blocks: [ask('a', { variableId: 'Photo' }), ask('b', { variableId: 'Photo' }), ask('c')],
          },
        ],
        {
          variables: variables('Photo'),
          theme: { chat: { hostAvatar: { isEnabled: true, url: '{{Photo}}' } } },
        },
      ),
    );
    const turns = [await talk.start(), await talk.say('https://a.example/1.png'), await talk.say('😅')];
    expect(turns.map(({ dynamicTheme }) => dynamicTheme)).toStrictEqual([
      { hostAvatarUrl: '' },
      { hostAvatarUrl: 'https://a.example/1.png' },
      { hostAvatarUrl: '😅' },
    ]);
  });
});
