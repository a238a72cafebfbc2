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

it('results in version 6', () => {
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

  it('has no edge if the start block had none', () => {
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

  it('keeps a group that contains other blocks besides start blocks', () => {
    const { events, groups } = migrate({
      groups: [{ ...group('s', [{ type: 'start' }, { type: 'text' }, null]), 'x-group': 1 }],
    });
    expect(events).toStrictEqual([{ id: 's', type: 'start', graphCoordinates: { x: 10, y: 20 } }]);
    expect(groups).toStrictEqual([{ ...group('s', [{ type: 'text' }, null]), 'x-group': 1 }]);
  });

  it('inherits unknown keys from the block and from a removed group', () => {
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
    "is placed at the origin if the group's coordinates are %j",
    (place) => {
      const nowhere: unknown = { ...group('s', [{ type: 'start' }]), graphCoordinates: place };
      expect(migrate({ groups: [nowhere] as BotFlow['groups'] }).events).toStrictEqual([
        { id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 } },
      ]);
    },
  );

  it('takes its edge only from the block', () => {
    const { events } = migrate({ groups: [{ ...group('s', [{ type: 'start' }]), outgoingEdgeId: 'e' }] });
    expect(events?.[0]).not.toHaveProperty('outgoingEdgeId');
  });

  it('is created if there is no start block', () => {
    expect(migrate({ groups: [group('g', ['block'])] }).events).toStrictEqual([
      { id: 'start-event', type: 'start', graphCoordinates: { x: 0, y: 0 } },
    ]);
  });

  it('gets an id unique within the document', () => {
    const { events } = migrate({
      groups: [group('start-event', [])],
      edges: [{ id: 'e', from: { eventId: 'start-event-2' }, to: { groupId: 'start-event' } }],
    });
    expect(events?.[0]?.id).toBe('start-event-3');
  });

  it('gets a new id if the group has none', () => {
    expect(migrate({ groups: [{ ...startGroup(), id: '' }] }).events?.[0]?.id).toBe('start-event');
  });
});

describe('existing events', () => {
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

  it('stay unchanged if there is no start block', () => {
    const events = [start, command];
    expect(migrate({ events }).events).toStrictEqual(events);
  });

  it('are preceded by a new start event if none of them is one', () => {
    expect(migrate({ events: [command] }).events).toStrictEqual([
      { id: 'start-event', type: 'start', graphCoordinates: { x: 0, y: 0 } },
      command,
    ]);
    expect(migrate({ events: [] }).events).toHaveLength(1);
  });

  it('follow the converted start block, which replaces any existing start event', () => {
    const { events } = migrate({ events: [command, start], groups: [startGroup()] });
    expect(events).toStrictEqual([
      { id: 'start', type: 'start', graphCoordinates: { x: 10, y: 20 }, outgoingEdgeId: 'first' },
      command,
    ]);
  });

  it('never share an id with the converted start block', () => {
    const namesake = { ...command, id: 'start' };
    const { events } = migrate({ events: [namesake], groups: [startGroup()] });
    expect(events?.map((event) => event.id)).toStrictEqual(['start-event', 'start']);
  });
});

describe('edges', () => {
  const other = { id: 'e', from: { groupId: 'g', blockId: 'b', itemId: 'i' }, to: { groupId: 'h' } };

  it('are reordered to begin with the edge of the start event', () => {
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

  it('no longer start inside a group, whatever their source was', () => {
    const from = { groupId: 'start', blockId: 'start-block', itemId: 'i', pathId: 'p' };
    for (const each of [from, null] as BotFlow['edges'][number]['from'][]) {
      const { edges } = migrate({ groups: [startGroup()], edges: [{ ...startEdge('g'), from: each }] });
      expect(edges[0]?.from).toStrictEqual({ eventId: 'start' });
    }
  });

  it('start from the derived id if the group has none', () => {
    const { edges } = migrate({ groups: [{ ...startGroup(), id: '' }], edges: [startEdge('g')] });
    expect(edges[0]?.from).toStrictEqual({ eventId: 'start-event' });
  });

  it('keep their source if they only share an id with the start edge', () => {
    const { edges } = migrate({ groups: [startGroup()], edges: [startEdge('g'), startEdge('h')] });
    expect(edges).toStrictEqual([
      { id: 'first', from: { eventId: 'start' }, to: { groupId: 'g' } },
      startEdge('h'),
    ]);
  });

  it('stay unchanged if the start block has no edge, or one that does not exist', () => {
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

  it('keep malformed groups and blocks', () => {
    const groups: unknown[] = [null, 'text', 7, { id: 'a' }, { id: 'b', blocks: 'none' }];
    groups.push(group('c', [null, 'text', 7, [], {}, { type: 'Google Sheets', options: null }]));
    expect(migrate({ groups: groups as BotFlow['groups'] }).groups).toStrictEqual(groups);
  });
});

describe('Google Sheets blocks', () => {
  const referenceCell = { id: 'c', column: 'A', value: '1' };
  const comparison = { id: 'c', column: 'A', comparisonOperator: 'Equal to', value: '1' };

  it.each(['Get data from sheet', 'Update a row'])(
    '%s: get a filter in addition to the reference cell',
    (action) => {
      const options = { action, referenceCell, 'x-options': 1 };
      expect(migratedBlock({ id: 'b', type: 'Google Sheets', options })).toStrictEqual({
        id: 'b',
        type: 'Google Sheets',
        options: { ...options, filter: { comparisons: [comparison] } },
      });
    },
  );

  it.each([{}, { id: '' }])('omit from the filter what the reference cell %j lacks', (cell) => {
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
  ])('stay unchanged %s', (_case, parts) => {
    const block = { type: 'Google Sheets', ...parts };
    expect(migratedBlock(block)).toStrictEqual(block);
  });
});

describe('Typebot link blocks', () => {
  it.each([
    ['absent', { typebotId: 't' }],
    ['null', { typebotId: 't', mergeResults: null }],
  ])('still merge results if mergeResults is %s', (_case, options) => {
    expect(migratedBlock({ type: 'Typebot link', options })).toStrictEqual({
      type: 'Typebot link',
      options: { typebotId: 't', mergeResults: true },
    });
  });

  it.each([
    ['that merge results', { options: { mergeResults: true } }],
    ['that do not', { options: { mergeResults: false } }],
    ['without options', {}],
  ])('stay unchanged %s', (_case, parts) => {
    const block = { type: 'Typebot link', ...parts };
    expect(migratedBlock(block)).toStrictEqual(block);
  });
});

it('leaves everything else unchanged', () => {
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
