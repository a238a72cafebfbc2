import { describe, expect, it } from 'vitest';
import { cardsBlock } from '#lib/engine/blocks/inputs/cards.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { getContent, replyToInput } from './reply-to-input.ts';

const items = [
  {
    id: 'c1',
    title: 'Paris',
    imageUrl: 'https://e.com/paris.png',
    description: 'By the Seine',
    options: { internalValue: 'PAR' },
    paths: [
      { id: 'pa', text: 'More', outgoingEdgeId: 'e1' },
      { id: 'pb', text: 'Select' },
    ],
  },
  { id: 'c2', title: null, imageUrl: 'https://e.com/q.png', paths: [{ id: 'pc', text: 'Select' }] },
  { id: 'c3', description: 'Only words', paths: [{ id: 'pd', text: 'Select' }] },
  { id: 'c4', paths: [{ id: 'pe' }] },
];

describe('Cards', () => {
  it.each([
    ['pb', { content: 'Paris', itemId: 'c1' }],
    ['Paris', { content: 'Paris', itemId: 'c1', outgoingEdgeId: 'e1' }],
    ['paris ', { content: 'Paris', itemId: 'c1', outgoingEdgeId: 'e1' }],
    ['pc', { content: 'https://e.com/q.png', itemId: 'c2' }],
    ['pd', { content: 'Only words', itemId: 'c3' }],
  ])('accept %j', async (reply, read) => {
    expect(await replyToInput(cardsBlock, { items }, reply)).toStrictEqual({ status: 'accepted', ...read });
  });

  it.each(['More', 'c1', 'pe', 'nothing', '', ' '])('refuse %j', async (reply) => {
    expect(await getContent(cardsBlock, { items }, reply)).toBeNull();
  });

  it('use the clicked button rather than the text', async () => {
    const reply = { type: 'text', text: 'Paris', metadata: { replyId: 'pc' } } as const;
    expect(await getContent(cardsBlock, { items }, reply)).toBe('https://e.com/q.png');
  });

  it.each([undefined, 'cards', [1, { title: 'no id' }]])(
    'refuse every reply with items %j',
    async (broken) => {
      expect(await getContent(cardsBlock, { items: broken }, 'Paris')).toBeNull();
    },
  );

  it('refuse recordings and a turn without a reply', async () => {
    expect(await getContent(cardsBlock, { items }, { type: 'audio', url: 'Paris' })).toBeNull();
    expect(await getContent(cardsBlock, { items }, undefined)).toBeNull();
  });

  const saveResponseMapping = [
    { field: 'Image URL', variableId: 'v1' },
    { field: 'Title', variableId: 'v2' },
    { field: 'Description', variableId: 'v3' },
    { field: 'Button', variableId: 'v4' },
    { field: 'Internal Value', variableId: 'v5' },
    { field: 'Else', variableId: 'v6' },
    { field: 'Title' },
    'none',
  ];

  it.each([
    [
      'pb',
      [
        { variableId: 'v1', value: 'https://e.com/paris.png' },
        { variableId: 'v2', value: 'Paris' },
        { variableId: 'v3', value: 'By the Seine' },
        { variableId: 'v4', value: 'Select' },
        { variableId: 'v5', value: 'PAR' },
      ],
    ],
    [
      'pc',
      [
        { variableId: 'v1', value: 'https://e.com/q.png' },
        { variableId: 'v4', value: 'Select' },
      ],
    ],
  ])('store the fields of the card for %j and leave other variables alone', async (reply, assignments) => {
    const read = await replyToInput(cardsBlock, { options: { saveResponseMapping }, items }, reply);
    expect(read).toMatchObject({ assignments });
  });
});

describe('Cards of lists', () => {
  const variables = {
    Titles: ['One', 'Two', null],
    Texts: ['first'],
    Codes: ['1', '2', '3'],
    Button: 'Take it',
    Word: 'single',
  };
  const card = {
    id: 'c',
    title: '{{Titles}}',
    description: '{{Texts}}',
    imageUrl: 'https://e.com/{{Word}}.png',
    options: { internalValue: '{{Codes}}' },
    paths: [{ id: 'p', text: '{{Button}}', outgoingEdgeId: 'e' }],
  };
  const show = async (designed: unknown) =>
    (await cardsBlock.show?.({ id: 'b', type: 'cards', items: designed }, blockContext({ variables })))
      ?.items;

  it('are created per element of the title', async () => {
    const common = { id: 'c', imageUrl: 'https://e.com/single.png' };
    const paths = (index: number) => [
      { id: `dynamic-card-${index}-path-0`, text: 'Take it', outgoingEdgeId: 'e' },
    ];
    expect(await show([card])).toStrictEqual([
      { ...common, title: 'One', description: 'first', options: { internalValue: '1' }, paths: paths(0) },
      { ...common, title: 'Two', options: { internalValue: '2' }, paths: paths(1) },
      { ...common, options: { internalValue: '3' }, paths: paths(2) },
    ]);
  });

  it('are created per element of the description if nothing else is a list', async () => {
    expect(await show([{ id: 'c', title: '{{Word}}', description: '{{Texts}}' }])).toStrictEqual([
      { id: 'c', title: 'single', description: 'first' },
    ]);
  });

  it.each([
    ['of several cards', [card, { id: 'd', title: 'D' }], 2],
    ['with more than a variable in the title', [{ id: 'c', title: 'Card {{Titles}}' }], 1],
    ['with a variable that is not a list', [{ id: 'c', title: '{{Word}}' }], 1],
  ])('are not created %s', async (_, designed, count) => {
    expect(await show(designed)).toHaveLength(count);
  });

  it('are chosen by their buttons', async () => {
    const input = { items: [card], context: { variables } };
    expect(await replyToInput(cardsBlock, input, 'dynamic-card-1-path-0')).toStrictEqual({
      status: 'accepted',
      content: 'Two',
      itemId: 'c',
      outgoingEdgeId: 'e',
    });
  });

  it("are hidden by the card's condition", async () => {
    const displayCondition = { isEnabled: true, condition: { comparisons: [] } };
    expect(await show([{ ...card, options: { displayCondition } }])).toStrictEqual([]);
  });
});
