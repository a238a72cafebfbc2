import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { summarizeOperations } from '#lib/bots/editing/summarize-operations.ts';
import { isSameJson } from '#lib/platform/json/same-json.ts';
import { frozen, group, smallBot } from '#test/lib/bots/migrations/small-bot.ts';
import { expectEdit } from './expect-edit.ts';

const welcome = { id: 'welcome', type: 'text', content: { plainText: 'Hi {{Name}}' } };
const ask = {
  id: 'ask',
  type: 'choice input',
  items: [{ id: 'yes', outgoingEdgeId: 'e2', content: 'Yes' }],
};
const jump = { id: 'jump', type: 'Jump', options: { groupId: 'g1', blockId: 'ask' } };
const edges = [
  { id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } },
  { id: 'e2', from: { blockId: 'ask', itemId: 'yes' }, to: { groupId: 'g2' } },
];

const bot: BotDocument = frozen({
  ...smallBot({
    version: '6',
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e1', graphCoordinates: { x: 0, y: 0 } }],
    groups: [group('g1', [welcome, ask]), group('g2', [jump]), group('g3', [])],
    edges,
    variables: [{ id: 'v1', name: 'Name' }],
    settings: { security: { prefillableVariables: ['Name'] } },
  }),
  name: 'Bakery',
});

function change(operations: EditOperation[], document = bot): BotDocument {
  return expectEdit(document, operations);
}

function findConflicts(operations: EditOperation[]) {
  const outcome = applyOperations(bot, operations);
  return outcome.status === 'conflict' ? outcome.conflicts : outcome.status;
}

describe('applyOperations', () => {
  it('changes nothing for an empty list', () => {
    expect(applyOperations(bot, [])).toStrictEqual({ status: 'unchanged' });
  });

  it('renames a variable wherever a text means it', () => {
    const renamed = change([{ op: 'renameVariable', variableId: 'v1', was: 'Name', value: 'First name' }]);
    expect(renamed.variables).toStrictEqual([{ id: 'v1', name: 'First name' }]);
    expect(JSON.stringify(renamed.groups)).toContain('Hi {{First name}}');
    expect(renamed.settings.security?.prefillableVariables).toStrictEqual(['First name']);
  });

  it('leads a jump along with the block that it leads to', () => {
    const was = { groupId: 'g1', index: 1 };
    const moved = change([{ op: 'moveBlock', blockId: 'ask', was, value: { groupId: 'g3', index: 0 } }]);
    expect(moved.groups[1]?.blocks).toMatchObject([{ options: { groupId: 'g3', blockId: 'ask' } }]);
  });

  it('connects and disconnects an item', () => {
    const disconnected = change([{ op: 'disconnect', was: edges[1] as (typeof bot.edges)[number] }]);
    expect(JSON.stringify(disconnected.groups)).not.toContain('e2');
    const edge = { id: 'e3', from: { blockId: 'ask', itemId: 'yes' }, to: { groupId: 'g3' } };
    const connected = change([{ op: 'connect', value: edge }], frozen(disconnected));
    expect(connected.groups[0]?.blocks[1]).toMatchObject({ items: [{ outgoingEdgeId: 'e3' }] });
  });

  it('applies to a group although another one has changed', () => {
    const title = (groupId: string, value: string): EditOperation => {
      return { op: 'changeGroup', groupId, path: ['title'], was: `Title of ${groupId}`, value };
    };
    const both = change([title('g2', 'Two')], frozen(change([title('g1', 'One')])));
    expect(both.groups.map((one) => one.title)).toStrictEqual(['One', 'Two', 'Title of g3']);
  });

  it('shares what stays the same', () => {
    const changed = change([{ op: 'changeBot', path: ['name'], was: 'Bakery', value: 'Shop' }]);
    expect(changed.groups).toBe(bot.groups);
  });

  it('lists both values of each conflict, and applies nothing', () => {
    expect(
      findConflicts([
        { op: 'changeBot', path: ['name'], was: 'Bakery', value: 'Shop' },
        { op: 'changeGroup', groupId: 'g1', path: ['title'], was: 'Old', value: 'New' },
        { op: 'changeBlock', blockId: 'gone', path: ['type'], was: 'text', value: 'image' },
      ]),
    ).toMatchObject([
      { index: 1, path: 'bot.groups[0].title', was: 'Old', current: 'Title of g1' },
      { index: 2, path: 'bot.groups', was: 'text', current: undefined },
    ]);
  });

  it('lists at most 20 conflicts, with values of at most 1,000 characters', () => {
    const was = '😀'.repeat(2_000);
    const one: EditOperation = { op: 'changeBot', path: ['icon'], was, value: null };
    const conflicts = findConflicts(Array.from({ length: 30 }, () => one));
    expect(conflicts).toHaveLength(20);
    const [shown] = conflicts as { was: string }[];
    expect(shown?.was.length).toBeLessThanOrEqual(1_001);
    expect(shown?.was.isWellFormed()).toBe(true);
  });

  it.each<[string, EditOperation]>([
    ['a group with edges', { op: 'deleteGroup', was: bot.groups[1] as (typeof bot.groups)[number] }],
    ['a block with edges', { op: 'deleteBlock', groupId: 'g1', was: ask }],
    [
      'an edge from an element that is gone',
      { op: 'connect', value: { id: 'n', from: { blockId: 'x' }, to: { groupId: 'g1' } } },
    ],
    [
      'an edge to a group that is gone',
      { op: 'connect', value: { id: 'n', from: { blockId: 'welcome' }, to: { groupId: 'x' } } },
    ],
    ['an id that is taken', { op: 'addBlock', groupId: 'g3', value: { id: 'ask', type: 'text' } }],
    [
      'items with other edges',
      { op: 'changeBlock', blockId: 'ask', path: ['items'], was: ask.items, value: [] },
    ],
  ])('finds a conflict for %s', (_, one) => {
    expect(findConflicts([one])).toMatchObject([{ index: 0 }]);
  });

  it.each<[string, EditOperation, string]>([
    [
      'an id',
      { op: 'changeBlock', blockId: 'ask', path: ['id'], was: 'ask', value: 'b' },
      'operations[0].path',
    ],
    [
      'a prototype',
      { op: 'changeBlock', blockId: 'ask', path: ['__proto__', 'x'], value: 1 },
      'operations[0].path',
    ],
    [
      'the blocks of a group',
      { op: 'changeGroup', groupId: 'g1', path: ['blocks'], was: [], value: [] },
      'operations[0].path',
    ],
    ['a field of the server', { op: 'changeBot', path: ['publicId'], value: 'x' }, 'operations[0].path'],
    [
      'an invalid title',
      { op: 'changeGroup', groupId: 'g1', path: ['title'], was: 'Title of g1', value: 1 },
      'operations[0].value',
    ],
    ['a theme that is removed', { op: 'changeBot', path: ['theme'], was: {} }, 'operations[0].value'],
    [
      'a name that texts cannot mention',
      { op: 'renameVariable', variableId: 'v1', was: 'Name', value: '{' },
      'operations[0].value',
    ],
  ])('refuses %s', (_, one, path) => {
    expect(() => applyOperations(bot, [one])).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', issues: [expect.objectContaining({ path })] }),
    );
  });
});

describe('summarizeOperations', () => {
  it('counts kinds and lists ids', () => {
    expect(
      summarizeOperations([
        { op: 'addVariable', value: { id: 'v2', name: 'Secret' } },
        { op: 'changeVariable', variableId: 'v2', path: ['value'], value: 'x' },
      ]),
    ).toStrictEqual({ counts: { addVariable: 1, changeVariable: 1 }, ids: ['v2'] });
  });
});

describe('isSameJson', () => {
  it.each([
    [{ a: 1, b: [{}] }, { b: [{}], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: null }, {}, false],
    [{ toString: 1 }, { valueOf: 1 }, false],
  ])('compares %j and %j: %j', (one, other, isSame) => {
    expect(isSameJson(one, other)).toBe(isSame);
  });
});
