import { describe, expect, it } from 'vitest';
import { conditionBlock } from '#lib/engine/blocks/logic/condition.ts';
import { blockContext } from '#test/support/chat/block-context.ts';

const is = (value: string) => ({
  comparisons: [{ id: 'c', variableId: 'A', comparisonOperator: 'Equal to', value }],
});

function run(items: unknown): unknown {
  return conditionBlock.run({ id: 'b', type: 'Condition', items }, blockContext({ variables: { A: 'x' } }));
}

describe('A Condition block', () => {
  it.each([
    [
      'follows the first item whose condition is met',
      [
        { id: '1', outgoingEdgeId: 'e1', content: is('y') },
        { id: '2', outgoingEdgeId: 'e2', content: is('x') },
        { id: '3', outgoingEdgeId: 'e3', content: is('x') },
      ],
      { go: { edgeId: 'e2' }, itemId: '2' },
    ],
    [
      'ends the flow at an item without an edge',
      [
        { id: '1', content: is('x') },
        { id: '2', outgoingEdgeId: 'e2', content: is('x') },
      ],
      { go: 'end', itemId: '1' },
    ],
    ['continues if none is met', [{ id: '1', outgoingEdgeId: 'e1', content: is('y') }], { isElse: true }],
    ['continues after an item without a condition', [{ id: '1', outgoingEdgeId: 'e1' }], { isElse: true }],
    [
      'skips invalid items',
      [null, 'x', { outgoingEdgeId: 'e1', content: is('x') }],
      { go: { edgeId: 'e1' } },
    ],
    ['continues without items', undefined, { isElse: true }],
  ])('%s', (_, items, outcome) => {
    expect(run(items)).toStrictEqual(outcome);
  });
});
