import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import { type EditOperation, operation } from '#lib/bots/editing/operation.ts';
import { group, smallBot } from '#test/lib/bots/migrations/small-bot.ts';
import { expectLinear } from '#test/support/growth.ts';

const ask = { id: 'ask', type: 'choice input', items: [{ id: 'yes', content: 'Yes' }] };
const edge = { id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } };
const bot: BotDocument = {
  ...smallBot({
    version: '6',
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e1', graphCoordinates: { x: 0, y: 0 } }],
    groups: [group('g1', [ask]), group('g2', [])],
    edges: [edge],
    variables: [{ id: 'v1', name: 'Name' }],
    settings: { security: { prefillableVariables: ['Name'] } },
  }),
  name: 'Bakery',
};

const rename = (was: string, value: string): EditOperation => ({
  op: 'renameVariable',
  variableId: 'v1',
  was,
  value,
});
const losesTarget: EditOperation = {
  op: 'changeEdge',
  edgeId: 'e1',
  path: ['to'],
  was: { groupId: 'g1' },
  value: null,
};
const move: EditOperation = {
  op: 'moveBlock',
  blockId: 'ask',
  was: { groupId: 'g1', index: 0 },
  value: { groupId: 'g2', index: 0 },
};

describe('applyOperations refuses with 400', () => {
  it.each<[string, string, EditOperation[]]>([
    [
      'a value of a variable that a rename follows',
      'operations[1].value',
      [{ op: 'changeVariable', variableId: 'v1', path: ['value'], value: { a: 1 } }, rename('Name', 'City')],
    ],
    [
      'an edge without a target, before a valid one with its id',
      'operations[0].value',
      [
        losesTarget,
        { op: 'connect', value: edge as (typeof bot.edges)[number], index: 0, restores: true, namedBy: [] },
      ],
    ],
    [
      'a title that is not a text, before a group with the same id comes and goes',
      'operations[2].value',
      [
        { op: 'changeGroup', groupId: 'g1', path: ['title'], was: 'Title of g1', value: 42 },
        { op: 'addGroup', value: group('g1', []), index: 0, restores: true },
        { op: 'deleteGroup', was: group('g1', []) },
      ],
    ],
    ['an edge without a target that a move reads', 'operations[0].value', [losesTarget, move]],
    [
      'settings that are null, which a rename reads',
      'operations[0].value',
      [{ op: 'changeBot', path: ['settings'], was: bot.settings, value: null }, rename('Name', 'City')],
    ],
    [
      'an element that is nested deeper than any request',
      'operations',
      [
        { op: 'changeBlock', blockId: 'ask', path: ['options'], value: nest(150) },
        {
          op: 'changeBlock',
          blockId: 'ask',
          path: ['options', ...Array<string>(150).fill('a')],
          value: nest(150),
          was: {},
        },
      ],
    ],
  ])('%s', (_, path, operations) => {
    expect(() => applyOperations(bot, operations)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', issues: [expect.objectContaining({ path })] }),
    );
  });
});

it('takes a value that no document can have for one that has not been replaced', () => {
  const back: EditOperation = {
    op: 'changeEdge',
    edgeId: 'e1',
    path: ['to'],
    was: null,
    value: { groupId: 'g1' },
  };
  expect(applyOperations(bot, [{ ...move, was: move.value, value: move.was }, back])).toMatchObject({
    status: 'conflict',
  });
});

describe('renaming a variable', () => {
  it('refuses a name that makes the bot too large, before it is', () => {
    const content = { plainText: '{{Name}}'.repeat(20_000) };
    const document = { ...bot, groups: [group('g1', [{ id: 'much', type: 'text', content }])] };
    const renamed = () => applyOperations(document, [rename('Name', 'N'.repeat(1_000))]);
    expect(renamed).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
  });

  it('refuses what would take too long', () => {
    const blocks = Array.from({ length: 3_000 }, (_, index) => ({
      id: `b${index}`,
      type: 'text',
      content: { plainText: '{{Name}}' },
    }));
    const document = { ...bot, groups: [group('g1', blocks)] };
    const names = ['Name', ...Array.from({ length: 500 }, (_, index) => `Name ${index}`)];
    const renames = names.slice(1).map((name, index) => rename(String(names[index]), name));
    expect(() => applyOperations(document, renames)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }),
    );
  });

  it('takes names of up to 1,000 characters', () => {
    expect(operation().safeParse(rename('Name', 'N'.repeat(1_000))).success).toBe(true);
    expect(operation().safeParse(rename('Name', 'N'.repeat(1_001))).success).toBe(false);
    expect(operation().safeParse(rename('N'.repeat(1_001), 'Name')).success).toBe(false);
  });
});

it('lets at most 200 elements name an edge', () => {
  const connect = (count: number) => ({
    op: 'connect',
    value: edge,
    namedBy: Array(count).fill({ blockId: 'ask' }),
  });
  expect(operation().safeParse(connect(200)).success).toBe(true);
  expect(operation().safeParse(connect(201)).success).toBe(false);
});

describe('takes linear time', () => {
  it('to disconnect an edge that all items of a block name', async () => {
    await expectLinear(
      (size) => {
        const items = Array.from({ length: size }, (_, index) => ({ id: `i${index}`, outgoingEdgeId: 'e1' }));
        const document = { ...bot, groups: [group('g1', [{ ...ask, items }])] };
        const outcome = applyOperations(document, [
          { op: 'disconnect', was: edge as (typeof bot.edges)[number] },
        ]);
        expect(JSON.stringify(outcome)).not.toContain('outgoingEdgeId');
      },
      { small: 500, large: 5_000 },
    );
  });

  it('to delete a group whose blocks have the ids of others', async () => {
    await expectLinear(
      (size) => {
        const twins = (count: number) => Array.from({ length: count }, () => ({ id: 'twin', type: 'text' }));
        const groups = [group('g1', []), group('g2', twins(size)), group('g3', twins(size * 4))];
        const outcome = applyOperations({ ...bot, groups }, [
          { op: 'deleteGroup', was: group('g2', twins(size)) },
        ]);
        expect(outcome.status).toBe('changed');
      },
      { small: 500, large: 5_000 },
    );
  });

  it('to connect by many elements that share an id', async () => {
    await expectLinear(
      (size) => {
        const twins = Array.from({ length: size }, () => ({ id: 'twin', type: 'text' }));
        const namedBy = Array.from({ length: 200 }, () => ({ blockId: 'twin' }));
        const value = { id: 'e2', from: { blockId: 'twin' }, to: { groupId: 'g1' } };
        const outcome = applyOperations({ ...bot, groups: [...bot.groups, group('g3', twins)] }, [
          { op: 'connect', value: value as (typeof bot.edges)[number], namedBy },
        ]);
        expect(outcome.status).toBe('changed');
      },
      { small: 1_000, large: 10_000 },
    );
  });
});

/** Makes objects that are nested in each other, the innermost one empty. */
function nest(levels: number): object {
  return Array.from({ length: levels }).reduce<object>((inner) => ({ a: inner }), {});
}
