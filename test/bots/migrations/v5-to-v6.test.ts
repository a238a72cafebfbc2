import { describe, expect, it } from 'vitest';
import type { BotEvent, BotFlow } from '#lib/bots/document/bot-document.ts';
import { v5ToV6 } from '#lib/bots/migrations/v5-to-v6.ts';
import { frozen, group, smallBot, startEdge, startGroup } from './small-bot.ts';

function migrate(parts: Partial<BotFlow>): BotFlow {
  return v5ToV6(frozen(smallBot(parts)));
}

function migratedBlock(block: unknown): unknown {
  return migrate({ groups: [group('g', [block])] }).groups[0]?.blocks[0];
}

it('leads to version 6', () => {
  expect(migrate({}).version).toBe('6');
});

describe('start event', () => {
  it('takes the id and place of the start group and the edge of the start block', () => {
    const { events, groups } = migrate({ groups: [startGroup(), group('g', [])] });
    expect(events).toStrictEqual([
      { id: 'start', type: 'start', graphCoordinates: { x: 10, y: 20 }, outgoingEdgeId: 'first' },
    ]);
    expect(groups).toStrictEqual([group('g', [])]);
  });

  it('has no edge where the start block had none', () => {
    expect(migrate({ groups: [group('s', [{ type: 'start' }])] }).events).toStrictEqual([
      { id: 's', type: 'start', graphCoordinates: { x: 10, y: 20 } },
    ]);
    expect(migrate({ groups: [group('s', [{ type: 'start', outgoingEdgeId: null }])] }).events).toStrictEqual(
      [{ id: 's', type: 'start', graphCoordinates: { x: 10, y: 20 } }],
    );
  });

  it('comes from the first start block, wherever its group is', () => {
    const later = group('later', [{ type: 'start', outgoingEdgeId: 'never' }]);
    const { events, groups } = migrate({ groups: [group('g', ['block']), startGroup(), later] });
    expect(events?.map((event) => event.id)).toStrictEqual(['start']);
    expect(groups).toStrictEqual([group('g', ['block'])]);
  });

  it('leaves a group that holds more than start blocks in place', () => {
    const { events, groups } = migrate({
      groups: [{ ...group('s', [{ type: 'start' }, { type: 'text' }, null]), 'x-group': 1 }],
    });
    expect(events).toStrictEqual([{ id: 's', type: 'start', graphCoordinates: { x: 10, y: 20 } }]);
    expect(groups).toStrictEqual([{ ...group('s', [{ type: 'text' }, null]), 'x-group': 1 }]);
  });

  it('takes over unknown keys of the block and of a group that goes', () => {
    const block = { id: 'b', type: 'start', label: 'Start', 'x-both': 'block', 'x-block': 1 };
    const { events } = migrate({ groups: [{ ...group('s', [block]), 'x-both': 'group', 'x-group': 2 }] });
    expect(events).toStrictEqual([
      {
        id: 's',
        type: 'start',
        graphCoordinates: { x: 10, y: 20 },
        'x-both': 'block',
        'x-block': 1,
        'x-group': 2,
      },
    ]);
  });

  it.each([undefined, null, { x: 1 }, { x: '1', y: 2 }])(
    'stands at the origin where the group stood at %j',
    (place) => {
      const nowhere: unknown = { ...group('s', [{ type: 'start' }]), graphCoordinates: place };
      expect(migrate({ groups: [nowhere] as BotFlow['groups'] }).events).toStrictEqual([
        { id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 } },
      ]);
    },
  );

  it('takes its edge from the block alone', () => {
    const { events } = migrate({ groups: [{ ...group('s', [{ type: 'start' }]), outgoingEdgeId: 'e' }] });
    expect(events?.[0]).not.toHaveProperty('outgoingEdgeId');
  });

  it('is made where there is no start block', () => {
    expect(migrate({ groups: [group('g', ['block'])] }).events).toStrictEqual([
      { id: 'start-event', type: 'start', graphCoordinates: { x: 0, y: 0 } },
    ]);
  });

  it('gets an id that is nowhere else in the document', () => {
    const { events } = migrate({
      groups: [group('start-event', [])],
      edges: [{ id: 'e', from: { eventId: 'start-event-2' }, to: { groupId: 'start-event' } }],
    });
    expect(events?.[0]?.id).toBe('start-event-3');
  });

  it('gets an id of its own where the group has none', () => {
    expect(migrate({ groups: [{ ...startGroup(), id: '' }] }).events?.[0]?.id).toBe('start-event');
  });
});

describe('events that are there already', () => {
  const start: BotEvent = {
    id: 'e1',
    type: 'start',
    graphCoordinates: { x: 1, y: 1 },
    outgoingEdgeId: 'first',
  };
  const command: BotEvent = {
    id: 'e2',
    type: 'command',
    graphCoordinates: { x: 2, y: 2 },
    options: { command: 'go' },
  };

  it('are kept as they are where there is no start block', () => {
    const events = [start, command];
    expect(migrate({ events }).events).toStrictEqual(events);
  });

  it('get a start event in front if none of them is one', () => {
    expect(migrate({ events: [command] }).events).toStrictEqual([
      { id: 'start-event', type: 'start', graphCoordinates: { x: 0, y: 0 } },
      command,
    ]);
    expect(migrate({ events: [] }).events).toHaveLength(1);
  });

  it('follow the one that the start block becomes, which takes the place of a start event', () => {
    const { events } = migrate({ events: [command, start], groups: [startGroup()] });
    expect(events).toStrictEqual([
      { id: 'start', type: 'start', graphCoordinates: { x: 10, y: 20 }, outgoingEdgeId: 'first' },
      command,
    ]);
  });

  it('never share their id with the one that the start block becomes', () => {
    const namesake = { ...command, id: 'start' };
    const { events } = migrate({ events: [namesake], groups: [startGroup()] });
    expect(events?.map((event) => event.id)).toStrictEqual(['start-event', 'start']);
  });
});

describe('edges', () => {
  const other = { id: 'e', from: { groupId: 'g', blockId: 'b', itemId: 'i' }, to: { groupId: 'h' } };

  it('start with the one of the start event', () => {
    const { edges } = migrate({
      groups: [startGroup()],
      edges: [other, startEdge('g'), { ...other, id: 'f' }],
    });
    expect(edges).toStrictEqual([
      { id: 'first', from: { eventId: 'start' }, to: { groupId: 'g' } },
      other,
      { ...other, id: 'f' },
    ]);
  });

  it('keep unknown keys', () => {
    const edge = startEdge('g');
    const { edges } = migrate({
      groups: [startGroup()],
      edges: [{ ...edge, from: { ...edge.from, 'x-from': 1 }, 'x-edge': 2 }],
    });
    expect(edges).toStrictEqual([
      { id: 'first', from: { eventId: 'start', 'x-from': 1 }, to: { groupId: 'g' }, 'x-edge': 2 },
    ]);
  });

  it('no longer leave from a place inside a group, whatever that was', () => {
    const from = { groupId: 'start', blockId: 'start-block', itemId: 'i', pathId: 'p' };
    for (const each of [from, null] as BotFlow['edges'][number]['from'][]) {
      const { edges } = migrate({ groups: [startGroup()], edges: [{ ...startEdge('g'), from: each }] });
      expect(edges[0]?.from).toStrictEqual({ eventId: 'start' });
    }
  });

  it('leave from the derived id where the group has none of its own', () => {
    const { edges } = migrate({ groups: [{ ...startGroup(), id: '' }], edges: [startEdge('g')] });
    expect(edges[0]?.from).toStrictEqual({ eventId: 'start-event' });
  });

  it('with the same id as the start edge stay', () => {
    const { edges } = migrate({ groups: [startGroup()], edges: [startEdge('g'), startEdge('h')] });
    expect(edges).toStrictEqual([
      { id: 'first', from: { eventId: 'start' }, to: { groupId: 'g' } },
      startEdge('h'),
    ]);
  });

  it('stay as they are if the start block has no edge, or one that does not exist', () => {
    const withoutId: unknown = { from: { blockId: 'b' }, to: { groupId: 'g' } };
    const edges = [withoutId, other] as BotFlow['edges'];
    expect(migrate({ groups: [group('s', [{ type: 'start' }])], edges }).edges).toStrictEqual(edges);
    expect(migrate({ groups: [startGroup()], edges }).edges).toStrictEqual(edges);
  });
});

describe('groups and blocks', () => {
  it('keep empty groups', () => {
    const groups = [group('a', []), group('b', ['block'])];
    expect(migrate({ groups }).groups).toStrictEqual(groups);
  });

  it('keep whatever a block or a group is', () => {
    const groups: unknown[] = [null, 'text', 7, { id: 'a' }, { id: 'b', blocks: 'none' }];
    groups.push(group('c', [null, 'text', 7, [], {}, { type: 'Google Sheets', options: null }]));
    expect(migrate({ groups: groups as BotFlow['groups'] }).groups).toStrictEqual(groups);
  });
});

describe('Google Sheets blocks', () => {
  const referenceCell = { id: 'c', column: 'A', value: '1' };
  const comparison = { id: 'c', column: 'A', comparisonOperator: 'Equal to', value: '1' };

  it.each(['Get data from sheet', 'Update a row'])('%s: get a filter beside the reference cell', (action) => {
    const options = { action, referenceCell, 'x-options': 1 };
    expect(migratedBlock({ id: 'b', type: 'Google Sheets', options })).toStrictEqual({
      id: 'b',
      type: 'Google Sheets',
      options: { ...options, filter: { comparisons: [comparison] } },
    });
  });

  it.each([{}, { id: '' }])('compare with nothing that the reference cell %j lacks', (cell) => {
    const options = { action: 'Update a row', referenceCell: cell };
    expect(migratedBlock({ type: 'Google Sheets', options })).toStrictEqual({
      type: 'Google Sheets',
      options: {
        ...options,
        filter: { comparisons: [{ id: 'reference-cell', comparisonOperator: 'Equal to' }] },
      },
    });
  });

  it.each([
    ['without options', {}],
    ['with a filter, even an empty one', { options: { action: 'Update a row', referenceCell, filter: {} } }],
    ['without a reference cell', { options: { action: 'Update a row' } }],
    [
      'with a reference cell that is not an object',
      { options: { action: 'Update a row', referenceCell: 'A' } },
    ],
    ['that insert a row', { options: { action: 'Insert a row', referenceCell } }],
    ['without an action', { options: { referenceCell } }],
  ])('stay as they are %s', (_case, parts) => {
    const block = { type: 'Google Sheets', ...parts };
    expect(migratedBlock(block)).toStrictEqual(block);
  });
});

describe('Typebot link blocks', () => {
  it.each([
    ['absent', { typebotId: 't' }],
    ['null', { typebotId: 't', mergeResults: null }],
  ])('merge results where the choice is %s, as they did before', (_case, options) => {
    expect(migratedBlock({ type: 'Typebot link', options })).toStrictEqual({
      type: 'Typebot link',
      options: { typebotId: 't', mergeResults: true },
    });
  });

  it.each([
    ['that merge results', { options: { mergeResults: true } }],
    ['that do not', { options: { mergeResults: false } }],
    ['without options', {}],
  ])('stay as they are %s', (_case, parts) => {
    const block = { type: 'Typebot link', ...parts };
    expect(migratedBlock(block)).toStrictEqual(block);
  });
});

it('keeps everything else', () => {
  const document = smallBot({
    groups: [{ ...group('g', [{ type: 'text', 'x-block': 1 }]), 'x-group': 1 }],
    variables: [{ id: 'v', name: 'n', 'x-variable': 1 }],
    theme: { 'x-theme': 1 },
    settings: { 'x-settings': 1 },
    'x-document': 1,
  });
  const { version, events, ...others } = document;
  expect(migrate(document)).toMatchObject(others);
});
