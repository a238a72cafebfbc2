import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { importedDocumentSchema } from '#lib/bots/document/bot-schema.ts';
import { V5_VERSIONS, V6_VERSIONS } from '#lib/bots/document/bot-version.ts';
import { stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { migrateTo, migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { unexplainedDifferences } from './losses.ts';
import { frozen } from './small-bot.ts';

/** So few ids that references often match, ids repeat, and derived ids clash. */
const id = fc.constantFrom('a', 'b', 'c', 'd', 'start-event', 'start-event-2');
const coordinates = fc.record({ x: fc.integer(), y: fc.integer() });

/** Unknown keys, different at each level so that one cannot mask the loss of another. */
function unknownKeys(level: string) {
  return fc.dictionary(
    fc.string({ maxLength: 3 }).map((key) => `x-${level}-${key}`),
    fc.jsonValue({ maxDepth: 1 }),
    { maxKeys: 2 },
  );
}

function withUnknownKeys<T extends object>(level: string, known: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.tuple(unknownKeys(level), known).map(([unknown, object]) => ({ ...unknown, ...object }));
}

const startBlock = withUnknownKeys(
  'start',
  fc.record(
    { type: fc.constant('start'), id, label: fc.string(), groupId: id, outgoingEdgeId: id },
    { requiredKeys: ['type', 'id'] },
  ),
);

const httpBlock = fc.record(
  {
    type: fc.constantFrom('Webhook', 'Zapier', 'Make.com', 'Pabbly'),
    webhookId: id,
    options: fc.oneof(
      fc.record(
        { webhook: fc.record({ id, url: fc.string() }, { requiredKeys: [] }), timeout: fc.nat() },
        { requiredKeys: [] },
      ),
      fc.string(),
    ),
  },
  { requiredKeys: ['type'] },
);

const sheetsBlock = fc.record(
  {
    type: fc.constant('Google Sheets'),
    options: fc.record(
      {
        action: fc.constantFrom('Get data from sheet', 'Update a row', 'Insert a row'),
        referenceCell: fc.record({ id, column: fc.string(), value: fc.string() }, { requiredKeys: [] }),
        filter: fc.constant({}),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['type'] },
);

const linkBlock = fc.record(
  {
    type: fc.constant('Typebot link'),
    options: fc.record({ typebotId: id, mergeResults: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: ['type'] },
);

const block = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  withUnknownKeys('block', fc.record({ id, type: fc.constant('text') })),
  withUnknownKeys('block', httpBlock),
  withUnknownKeys('block', sheetsBlock),
  withUnknownKeys('block', linkBlock),
);

const group = withUnknownKeys(
  'group',
  fc.record({
    id,
    title: fc.string(),
    graphCoordinates: coordinates,
    blocks: fc.array(fc.oneof({ arbitrary: block, weight: 3 }, { arbitrary: startBlock, weight: 1 }), {
      maxLength: 3,
    }),
  }),
);

const edge = withUnknownKeys(
  'edge',
  fc.record({
    id,
    from: withUnknownKeys(
      'from',
      fc.oneof(
        fc.record({ blockId: id, groupId: id, itemId: id }, { requiredKeys: ['blockId'] }),
        fc.record({ eventId: id }),
      ),
    ),
    to: withUnknownKeys('to', fc.record({ groupId: id, blockId: id }, { requiredKeys: ['groupId'] })),
  }),
);

const event = withUnknownKeys(
  'event',
  fc.record(
    {
      id,
      type: fc.constantFrom('start', 'command', 'reply'),
      graphCoordinates: coordinates,
      outgoingEdgeId: id,
    },
    { requiredKeys: ['id', 'type', 'graphCoordinates'] },
  ),
);

/** Reduces a value to what JSON can represent: no objects without prototype, no -0. */
function parsed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Documents that the service accepts. */
function acceptedDocument<V extends BotFlow['version']>(versions: readonly V[]): fc.Arbitrary<BotFlow> {
  return withUnknownKeys(
    'document',
    fc.record({
      version: fc.constantFrom(...versions),
      events: fc.oneof(fc.constant(null), fc.array(event, { maxLength: 3 })),
      groups: fc.array(group, { maxLength: 4 }),
      edges: fc.array(edge, { maxLength: 4 }),
      variables: fc.array(withUnknownKeys('variable', fc.record({ id, name: fc.string() })), {
        maxLength: 2,
      }),
      theme: unknownKeys('theme'),
      settings: unknownKeys('settings'),
    }),
  ).map(parsed) as fc.Arbitrary<BotFlow>;
}

/** Documents whose fields are lists and objects with arbitrary content. */
const junkDocument = fc
  .record({
    version: fc.constantFrom(...V5_VERSIONS),
    events: fc.oneof(fc.constant(null), fc.array(fc.oneof(event, fc.jsonValue()), { maxLength: 3 })),
    groups: fc.array(
      fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            id: fc.jsonValue(),
            graphCoordinates: fc.jsonValue(),
            blocks: fc.array(fc.oneof(block, startBlock)),
          },
          { requiredKeys: [] },
        ),
      ),
      { maxLength: 4 },
    ),
    edges: fc.array(fc.oneof(fc.jsonValue(), edge), { maxLength: 4 }),
    variables: fc.array(fc.jsonValue(), { maxLength: 2 }),
    theme: fc.constant({}),
    settings: fc.constant({}),
  })
  .map(parsed) as fc.Arbitrary<unknown> as fc.Arbitrary<BotFlow>;

const olderDocument = acceptedDocument(V5_VERSIONS);

function hasUniqueIds(items: { id: string }[]): boolean {
  return new Set(items.map((item) => item.id)).size === items.length;
}

describe('migration of an arbitrary document', () => {
  it('never throws, never mutates its input, and always results in version 6', () => {
    fc.assert(
      fc.property(fc.oneof(olderDocument, junkDocument), (document) => {
        expect(migrateToLatest(frozen(document)).version).toBe('6');
      }),
    );
  });

  it('loses nothing, and adds only what the rules specify', () => {
    fc.assert(
      fc.property(olderDocument, (document) => {
        expect(unexplainedDifferences(document, migrateToLatest(document))).toStrictEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('results in a document with a start event and no start block', () => {
    fc.assert(
      fc.property(olderDocument, (document) => {
        const { events, groups } = migrateToLatest(document);
        expect(events?.some((each) => each.type === 'start')).toBe(true);
        const blocks = groups.flatMap((each) => each.blocks);
        expect(blocks.some((each) => isJsonObject(each) && each.type === 'start')).toBe(false);
      }),
    );
  });

  it('gives every event a unique id', () => {
    fc.assert(
      fc.property(olderDocument, (document) => {
        fc.pre(hasUniqueIds(document.events ?? []));
        expect(migrateToLatest(document).events).toSatisfy(hasUniqueIds);
      }),
    );
  });

  it('results in a document that the service accepts', () => {
    fc.assert(
      fc.property(olderDocument, (document) => {
        expect(importedDocumentSchema().safeParse(migrateToLatest(document)).error?.issues).toBeUndefined();
      }),
    );
  });

  it('is deterministic', () => {
    fc.assert(
      fc.property(fc.oneof(olderDocument, junkDocument), (document) => {
        expect(migrateToLatest(structuredClone(document))).toStrictEqual(migrateToLatest(document));
      }),
    );
  });

  it('leaves V6 documents unchanged, including migrated ones', () => {
    fc.assert(
      fc.property(olderDocument, acceptedDocument(V6_VERSIONS), (older, newer) => {
        expect(migrateToLatest(newer)).toBe(newer);
        const migrated = migrateToLatest(older);
        expect(migrateToLatest(migrated)).toBe(migrated);
      }),
    );
  });

  it('gives the same result in one go as in two steps', () => {
    fc.assert(
      fc.property(acceptedDocument(['3']), fc.constantFrom('3', '4', '5', '6', '6.1'), (document, stop) => {
        expect(migrateTo(migrateTo(document, stop), '6.1')).toStrictEqual(migrateTo(document, '6.1'));
      }),
    );
  });
});

describe('renaming of steps', () => {
  /**
   * Renames keys back to those of before June 2022, in the JSON text. Quotes inside strings are escaped, so
   * only keys match.
   */
  function inOldWords(flow: Pick<BotFlow, 'groups' | 'edges'>) {
    const groups = inOldReferences(JSON.stringify(flow.groups)).replaceAll('"blocks":', '"steps":');
    return { blocks: JSON.parse(groups), edges: JSON.parse(inOldReferences(JSON.stringify(flow.edges))) };
  }

  function inOldReferences(json: string): string {
    return json.replaceAll('"blockId":', '"stepId":').replaceAll('"groupId":', '"blockId":');
  }

  it('is reversible', () => {
    fc.assert(
      fc.property(olderDocument, ({ groups, edges, ...others }) => {
        fc.pre(groups.length > 0);
        const document = frozen({ ...others, ...inOldWords({ groups, edges }) });
        expect(stepsToBlocks(document)).toStrictEqual({ ...others, groups, edges });
      }),
    );
  });

  it('never throws and never mutates its input', () => {
    const oldBlock = fc.record({ id, steps: fc.array(fc.oneof(fc.jsonValue(), block)) });
    const blocks = fc.array(fc.oneof(fc.jsonValue(), oldBlock));
    fc.assert(
      fc.property(fc.record({ blocks, edges: fc.jsonValue() }), (document) => {
        expect(() => stepsToBlocks(frozen(document))).not.toThrow();
      }),
    );
  });
});
