import { readFile } from 'node:fs/promises';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBotJsonSchema } from '#apps/reference/bot-json-schema.ts';
import { openapiDocument } from '#apps/reference/openapi.ts';
import { routes } from '#functions/endpoints.ts';
import { BLOCK_DESCRIPTIONS } from '#lib/blocks/block-descriptions.ts';
import { DOCUMENT_OPTIONS } from '#lib/bots/document/options/document-options.ts';
import { findMismatches } from '#lib/bots/flow/checks/blocks/schema-mismatches.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { bot } from '#test/fixtures/checked-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { generateValues } from '#test/lib/blocks/described-values.ts';
import { MIGRATED_BOTS, REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

const published: JsonObject = JSON.parse(
  await readFile(new URL('../../../docs/bot.schema.json', import.meta.url), 'utf8'),
);
const ajv = addFormats.default(new Ajv2020.default({ allErrors: true, allowUnionTypes: true }));
const validate = ajv.compile(published);

function listProblems(document: unknown): string[] {
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const withBlock = (block: object) => ({ ...bot([{ id: 'b', ...block }]) });

describe('docs/bot.schema.json', () => {
  it('is up to date (run `npm run docs`)', () => {
    expect(createBotJsonSchema(openapiDocument(routes))).toEqual(published);
  });

  it('is small enough for an editor', () => {
    expect(JSON.stringify(published).length).toBeLessThan(130_000);
  });

  it('has no definition that nothing refers to', () => {
    const text = JSON.stringify(published);
    const unused = Object.keys(published.$defs as object).filter(
      (name) => !text.includes(`"#/$defs/${name}"`),
    );
    expect(unused).toEqual([]);
  });

  it('accepts a document that names it, and blocks of unknown types', () => {
    expect(listProblems({ ...v6Document(), $schema: './bot.schema.json' })).toEqual([]);
    expect(listProblems(withBlock({ type: 'of tomorrow', options: 7 }))).toEqual([]);
  });

  it.each([
    ['an earlier version', { ...v6Document(), version: '5' }, '/version'],
    ['no groups', { ...v6Document(), groups: undefined }, ' must have'],
    ['a block without a type', withBlock({}), '/groups/0/blocks/0 '],
    [
      'an odd option',
      withBlock({ type: 'number input', options: { min: [] } }),
      '/groups/0/blocks/0/options/min',
    ],
    [
      'an odd action',
      withBlock({ type: 'openai', options: { action: 'Sing' } }),
      '/groups/0/blocks/0/options',
    ],
    [
      'an odd font',
      { ...v6Document(), theme: { general: { font: { family: 'Inter' } } } },
      '/theme/general/font',
    ],
    [
      'an odd setting',
      { ...v6Document(), settings: { typingEmulation: { delayBetweenBubbles: 6 } } },
      '/settings/typingEmulation/delayBetweenBubbles',
    ],
    [
      'an edge from nowhere',
      { ...v6Document(), edges: [{ id: 'e', from: {}, to: { groupId: 'g' } }] },
      '/edges/0',
    ],
  ])('refuses %s', (_, document, path) => {
    expect(listProblems(JSON.parse(JSON.stringify(document))).join('\n')).toContain(path);
  });
});

describe('the schema of a type', () => {
  it.each([...BLOCK_DESCRIPTIONS])('accepts what the description of %s accepts', (type, describeType) => {
    const schema = describeType();
    const blocks = generateValues(schema) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(blocks, (block) => {
        expect(schema.safeParse(block).success).toBe(true);
        expect([...findMismatches(schema, block)].filter((found) => 'expected' in found)).toEqual([]);
        expect(listProblems(withBlock({ ...block, type }))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it.each([...BLOCK_DESCRIPTIONS])('refuses what the description of %s refuses', (type, describeType) => {
    const schema = describeType();
    const blocks = fc
      .tuple(generateValues(schema) as fc.Arbitrary<JsonObject>, fc.nat(), fc.jsonValue({ maxDepth: 1 }))
      .map(([block, position, value]) => replaceAt(block, position, value));
    fc.assert(
      fc.property(blocks, (block) => {
        const isAccepted = schema.safeParse(block).success;
        const mismatches = [...findMismatches(schema, block)].filter((found) => 'expected' in found);
        expect([mismatches.length === 0, listProblems(withBlock({ ...block, type }))]).toEqual(
          isAccepted ? [true, []] : [false, expect.arrayContaining([expect.any(String)])],
        );
      }),
      { numRuns: 25 },
    );
  });
});

describe.each(['theme', 'settings'] as const)('the schema of %s', (part) => {
  it('accepts what its description accepts', () => {
    const schema = DOCUMENT_OPTIONS[part]();
    fc.assert(
      fc.property(generateValues(schema) as fc.Arbitrary<JsonObject>, (value) => {
        expect([...findMismatches(schema, value)].filter((found) => 'expected' in found)).toEqual([]);
        expect(listProblems({ ...bot([]), [part]: value })).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe.skipIf(REAL_BOTS.length === 0)('a real bot of version 6', () => {
  const names = [...REAL_BOTS, ...MIGRATED_BOTS].filter((name) =>
    /^6(\.1)?$/.test(String(readRealBot(name).version)),
  );

  it.each(names)('%s validates', (name) => {
    expect(listProblems(readRealBot(name))).toEqual([]);
  });
});

/** Returns a copy with the value at one of its paths replaced. */
function replaceAt(block: JsonObject, position: number, value: unknown): JsonObject {
  const copy = structuredClone(block);
  const places: (() => void)[] = [];
  const visit = (holder: JsonObject | unknown[]) => {
    for (const [key, inner] of Object.entries(holder)) {
      places.push(() => {
        (holder as JsonObject)[key] = value;
      });
      if (isJsonObject(inner) || Array.isArray(inner)) visit(inner);
    }
  };
  visit(copy);
  places[position % places.length]?.();
  return copy;
}
