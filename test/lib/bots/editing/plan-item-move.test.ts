import { describe, expect, it } from 'vitest';
import { planItemMove } from '#lib/bots/editing/plan-item-move.ts';
import { bakery } from './bakery-bot.ts';
import { createIdMaker, expectEdit } from './expect-edit.ts';

const yes = { blockId: 'ask', itemId: 'yes' };

describe('planItemMove', () => {
  it('moves an item with its edge to another block', () => {
    const operations = planItemMove(bakery, yes, { blockId: 'again', index: 0 }, createIdMaker());
    const { groups, edges } = expectEdit(bakery, operations);
    expect(groups[0]?.blocks[1]).toMatchObject({ items: [{ id: 'no' }] });
    expect(groups[1]?.blocks[1]).toMatchObject({
      items: [{ id: 'yes', outgoingEdgeId: 'e2' }, { id: 'maybe' }],
    });
    expect(edges.find(({ id }) => id === 'e2')).toStrictEqual({
      id: 'e2',
      from: { blockId: 'again', itemId: 'yes' },
      to: { groupId: 'g2', blockId: 'again' },
    });
  });

  it('moves the edges of its buttons along', () => {
    const two = structuredClone(bakery);
    two.groups[2]?.blocks.push({ id: 'more', type: 'cards', items: [] });
    const card = { blockId: 'cards', itemId: 'card' };
    const { groups, edges } = expectEdit(
      two,
      planItemMove(two, card, { blockId: 'more', index: 0 }, createIdMaker()),
    );
    expect(groups[2]?.blocks[2]).toMatchObject({ items: [{ paths: [{ outgoingEdgeId: 'e3' }] }] });
    expect(edges.at(-1)?.from).toStrictEqual({ blockId: 'more', itemId: 'card', pathId: 'button' });
  });

  it('gives it another id if the other block has one like it', () => {
    const same = structuredClone(bakery);
    same.groups[2]?.blocks.push({ id: 'third', type: 'choice input', items: [{ id: 'yes' }] });
    const operations = planItemMove(same, yes, { blockId: 'third', index: 1 }, createIdMaker());
    const { groups } = expectEdit(same, operations);
    expect(groups[2]?.blocks[2]).toMatchObject({
      items: [{ id: 'yes' }, { id: 'new-1', outgoingEdgeId: 'e2' }],
    });
  });

  it('moves it within its block', () => {
    const operations = planItemMove(bakery, yes, { blockId: 'ask', index: 1 }, createIdMaker());
    expect(operations).toHaveLength(1);
    expect(expectEdit(bakery, operations).groups[0]?.blocks[1]).toMatchObject({
      items: [{ id: 'no' }, { id: 'yes' }],
    });
    expect(planItemMove(bakery, yes, { blockId: 'ask', index: 0 }, createIdMaker())).toStrictEqual([]);
  });

  it.each([
    [yes, 'cards'],
    [yes, 'gone'],
    [{ blockId: 'ask', itemId: 'gone' }, 'again'],
  ])('refuses to move %j to %s', (item, blockId) => {
    expect(() => planItemMove(bakery, item, { blockId, index: 0 }, createIdMaker())).toThrow(RangeError);
  });
});
