import { describe, expect, it } from 'vitest';
import { planBlockCopy, planGroupCopy, planItemCopy } from '#lib/bots/editing/plan-copy.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import { again, bakery, cards } from './bakery-bot.ts';
import { createIdMaker, expectEdit } from './expect-edit.ts';

describe('planGroupCopy', () => {
  it('copies a group behind it with new ids, and the edges within', () => {
    const { groups, edges } = expectEdit(bakery, planGroupCopy(bakery, 'g2', createIdMaker()));
    const [, original, copy] = groups;
    expect(original).toStrictEqual(bakery.groups[1]);
    expect(copy).toStrictEqual({
      id: 'new-1',
      title: 'Title of g2 copy',
      graphCoordinates: { x: 390, y: 20 },
      blocks: [
        {
          ...cards,
          id: 'new-2',
          items: [{ id: 'new-3', paths: [{ id: 'new-4', text: 'Order', outgoingEdgeId: 'new-7' }] }],
        },
        { ...again, id: 'new-5', items: [{ id: 'new-6', content: 'Maybe' }] },
      ],
    });
    expect(edges.slice(3)).toStrictEqual([
      { id: 'new-7', from: { blockId: 'new-2', itemId: 'new-3', pathId: 'new-4' }, to: { groupId: 'new-1' } },
    ]);
  });

  it('keeps the targets of jumps to other groups, and drops the edges to them', () => {
    const first = expectEdit(bakery, planGroupCopy(bakery, 'g1', createIdMaker()));
    expect(first.edges).toStrictEqual(bakery.edges);
    const { groups } = expectEdit(bakery, planGroupCopy(bakery, 'g3', createIdMaker()));
    expect(groups[3]?.blocks).toMatchObject([
      { id: 'new-2', options: { groupId: 'g1', blockId: 'ask' } },
      { id: 'new-3', options: { typebotId: 'current', groupId: 'g1' } },
    ]);
  });

  it('leads a jump within the group to the copy', () => {
    const own = structuredClone(bakery);
    own.groups[0]?.blocks.push({ id: 'back', type: 'Jump', options: { groupId: 'g1', blockId: 'ask' } });
    const { groups } = expectEdit(own, planGroupCopy(own, 'g1', createIdMaker()));
    const [, ask, back] = (groups[1]?.blocks ?? []) as { id: string }[];
    expect(back).toMatchObject({ options: { groupId: groups[1]?.id, blockId: ask?.id } });
  });

  it('gives blocks with the same id different ones', () => {
    const twice = structuredClone(bakery);
    twice.groups[0]?.blocks.push({ id: 'welcome', type: 'text', content: {} });
    const { groups } = expectEdit(twice, planGroupCopy(twice, 'g1', createIdMaker()));
    const ids = groups[1]?.blocks.map((block) => (block as { id: string }).id);
    expect(new Set(ids).size).toBe(3);
  });

  it('copies nothing if the group is not there', () => {
    expect(planGroupCopy(bakery, 'gone', createIdMaker())).toStrictEqual([]);
  });
});

describe('planBlockCopy', () => {
  it('copies a block behind it in its group, without edges to elsewhere', () => {
    const { groups, edges } = expectEdit(bakery, planBlockCopy(bakery, 'ask', createIdMaker()));
    expect(groups[0]?.blocks[2]).toStrictEqual({
      id: 'new-1',
      type: 'choice input',
      items: [
        { id: 'new-2', content: 'Yes' },
        { id: 'new-3', content: 'No' },
      ],
      options: { variableId: 'v1' },
    });
    expect(edges).toStrictEqual(bakery.edges);
    expect(checkFlow({ ...bakery, groups }).filter(({ code }) => code === 'DANGLING')).toStrictEqual([]);
  });

  it('copies an edge from the block to itself', () => {
    const loop = structuredClone(bakery);
    loop.edges.push({ id: 'loop', from: { blockId: 'welcome' }, to: { groupId: 'g1', blockId: 'welcome' } });
    Object.assign(loop.groups[0]?.blocks[0] as object, { outgoingEdgeId: 'loop' });
    const { groups, edges } = expectEdit(loop, planBlockCopy(loop, 'welcome', createIdMaker()));
    expect(groups[0]?.blocks[1]).toMatchObject({ id: 'new-1', outgoingEdgeId: 'new-2' });
    expect(edges.at(-1)).toStrictEqual({
      id: 'new-2',
      from: { blockId: 'new-1' },
      to: { groupId: 'g1', blockId: 'new-1' },
    });
  });

  it('copies nothing if the block is not there', () => {
    expect(planBlockCopy(bakery, 'gone', createIdMaker())).toStrictEqual([]);
  });
});

describe('planItemCopy', () => {
  it('copies an item and its buttons, which lead nowhere', () => {
    const { groups, edges } = expectEdit(bakery, planItemCopy(bakery, 'cards', 'card', createIdMaker()));
    expect(groups[1]?.blocks[0]).toStrictEqual({
      ...cards,
      items: [cards.items[0], { id: 'new-1', paths: [{ id: 'new-2', text: 'Order' }] }],
    });
    expect(edges).toStrictEqual(bakery.edges);
  });

  it('copies nothing if the item or its block is not there', () => {
    expect(planItemCopy(bakery, 'ask', 'gone', createIdMaker())).toStrictEqual([]);
    expect(planItemCopy(bakery, 'gone', 'yes', createIdMaker())).toStrictEqual([]);
  });
});
