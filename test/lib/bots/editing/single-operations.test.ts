import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { group } from '#test/lib/bots/migrations/small-bot.ts';
import { again, ask, bakery, welcome } from './bakery-bot.ts';
import { expectEdit } from './expect-edit.ts';

const [start] = bakery.events as [NonNullable<BotDocument['events']>[number]];
const [toFirst, toAgain] = bakery.edges as [BotDocument['edges'][number], BotDocument['edges'][number]];

function findConflict(operation: EditOperation, document = bakery) {
  const outcome = applyOperations(document, [operation]);
  return outcome.status === 'conflict' ? outcome.conflicts[0] : outcome.status;
}

describe('events', () => {
  const command = { id: 'help', type: 'command' as const, graphCoordinates: { x: 5, y: 6 } };

  it('are added at their index', () => {
    const { events } = expectEdit(bakery, [{ op: 'addEvent', value: command, index: 0 }]);
    expect(events).toStrictEqual([command, start]);
  });

  it('are moved', () => {
    const move: EditOperation = {
      op: 'moveEvent',
      eventId: 'start',
      was: { x: 0, y: 0 },
      value: { x: 7, y: 8 },
    };
    expect(expectEdit(bakery, [move]).events?.[0]?.graphCoordinates).toStrictEqual({ x: 7, y: 8 });
    expect(findConflict({ ...move, was: { x: 1, y: 0 } })).toMatchObject({
      path: 'bot.events[0].graphCoordinates',
      current: { x: 0, y: 0 },
    });
  });

  it('are changed', () => {
    const change: EditOperation = {
      op: 'changeEvent',
      eventId: 'start',
      path: ['options'],
      value: { note: 1 },
    };
    expect(expectEdit(bakery, [change]).events?.[0]).toStrictEqual({ ...start, options: { note: 1 } });
  });

  it('are not changed to lead along another edge', () => {
    const change = {
      op: 'changeEvent',
      eventId: 'start',
      path: ['outgoingEdgeId'],
      was: 'e1',
      value: 'e2',
    } as const;
    expect(findConflict({ ...change, path: [...change.path] })).toMatchObject({ path: 'bot.events[0]' });
  });

  it('are deleted after their edge', () => {
    const { outgoingEdgeId: _, ...left } = start;
    const deletion: EditOperation[] = [
      { op: 'disconnect', was: toFirst },
      { op: 'deleteEvent', was: left },
    ];
    expect(expectEdit(bakery, deletion).events).toStrictEqual([]);
    expect(findConflict({ op: 'deleteEvent', was: start })).toMatchObject({ path: 'bot.edges[0]' });
  });

  it.each<[string, EditOperation]>([
    ['added twice', { op: 'addEvent', value: { ...command, id: 'start' } }],
    ['moved', { op: 'moveEvent', eventId: 'x', was: { x: 0, y: 0 }, value: { x: 1, y: 1 } }],
    ['changed', { op: 'changeEvent', eventId: 'x', path: ['a'], value: 1 }],
    ['deleted as they were', { op: 'deleteEvent', was: { ...start, type: 'command' } }],
  ])('that are gone, or there, are not %s', (_, operation) => {
    expect(findConflict(operation)).toMatchObject({ index: 0 });
  });

  it('are refused in a document without any', () => {
    expect(() => applyOperations({ ...bakery, events: null }, [{ op: 'addEvent', value: command }])).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
  });
});

describe('connect', () => {
  it('names the edge in its origin', () => {
    const value = { id: 'e4', from: { blockId: 'welcome' }, to: { groupId: 'g3', blockId: 'link' } };
    const { edges, groups } = expectEdit(bakery, [{ op: 'connect', value, index: 1 }]);
    expect(edges[1]).toStrictEqual(value);
    expect(groups[0]?.blocks[0]).toStrictEqual({ ...welcome, outgoingEdgeId: 'e4' });
  });

  it.each<[string, EditOperation]>([
    [
      'an origin that leads elsewhere',
      { op: 'connect', value: { id: 'e4', from: toFirst.from, to: { groupId: 'g2' } } },
    ],
    ['an id that is taken', { op: 'connect', value: { ...toFirst, from: { blockId: 'welcome' } } }],
    [
      'a block of another group',
      {
        op: 'connect',
        value: { id: 'e4', from: { blockId: 'welcome' }, to: { groupId: 'g1', blockId: 'again' } },
      },
    ],
  ])('finds a conflict for %s', (_, operation) => {
    expect(findConflict(operation)).toMatchObject({ index: 0 });
  });
});

describe('deleteGroup', () => {
  it('deletes a group that nothing leads to', () => {
    const was = bakery.groups[2] as BotDocument['groups'][number];
    expect(expectEdit(bakery, [{ op: 'deleteGroup', was }]).groups.map(({ id }) => id)).toStrictEqual([
      'g1',
      'g2',
    ]);
  });

  it('finds a conflict if the group has changed, or is gone', () => {
    const was = { ...(bakery.groups[2] as BotDocument['groups'][number]), title: 'Old' };
    expect(findConflict({ op: 'deleteGroup', was })).toMatchObject({ path: 'bot.groups[2]', was });
    expect(findConflict({ op: 'deleteGroup', was: { ...was, id: 'x' } })).toMatchObject({
      path: 'bot.groups',
    });
  });
});

describe('changeEdge', () => {
  const change = { op: 'changeEdge' as const, edgeId: 'e2' };

  it('leads an edge elsewhere', () => {
    const to = { groupId: 'g3' };
    const { edges } = expectEdit(bakery, [{ ...change, path: ['to'], was: toAgain.to, value: to }]);
    expect(edges[1]).toStrictEqual({ ...toAgain, to });
  });

  it('finds a conflict if the target or the edge is gone', () => {
    const path = ['to', 'groupId'];
    expect(findConflict({ ...change, path, was: 'g2', value: 'x' })).toMatchObject({ path: 'bot.groups' });
    expect(findConflict({ ...change, edgeId: 'x', path, was: 'g2', value: 'g3' })).toMatchObject({
      path: 'bot.edges',
    });
  });

  it('does not change where it begins', () => {
    const operation: EditOperation = { ...change, path: ['from', 'blockId'], was: 'ask', value: 'again' };
    expect(() => applyOperations(bakery, [operation])).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'operations[0].path' })] }),
    );
  });
});

describe('items', () => {
  it('are moved', () => {
    const move: EditOperation = { op: 'moveItem', blockId: 'ask', itemId: 'yes', was: 0, value: 1 };
    expect(expectEdit(bakery, [move]).groups[0]?.blocks[1]).toStrictEqual({
      ...ask,
      items: ask.items.toReversed(),
    });
    expect(findConflict({ ...move, itemId: 'no', value: 0 })).toMatchObject({ was: 0, current: 1 });
    expect(findConflict({ ...move, itemId: 'x' })).toMatchObject({ path: 'bot.groups[0].blocks[1].items' });
  });

  it('are changed', () => {
    const change: EditOperation = {
      op: 'changeItem',
      blockId: 'again',
      itemId: 'maybe',
      path: ['content'],
      was: 'Maybe',
      value: 'Later',
    };
    const { groups } = expectEdit(bakery, [change]);
    expect(groups[1]?.blocks[1]).toStrictEqual({ ...again, items: [{ id: 'maybe', content: 'Later' }] });
    expect(findConflict({ ...change, was: 'Old' })).toMatchObject({ current: 'Maybe' });
  });

  it('are not changed to lead along another edge', () => {
    const path = ['outgoingEdgeId'];
    const operation: EditOperation = { op: 'changeItem', blockId: 'ask', itemId: 'yes', path, was: 'e2' };
    expect(findConflict(operation)).toMatchObject({ path: 'bot.groups[0].blocks[1].items' });
  });

  it('are deleted, unless they lead somewhere', () => {
    const [yes = { id: '' }, no = { id: '' }] = ask.items;
    const { groups } = expectEdit(bakery, [{ op: 'deleteItem', blockId: 'ask', was: no }]);
    expect(groups[0]?.blocks[1]).toStrictEqual({ ...ask, items: [yes] });
    expect(findConflict({ op: 'deleteItem', blockId: 'ask', was: yes })).toMatchObject({
      path: 'bot.edges[1]',
    });
  });
});

describe('a list that is sent again', () => {
  it('is recognised although it deletes the first block of a group that it has added', () => {
    const added = group('g4', [
      { id: 'b1', type: 'text' },
      { id: 'b2', type: 'choice input', items: [{ id: 'i1' }, { id: 'i2' }] },
    ]);
    expectEdit(bakery, [
      { op: 'addGroup', value: added },
      { op: 'deleteBlock', groupId: 'g4', was: { id: 'b1', type: 'text' } },
      { op: 'deleteItem', blockId: 'b2', was: { id: 'i1' } },
    ]);
  });

  it('is in conflict if the added group has another title by now', () => {
    const added = group('g4', [{ id: 'b1', type: 'text' }]);
    const operations: EditOperation[] = [
      { op: 'addGroup', value: added },
      { op: 'deleteBlock', groupId: 'g4', was: { id: 'b1', type: 'text' } },
    ];
    const titled = expectEdit(expectEdit(bakery, operations), [
      { op: 'changeGroup', groupId: 'g4', path: ['title'], was: added.title, value: 'Other' },
    ]);
    expect(applyOperations(titled, operations)).toMatchObject({ status: 'conflict' });
  });
});

describe('undoing the move of a block', () => {
  it('restores edges and jumps that named the other group too early', () => {
    const wrong = structuredClone(bakery);
    wrong.edges.push({ id: 'early', from: { blockId: 'gone' }, to: { groupId: 'g3', blockId: 'ask' } });
    wrong.groups[1]?.blocks.push({ id: 'far', type: 'Jump', options: { groupId: 'g3', blockId: 'ask' } });
    const was = { groupId: 'g1', index: 1 };
    const { edges } = expectEdit(wrong, [
      { op: 'moveBlock', blockId: 'ask', was, value: { groupId: 'g3', index: 0 } },
    ]);
    expect(edges.at(-1)).toStrictEqual(wrong.edges.at(-1));
  });
});
