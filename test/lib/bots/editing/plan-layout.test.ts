import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { planLayout } from '#lib/bots/editing/plan-layout.ts';
import { createLayout } from '#lib/bots/flow/flow-layout.ts';
import { group, smallBot } from '#test/lib/bots/migrations/small-bot.ts';
import { bakery } from './bakery-bot.ts';
import { expectEdit } from './expect-edit.ts';

/** Makes a bot with groups `g0`, `g1`, … and edges between their blocks. */
function linkGroups(count: number, links: [from: number, to: number][]): BotDocument {
  const edges = links.map(([from, to], index) => ({
    id: `e${index}`,
    from: { blockId: `b${from}`, itemId: `i${index}` },
    to: { groupId: `g${to}` },
  }));
  const blocks = Array.from({ length: count }, (_, index) => ({
    id: `b${index}`,
    type: 'choice input',
    items: edges
      .filter(({ from }) => from.blockId === `b${index}`)
      .map(({ id, from }) => ({ id: from.itemId, outgoingEdgeId: id })),
  }));
  return {
    ...smallBot({
      version: '6',
      events: [{ id: 'start', type: 'start', outgoingEdgeId: 'begin', graphCoordinates: { x: 0, y: 0 } }],
      groups: blocks.map((block, index) => group(`g${index}`, [block])),
      edges: [{ id: 'begin', from: { eventId: 'start' }, to: { groupId: 'g0' } }, ...edges],
    }),
    name: 'Bot',
  };
}

function readColumns(document: BotDocument): number[] {
  const columns = [...new Set(document.groups.map(({ graphCoordinates }) => graphCoordinates.x))].toSorted(
    (a, b) => a - b,
  );
  return document.groups.map(({ graphCoordinates }) => columns.indexOf(graphCoordinates.x));
}

describe('planLayout', () => {
  it('puts each group behind all that lead to it', () => {
    const bot = linkGroups(4, [
      [0, 1],
      [1, 2],
      [0, 2],
      [2, 3],
    ]);
    expect(readColumns(expectEdit(bot, planLayout(bot)))).toStrictEqual([0, 1, 2, 3]);
  });

  it('leaves out ways back', () => {
    const bot = linkGroups(3, [
      [0, 1],
      [1, 2],
      [2, 0],
      [2, 2],
      [2, 1],
    ]);
    expect(readColumns(expectEdit(bot, planLayout(bot)))).toStrictEqual([0, 1, 2]);
  });

  it('follows jumps, and starts a group that nothing leads to on the left', () => {
    const tidy = expectEdit(bakery, planLayout(bakery));
    expect(readColumns(tidy)).toStrictEqual([1, 2, 0]);
  });

  it('lays no group over another', () => {
    const bot = linkGroups(9, [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 4],
      [2, 4],
      [3, 5],
      [4, 6],
    ]);
    const { groups } = createLayout(expectEdit(bot, planLayout(bot)));
    for (const one of groups) {
      const over = groups.filter(({ id, x, y, height }) => {
        return id !== one.id && x === one.x && y < one.y + one.height && one.y < y + height;
      });
      expect(over).toStrictEqual([]);
    }
  });

  it('moves nothing twice', () => {
    expect(planLayout(expectEdit(bakery, planLayout(bakery)))).toStrictEqual([]);
  });

  it('copes with a chain of thousands of groups', () => {
    const count = 5_000;
    const bot = linkGroups(count, []);
    for (const [index, { blocks }] of bot.groups.entries()) {
      blocks[0] = { id: `b${index}`, type: 'Jump', options: { groupId: `g${index + 1}` } };
    }
    expect(planLayout(bot)).toHaveLength(count);
  });
});
