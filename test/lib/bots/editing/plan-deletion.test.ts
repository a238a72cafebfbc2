import { describe, expect, it } from 'vitest';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import {
  planBlockDeletion,
  planEventDeletion,
  planGroupDeletion,
  planItemDeletion,
  planVariableDeletion,
} from '#lib/bots/editing/plan-deletion.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import { ask, bakery } from './bakery-bot.ts';
import { expectEdit } from './expect-edit.ts';

describe('planGroupDeletion', () => {
  it('deletes the edges that begin or end in the group', () => {
    const { groups, edges } = expectEdit(bakery, planGroupDeletion(bakery, 'g2'));
    expect(groups.map(({ id }) => id)).toStrictEqual(['g1', 'g3']);
    expect(edges.map(({ id }) => id)).toStrictEqual(['e1']);
    expect(JSON.stringify(groups)).not.toContain('outgoingEdgeId');
  });

  it('takes the target from jumps and links to the group', () => {
    const left = expectEdit(bakery, planGroupDeletion(bakery, 'g1'));
    expect(left.groups[1]?.blocks).toStrictEqual([
      { id: 'jump', type: 'Jump', options: {} },
      { id: 'link', type: 'Typebot link', options: { typebotId: 'current' } },
    ]);
    expect(left.events?.[0]).not.toHaveProperty('outgoingEdgeId');
    expect(checkFlow(left).map(({ code, severity }) => [code, severity])).toContainEqual([
      'JUMP_TO_NOWHERE',
      'warning',
    ]);
    expect(checkFlow(left).filter(({ code }) => code === 'DANGLING')).toStrictEqual([]);
  });

  it('finds links by the id of the bot', () => {
    const byId = structuredClone(bakery);
    byId.groups[2]?.blocks.splice(1, 1, {
      id: 'link',
      type: 'Typebot link',
      options: { typebotId: 'bot', groupId: 'g1' },
    });
    const left = expectEdit(byId, planGroupDeletion(byId, 'g1', 'bot'));
    expect(left.groups[1]?.blocks[1]).toMatchObject({ options: { typebotId: 'bot' } });
    expect(left.groups[1]?.blocks[1]).not.toHaveProperty('options.groupId');
  });

  it('keeps what leads to another group with the same id', () => {
    const twice = structuredClone(bakery);
    twice.groups.push({ ...structuredClone(bakery.groups[1]), title: 'Twin', blocks: [] } as never);
    twice.edges.push({ id: 'e4', from: { blockId: 'welcome' }, to: { groupId: 'g2' } });
    const outcome = applyOperations(twice, planGroupDeletion(twice, 'g2'));
    expect(outcome).toMatchObject({
      status: 'changed',
      document: {
        edges: [{ id: 'e1' }, { id: 'e4' }],
        groups: [{ title: 'Title of g1' }, { title: 'Title of g3' }, { title: 'Twin' }],
      },
    });
  });

  it('deletes nothing if the group is not there', () => {
    expect(planGroupDeletion(bakery, 'gone')).toStrictEqual([]);
  });
});

describe('planBlockDeletion', () => {
  it('deletes the edges of the block and its items, and the targets of jumps to it', () => {
    const { groups, edges } = expectEdit(bakery, planBlockDeletion(bakery, 'ask'));
    expect(edges.map(({ id }) => id)).toStrictEqual(['e1', 'e3']);
    expect(groups[2]?.blocks[0]).toStrictEqual({ id: 'jump', type: 'Jump', options: {} });
  });

  it('deletes the edges that lead to it', () => {
    const { groups, edges } = expectEdit(bakery, planBlockDeletion(bakery, 'again'));
    expect(edges.map(({ id }) => id)).toStrictEqual(['e1', 'e3']);
    expect(groups[0]?.blocks[1]).toStrictEqual({
      ...ask,
      items: [{ id: 'yes', content: 'Yes' }, ask.items[1]],
    });
  });

  it('deletes nothing if the block is not there', () => {
    expect(planBlockDeletion(bakery, 'gone')).toStrictEqual([]);
  });
});

describe('planItemDeletion', () => {
  it.each([
    ['ask', 'yes', ['e1', 'e3']],
    ['ask', 'no', ['e1', 'e2', 'e3']],
    ['cards', 'card', ['e1', 'e2']],
  ])('deletes the edges of %s: %s and its buttons alone', (blockId, itemId, left) => {
    const { groups, edges } = expectEdit(bakery, planItemDeletion(bakery, blockId, itemId));
    expect(edges.map(({ id }) => id)).toStrictEqual(left);
    expect(JSON.stringify(groups)).not.toContain(`"id":"${itemId}"`);
  });

  it('deletes nothing if the item or its block is not there', () => {
    expect(planItemDeletion(bakery, 'ask', 'gone')).toStrictEqual([]);
    expect(planItemDeletion(bakery, 'gone', 'yes')).toStrictEqual([]);
  });
});

describe('planEventDeletion', () => {
  it('deletes the edge of the event', () => {
    const { events, edges } = expectEdit(bakery, planEventDeletion(bakery, 'start'));
    expect(events).toStrictEqual([]);
    expect(edges.map(({ id }) => id)).toStrictEqual(['e2', 'e3']);
  });

  it('deletes nothing if the event is not there', () => {
    expect(planEventDeletion(bakery, 'gone')).toStrictEqual([]);
  });
});

describe('planVariableDeletion', () => {
  it('deletes the variable alone', () => {
    const left = expectEdit(bakery, planVariableDeletion(bakery, 'v1'));
    expect(left.variables).toStrictEqual([{ id: 'v2', name: 'Unused' }]);
    expect(left.groups).toStrictEqual(bakery.groups);
  });

  it('deletes nothing if the variable is not there', () => {
    expect(planVariableDeletion(bakery, 'gone')).toStrictEqual([]);
  });
});
