import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import { invertOperations } from '#lib/bots/editing/invert-operations.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { frozen, group } from '#test/lib/bots/migrations/small-bot.ts';
import { again, ask, bakery, cards, welcome } from './bakery-bot.ts';
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

describe('connect, repeated', () => {
  const value = { id: 'e4', from: { blockId: 'welcome' }, to: { groupId: 'g3' } };
  const [first, ...others] = bakery.groups as [BotDocument['groups'][number]];
  const withWelcome = (block: object): BotDocument => {
    return { ...bakery, groups: [{ ...first, blocks: [block, ask] }, ...others] };
  };

  it.each<[string, object]>([
    ['nothing', welcome],
    ['only another element', { ...welcome, outgoingEdgeId: 'e2' }],
  ])('finds a conflict if the edge is there and named by %s', (_, block) => {
    const document = { ...withWelcome(block), edges: [...bakery.edges, value] };
    expect(findConflict({ op: 'connect', value }, document)).toMatchObject({ index: 0 });
  });

  it('changes nothing, also if the edge was disconnected from several elements', () => {
    const namedBy = [{ blockId: 'welcome' }, { blockId: 'again' }];
    const connected = expectEdit(bakery, [{ op: 'connect', value, namedBy }]);
    expectEdit(bakery, [
      { op: 'connect', value, namedBy },
      { op: 'disconnect', was: value },
      { op: 'connect', value: { ...value, id: 'e5' } },
    ]);
    expectEdit(connected, [{ op: 'disconnect', was: value }]);
  });

  it('takes null for no edge, and restores it', () => {
    const { id, ...rest } = welcome;
    const document = frozen(withWelcome({ id, outgoingEdgeId: null, ...rest }));
    const { groups } = expectEdit(document, [{ op: 'connect', value }]);
    expect(groups[0]?.blocks[0]).toStrictEqual({ ...welcome, outgoingEdgeId: 'e4' });
  });

  it('takes null of an item and a button for no edge, and restores it', () => {
    const paths = [{ id: 'button', outgoingEdgeId: null, text: 'Order' }];
    const document = frozen(
      withWelcome({ ...cards, id: 'other', items: [{ id: 'i', outgoingEdgeId: null, paths }] }),
    );
    const from = { blockId: 'other', itemId: 'i' };
    expectEdit(document, [
      { op: 'connect', value: { id: 'e5', from, to: { groupId: 'g2' } } },
      { op: 'connect', value: { id: 'e6', from: { ...from, pathId: 'button' }, to: { groupId: 'g3' } } },
    ]);
  });
});

describe('variables', () => {
  const rename: EditOperation = {
    op: 'changeVariable',
    variableId: 'v2',
    path: ['name'],
    was: 'Unused',
    value: 'Name',
  };

  it('do not get the name of another one', () => {
    expect(findConflict(rename)).toMatchObject({ path: 'bot.variables[0].name', current: 'Name' });
  });

  it('with the same name are told apart, and get it back when that is undone', () => {
    const document = frozen({ ...bakery, variables: [...bakery.variables, { id: 'v3', name: 'Name' }] });
    const { variables } = expectEdit(document, [{ ...rename, variableId: 'v3', was: 'Name', value: 'City' }]);
    expect(variables.at(-1)?.name).toBe('City');
    expectEdit(document, [{ op: 'deleteVariable', was: { id: 'v3', name: 'Name' } }]);
  });
});

describe('undoing', () => {
  const [edge] = bakery.edges as [BotDocument['edges'][number]];
  const left = { graphCoordinates: { x: 0, y: 0 } };

  it.each<[string, BotDocument, EditOperation]>([
    [
      'a group that a link led to before',
      {
        ...bakery,
        groups: [
          ...bakery.groups,
          group('g9', [
            { id: 'out', type: 'Typebot link', options: { typebotId: 'current', groupId: 'g8' } },
          ]),
        ],
      },
      { op: 'addGroup', value: group('g8', []) },
    ],
    [
      'a block that an edge led to before',
      { ...bakery, edges: [...bakery.edges, { ...edge, id: 'e9', to: { groupId: 'g3', blockId: 'b9' } }] },
      { op: 'addBlock', groupId: 'g3', value: { id: 'b9', type: 'text' } },
    ],
    [
      'an item that an edge began at before',
      {
        ...bakery,
        edges: [...bakery.edges, { ...edge, id: 'e9', from: { blockId: 'again', itemId: 'i9' } }],
      },
      { op: 'addItem', blockId: 'again', value: { id: 'i9' } },
    ],
    [
      'an event that an edge began at before',
      { ...bakery, edges: [...bakery.edges, { ...edge, id: 'e9', from: { eventId: 'x9' } }] },
      { op: 'addEvent', value: { id: 'x9', type: 'command', ...left } },
    ],
  ])('deletes %s', (_, document, operation) => {
    expectEdit(frozen(document), [operation]);
  });

  it('finds a conflict if something has been led to the element since', () => {
    const operations: EditOperation[] = [{ op: 'addGroup', value: group('g8', []) }];
    const added = expectEdit(bakery, operations);
    const value = { id: 'e9', from: { blockId: 'welcome' }, to: { groupId: 'g8' } };
    const connected = expectEdit(added, [{ op: 'connect', value }]);
    expect(applyOperations(connected, invertOperations(bakery, operations))).toMatchObject({
      status: 'conflict',
    });
  });
});

describe('changeBot', () => {
  const change = { op: 'changeBot' as const, path: ['resultsTablePreferences'] };

  it('refuses a list of widths, which an update turns into an object', () => {
    for (const operation of [
      { ...change, value: { columnsWidth: [] } },
      { ...change, path: [...change.path, 'columnsWidth'], value: [] },
    ]) {
      const document = { ...bakery, ...(operation.path.length > 1 && { resultsTablePreferences: {} }) };
      expect(() => applyOperations(document, [operation])).toThrow(
        expect.objectContaining({ issues: [expect.objectContaining({ path: 'operations[0].value' })] }),
      );
    }
  });

  it('changes other preferences beside a list of widths that was stored before', () => {
    const document = frozen({ ...bakery, resultsTablePreferences: { columnsWidth: [] } });
    const operation: EditOperation = { ...change, path: [...change.path, 'x-order'], value: 1 };
    expect(expectEdit(document as BotDocument, [operation]).resultsTablePreferences).toStrictEqual({
      columnsWidth: [],
      'x-order': 1,
    });
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
