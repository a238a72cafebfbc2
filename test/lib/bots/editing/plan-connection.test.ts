import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { planConnection } from '#lib/bots/editing/plan-connection.ts';
import { type ask, bakery } from './bakery-bot.ts';
import { createIdMaker, expectEdit } from './expect-edit.ts';

describe('planConnection', () => {
  it.each([
    ['an event', { eventId: 'start' }, 'e1'],
    ['a block', { blockId: 'welcome' }, undefined],
    ['an item', { blockId: 'ask', itemId: 'yes' }, 'e2'],
    ['a button', { blockId: 'cards', itemId: 'card', pathId: 'button' }, 'e3'],
  ])('leads %s to a block instead', (_, from, old) => {
    const to = { groupId: 'g3', blockId: 'link' };
    const { edges, groups, events } = expectEdit(bakery, planConnection(bakery, from, to, createIdMaker()));
    expect(edges.at(-1)).toStrictEqual({ id: 'new-1', from, to });
    expect(edges.map(({ id }) => id)).not.toContain(old);
    expect(JSON.stringify([groups, events]).match(/new-1/g)).toHaveLength(1);
  });

  it('leads an item nowhere', () => {
    const operations = planConnection(bakery, { blockId: 'ask', itemId: 'yes' }, undefined, createIdMaker());
    const { edges, groups } = expectEdit(bakery, operations);
    expect(edges.map(({ id }) => id)).toStrictEqual(['e1', 'e3']);
    expect(JSON.stringify(groups)).not.toContain('e2');
  });

  it('changes nothing if it leads there already', () => {
    const to = { groupId: 'g2', blockId: 'again' };
    expect(planConnection(bakery, { blockId: 'ask', itemId: 'yes' }, to, createIdMaker())).toStrictEqual([]);
  });

  it('keeps the edge for the other elements that name it', () => {
    const shared = structuredClone(bakery);
    Object.assign(shared.groups[0]?.blocks[0] as object, { outgoingEdgeId: 'e2' });
    const operations = planConnection(
      shared,
      { blockId: 'ask', itemId: 'yes' },
      { groupId: 'g3' },
      createIdMaker(),
    );
    const { edges, groups } = expectEdit(shared, operations);
    expect(edges.find(({ id }) => id === 'e2')?.from).toStrictEqual({ blockId: 'welcome' });
    expect(groups[0]?.blocks).toMatchObject([
      { outgoingEdgeId: 'e2' },
      { items: [{ outgoingEdgeId: 'new-1' }, {}] },
    ]);
  });

  it.each([
    ['an event', { eventId: 'start' }],
    ['a block', { blockId: 'welcome' }],
    ['an item', { blockId: 'ask', itemId: 'no' }],
    ['a button', { blockId: 'cards', itemId: 'card', pathId: 'button' }],
  ])('replaces the name of a missing edge in %s', (_, from) => {
    const broken = structuredClone(bakery) as BotDocument & { events: object[] };
    broken.edges.splice(0);
    Object.assign(broken.events[0] as object, { outgoingEdgeId: 'gone' });
    const [welcome, choice] = broken.groups.flatMap(({ blocks }) => blocks) as (typeof ask)[];
    Object.assign(welcome ?? {}, { outgoingEdgeId: 'gone' });
    Object.assign(choice?.items[1] ?? {}, { outgoingEdgeId: 'gone' });
    const { edges } = expectEdit(broken, planConnection(broken, from, { groupId: 'g3' }, createIdMaker()));
    expect(edges).toStrictEqual([{ id: 'new-1', from, to: { groupId: 'g3' } }]);
  });

  it('deletes an edge that is drawn from there without being named', () => {
    const unnamed = structuredClone(bakery);
    unnamed.edges.push({ id: 'old', from: { blockId: 'welcome' }, to: { groupId: 'g2' } });
    const operations = planConnection(unnamed, { blockId: 'welcome' }, { groupId: 'g3' }, createIdMaker());
    expect(expectEdit(unnamed, operations).edges.map(({ id }) => id)).toStrictEqual([
      'e1',
      'e2',
      'e3',
      'new-1',
    ]);
  });

  it.each([
    [{ blockId: 'gone' }, { groupId: 'g3' }],
    [{ blockId: 'ask', itemId: 'gone' }, { groupId: 'g3' }],
    [{ blockId: 'ask' }, { groupId: 'gone' }],
    [{ blockId: 'ask' }, { groupId: 'g3', blockId: 'ask' }],
  ])('refuses to lead %j to %j, which is not there', (from, to) => {
    expect(() => planConnection(bakery, from, to, createIdMaker())).toThrow(RangeError);
  });
});
