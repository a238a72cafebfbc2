import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitDiff } from '#lib/bots/diff-limit.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { DIFFED_LISTS, diffFlows } from '#lib/bots/flow/flow-diff.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';

const NOTHING = { added: [], removed: [], changed: [] };
const SAME = {
  events: NOTHING,
  groups: NOTHING,
  blocks: NOTHING,
  edges: NOTHING,
  variables: NOTHING,
  fields: [],
};

const v6 = (change: object = {}) => ({ ...v6Document(), ...change }) as unknown as BotDocument;
const v5 = () => v5Document() as unknown as BotDocument;

/** Returns the document with its first group changed. */
function withFirstGroup(change: (group: BotDocument['groups'][number]) => JsonObject): BotDocument {
  const document = v6();
  const [first, ...others] = document.groups;
  if (!first) throw new Error('The fixture has groups');
  return { ...document, groups: [change(first), ...others] as BotDocument['groups'] };
}

describe('diffFlows', () => {
  it('finds no changes between a document and itself', () => {
    expect(diffFlows(v6(), v6())).toStrictEqual(SAME);
    expect(diffFlows(v5(), v5())).toStrictEqual(SAME);
  });

  it('ignores the order of keys, groups, edges and variables', () => {
    const { groups, edges, variables, ...others } = v6();
    const reversed = Object.fromEntries(Object.entries(others).toReversed());
    const to = {
      ...reversed,
      groups: groups.toReversed(),
      edges: edges.toReversed(),
      variables: variables.toReversed(),
    };
    expect(diffFlows(v6(), to as BotDocument)).toStrictEqual(SAME);
  });

  it('lists additions and removals by id and label', () => {
    const variables = [...v6().variables.slice(1), { id: 'var-new', name: 'New' }];
    expect(diffFlows(v6(), v6({ variables })).variables).toStrictEqual({
      added: [{ id: 'var-new', label: 'New' }],
      removed: [{ id: 'var-route', label: 'Route' }],
      changed: [],
    });
    expect(diffFlows(v6(), v6({ edges: [] })).edges.removed).toStrictEqual(
      v6().edges.map(({ id }) => ({ id })),
    );
    expect(diffFlows(v6(), v6({ events: [] })).events.removed).toContainEqual({
      id: 'event-help',
      label: 'command',
    });
  });

  it('lists the changed fields of an element', () => {
    const to = withFirstGroup((group) => ({ ...group, title: 'Where to?', colour: 'red' }));
    expect(diffFlows(v6(), to)).toStrictEqual({
      ...SAME,
      groups: {
        ...NOTHING,
        changed: [{ id: 'group-route', label: 'Where to?', changes: ['colour', 'title'] }],
      },
    });
  });

  it('attributes a change inside a block to the block, not to its group', () => {
    const to = withFirstGroup((group) => ({
      ...group,
      blocks: group.blocks.map((block) => ({ ...(block as JsonObject), options: { changed: true } })),
    }));
    const { groups, blocks } = diffFlows(v6(), to);
    expect(groups).toStrictEqual(NOTHING);
    expect(blocks.changed).toContainEqual({
      id: 'block-route',
      label: 'choice input',
      groupId: 'group-route',
      changes: ['options'],
    });
  });

  it('reports reordered blocks as a change of their group', () => {
    const to = withFirstGroup((group) => ({ ...group, blocks: group.blocks.toReversed() }));
    expect(diffFlows(v6(), to)).toStrictEqual({
      ...SAME,
      groups: { ...NOTHING, changed: [{ id: 'group-route', label: 'Route', changes: ['blocks'] }] },
    });
  });

  it('reports a block moved to another group as a change of the block and of both groups', () => {
    const document = v6();
    const [from, to, ...others] = document.groups;
    const moved = from?.blocks[0];
    const groups = [
      { ...from, blocks: from?.blocks.slice(1) },
      { ...to, blocks: [...(to?.blocks ?? []), moved] },
      ...others,
    ];
    const diff = diffFlows(document, v6({ groups }));
    expect(diff.blocks).toStrictEqual({
      ...NOTHING,
      changed: [{ id: 'block-hello', label: 'text', groupId: 'group-north', changes: ['groupId'] }],
    });
    expect(diff.groups.changed.map(({ id, changes }) => [id, changes])).toStrictEqual([
      ['group-route', ['blocks']],
      ['group-north', ['blocks']],
    ]);
  });

  it.each([
    ['name', { name: 'Other' }],
    ['theme', { theme: {} }],
    ['settings', { settings: {} }],
    ['version', { version: '6.1' }],
    ['icon', { icon: null }],
    ['a key nobody knows', { 'a key nobody knows': 1 }],
  ])('lists %s among the changed document fields', (field, change) => {
    expect(diffFlows(v6(), v6(change))).toStrictEqual({ ...SAME, fields: [field] });
  });

  it.each([
    ['that are not objects', [null, 'text', 7, []]],
    ['without an id', [{ type: 'text' }, { id: 7 }]],
  ])('treats blocks %s as part of their group', (_, blocks) => {
    const document = (more: unknown[]) =>
      withFirstGroup((group) => ({ ...group, blocks: [...blocks, ...more] }));
    expect(diffFlows(document([]), document([]))).toStrictEqual(SAME);
    const diff = diffFlows(document([]), document([{ type: 'new' }]));
    expect(diff.blocks).toStrictEqual(NOTHING);
    expect(diff.groups.changed).toMatchObject([{ id: 'group-route', changes: ['blocks'] }]);
  });

  it('distinguishes elements that share an id', () => {
    const twice = [
      { id: 'v', name: 'First' },
      { id: 'v', name: 'Second' },
    ];
    expect(diffFlows(v6({ variables: twice }), v6({ variables: twice }))).toStrictEqual(SAME);
    expect(diffFlows(v6({ variables: twice }), v6({ variables: twice.slice(0, 1) })).variables).toStrictEqual(
      { ...NOTHING, removed: [{ id: 'v', label: 'Second' }] },
    );
  });

  it('compares a document with events to one with a start group', () => {
    const { events, fields } = diffFlows(v5(), v6());
    expect(events.added).toHaveLength(2);
    expect(fields).toContain('version');
  });

  it('truncates long labels without splitting a character', () => {
    const variables = [{ id: 'v', name: `${'x'.repeat(99)}😀` }];
    const [entry] = diffFlows(v6({ variables: [] }), v6({ variables })).variables.added;
    expect(entry?.label).toBe(`${'x'.repeat(99)}\u{fffd}`);
  });
});

describe('diffFlows for arbitrary documents', () => {
  const id = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '0 a');
  const content = fc.record({ value: fc.jsonValue() }, { requiredKeys: [] });
  const things = (more: Record<string, fc.Arbitrary<unknown>>) =>
    fc.array(
      fc.tuple(content, fc.record({ id, ...more })).map(([rest, known]) => ({ ...rest, ...known })),
      { maxLength: 5 },
    );
  const document = fc
    .record({
      version: fc.constantFrom('5', '6'),
      name: fc.string(),
      events: fc.oneof(fc.constant(null), things({ type: fc.constantFrom('start', 'reply') })),
      groups: things({
        title: fc.string(),
        blocks: fc.array(
          fc.oneof(fc.jsonValue(), fc.record({ id, type: fc.string(), options: fc.jsonValue() })),
          { maxLength: 4 },
        ),
      }),
      edges: things({ from: content, to: content }),
      variables: things({ name: fc.string() }),
      theme: content,
      settings: content,
    })
    // Parsed from JSON, like documents from the store.
    .map((value) => JSON.parse(JSON.stringify(value)) as BotDocument);

  it('is empty between a document and itself', () => {
    fc.assert(
      fc.property(document, (one) => {
        expect(diffFlows(one, structuredClone(one))).toStrictEqual(SAME);
      }),
    );
  });

  it('swaps additions and removals, but not changes, if the documents are swapped', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        const [there, back] = [diffFlows(from, to), diffFlows(to, from)];
        expect(back.fields).toStrictEqual(there.fields);
        for (const list of DIFFED_LISTS) {
          expect(back[list].added).toStrictEqual(there[list].removed);
          expect(back[list].removed).toStrictEqual(there[list].added);
          const changes = ({ changed }: typeof NOTHING | (typeof there)[typeof list]) =>
            changed.map(({ id, changes }) => JSON.stringify([id, changes])).toSorted();
          expect(changes(back[list])).toStrictEqual(changes(there[list]));
        }
      }),
    );
  });

  it('accounts for every variable: added, changed or unchanged', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        const { added, removed } = diffFlows(from, to).variables;
        expect(from.variables.length - removed.length + added.length).toBe(to.variables.length);
      }),
    );
  });
});

describe('limitedDiff', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({ id: `var-${index}`, name: 'Name' }));
  const diff = diffFlows(v6({ variables: [] }), v6({ variables: many, name: 'Other' }));

  it('returns a diff within the limit unchanged', () => {
    expect(limitDiff(diff)).toStrictEqual({ ...diff, isComplete: true });
  });

  it('truncates a diff over the limit, and says so', () => {
    const limited = limitDiff(diff, 10_000);
    expect(limited.isComplete).toBe(false);
    expect(limited.fields).toStrictEqual(['name']);
    const { length } = limited.variables.added;
    expect(length).toBeGreaterThan(50);
    expect(limited.variables.added).toStrictEqual(diff.variables.added.slice(0, length));
    expect(JSON.stringify(JSON.stringify(limited)).length).toBeLessThan(10_000 + 600);
  });
});

it('handles any number of removals', () => {
  const variables = Array.from({ length: 200_000 }, (_, index) => ({ id: `v${index}`, name: 'v' }));
  expect(diffFlows(v6({ variables }), v6({ variables: [] })).variables.removed).toHaveLength(200_000);
});
