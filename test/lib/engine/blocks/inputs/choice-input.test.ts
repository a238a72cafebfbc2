import { describe, expect, it } from 'vitest';
import { choiceInputBlock } from '#lib/engine/blocks/inputs/choice-input.ts';
import { matchMultipleChoice } from '#lib/engine/blocks/inputs/multiple-choice-reply.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { getContent, replyToInput } from './reply-to-input.ts';

const variables = {
  Three: '3',
  List: ['A', 'B', 'A', null, ''],
  Csv: 'x, y',
  Json: '["p","q",1]',
  Broken: '[p',
};

const items = [
  { id: 'i1', content: 'Yes', outgoingEdgeId: 'e1' },
  { id: 'i2', content: 'No', value: 'n' },
  { id: 'i3', content: 'Yes please' },
  { id: 'i4' },
  { id: 'i5', content: '{{Three}}' },
];

describe('A choice', () => {
  it.each([
    ['Yes', 'Yes'],
    [' Yes ', 'Yes'],
    ['n', 'n'],
    ['No', 'n'],
    ['i2', 'n'],
    ['Yes please', 'Yes please'],
    ['3', '3'],
    ['yes', null],
    ['Yes, No', null],
    ['1', null],
    ['{{Three}}', null],
    ['i4', null],
    ['', null],
    [' ', null],
  ])('turns %j into %j', async (reply, stored) => {
    expect(await getContent(choiceInputBlock, { items, context: { variables } }, reply)).toBe(stored);
  });

  it('follows the edge of the item if it has one', async () => {
    const yes = { status: 'accepted', content: 'Yes', itemId: 'i1', outgoingEdgeId: 'e1' };
    expect(await replyToInput(choiceInputBlock, { items }, 'Yes')).toStrictEqual(yes);
    expect(await replyToInput(choiceInputBlock, { items }, 'No')).toStrictEqual({
      status: 'accepted',
      content: 'n',
      itemId: 'i2',
      isAuthored: true,
    });
  });

  it('uses the clicked item rather than the text', async () => {
    const alike = [
      { id: 'a', content: 'Same', outgoingEdgeId: 'e1' },
      { id: 'b', content: 'Same', outgoingEdgeId: 'e2' },
    ];
    const reply = { type: 'text', text: 'Same', metadata: { replyId: 'b' } } as const;
    expect(await replyToInput(choiceInputBlock, { items: alike }, reply)).toMatchObject({
      outgoingEdgeId: 'e2',
    });
  });

  it('stores the label of an item without filling in its templates again', async () => {
    const context = { variables: { List: ['{{Three}}'], Three: '3' } };
    const input = { options: { dynamicVariableId: 'List' }, items: [], context };
    expect(await getContent(choiceInputBlock, input, '{{Three}}')).toBe('{{Three}}');
  });

  it.each([undefined, 'none', 3, [null, 1, { content: 'no id' }]])(
    'refuses the reply if the items are %j',
    async (broken) => {
      expect(await getContent(choiceInputBlock, { items: broken }, 'Yes')).toBeNull();
    },
  );

  it('refuses recordings and a turn without a reply', async () => {
    expect(await getContent(choiceInputBlock, { items }, { type: 'audio', url: 'Yes' })).toBeNull();
    expect(await getContent(choiceInputBlock, { items }, undefined)).toBeNull();
  });
});

describe('Items of a choice', () => {
  it.each([
    ['List', ['A', 'B']],
    ['Json', ['p', 'q', '1']],
    ['Csv', ['x, y']],
    ['Broken', ['[p']],
  ])('come from the variable %s', async (dynamicVariableId, contents) => {
    const block = { id: 'c', type: 'choice input', items, options: { dynamicVariableId } };
    expect((await choiceInputBlock.show?.(block, blockContext({ variables })))?.items).toStrictEqual(
      contents.map((content, index) => ({ id: `choice${index}`, content })),
    );
  });

  it.each(['nowhere', undefined])(
    'are those from the editor if the variable is %s',
    async (dynamicVariableId) => {
      const block = { id: 'c', type: 'choice input', items, options: { dynamicVariableId } };
      const shown = await choiceInputBlock.show?.(block, blockContext({ variables }));
      expect(shown?.items?.map(({ content }) => content)).toStrictEqual([
        'Yes',
        'No',
        'Yes please',
        undefined,
        '3',
      ]);
    },
  );

  it('are shown if their condition is met or disabled, without leftovers of old documents', async () => {
    const comparisons = [{ id: 'x', variableId: 'Three', comparisonOperator: 'Equal to', value: '4' }];
    const condition = { logicalOperator: 'AND', comparisons };
    const block = {
      id: 'c',
      type: 'choice input',
      groupId: 'g',
      items: [
        { id: 'hidden', content: 'H', displayCondition: { isEnabled: true, condition } },
        { id: 'off', content: 'O', displayCondition: { isEnabled: false, condition } },
        { id: 'plain', content: 'P', blockId: 'c', type: 0 },
      ],
    };
    expect(await choiceInputBlock.show?.(block, blockContext({ variables }))).toStrictEqual({
      id: 'c',
      type: 'choice input',
      items: [
        { id: 'off', content: 'O', displayCondition: { isEnabled: false, condition } },
        { id: 'plain', content: 'P' },
      ],
    });
  });

  it('are shown without a prefilled value', async () => {
    const block = { id: 'c', type: 'choice input', items: [], options: { variableId: 'Three' } };
    expect(await choiceInputBlock.show?.(block, blockContext({ variables }))).not.toHaveProperty(
      'prefilledValue',
    );
  });
});

describe('A multiple choice', () => {
  it.each([
    ['Yes', 'Yes'],
    ['YES', 'Yes'],
    ['Yes, No', 'Yes, n'],
    ['n, Yes', 'Yes, n'],
    ['1, 2', 'Yes, n'],
    ['i1 i3', 'Yes, Yes please'],
    ['Yes please', 'Yes please'],
    ['Yes  please', 'Yes please'],
    ['Yes and Yes please', 'Yes, Yes please'],
    ['3', '3'],
    ['5', '3'],
    ['Yes, whatever', 'Yes'],
    ['4', null],
    ['i4', null],
    ['10', null],
    ['whatever', null],
    ['', null],
  ])('turns %j into %j', async (reply, stored) => {
    const input = { options: { isMultipleChoice: true }, items, context: { variables } };
    expect(await getContent(choiceInputBlock, input, reply)).toBe(stored);
  });

  it('never follows the edge of an item', async () => {
    const read = await replyToInput(choiceInputBlock, { options: { isMultipleChoice: true }, items }, 'Yes');
    expect(read).toStrictEqual({ status: 'accepted', content: 'Yes' });
  });

  it.each([
    ['1 and green tea, id3', ['tea', 'green tea', 'coffee'], [0, 1, 2]],
    ['2 and tea', ['tea', 'green tea'], [0, 1]],
    ['4, 2, 1', ['6', '5', '4', '3', '2', '1'], [2, 4, 5]],
    ['tea and green tea', ['tea\n', ' green tea '], [0, 1]],
    ['tests', ['Just a few tests'], []],
    ['아이템', ['아이템'], [0]],
    ['C++ (or C)', ['C', 'C++'], [0, 1]],
    ['A.B', ['A.B', 'AxB'], [0]],
    ['👍, 🎉', ['🎉', '👍'], [0, 1]],
    ['one-two', ['One', 'Two'], [0, 1]],
    ['one_two', ['One', 'Two'], []],
  ])('finds in the text %j, of the choices %j, those at %j', (reply, labels, expected) => {
    const choices = labels.map((label, index) => ({ id: `id${index + 1}`, label }));
    expect(
      matchMultipleChoice(reply, choices).map((choice) => choices.indexOf(choice as never)),
    ).toStrictEqual(expected);
  });
});
