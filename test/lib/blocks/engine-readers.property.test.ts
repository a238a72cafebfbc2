import { globSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { BLOCK_DESCRIPTIONS } from '#lib/blocks/block-descriptions.ts';
import { AB_TEST } from '#lib/blocks/logic/ab-test.ts';
import { cardItem } from '#lib/engine/blocks/inputs/cards.ts';
import { choiceItems } from '#lib/engine/blocks/inputs/choice-input.ts';
import { pictureItems } from '#lib/engine/blocks/inputs/picture-choice-input.ts';
import { abTestItems } from '#lib/engine/blocks/logic/ab-test.ts';
import { conditionItems } from '#lib/engine/blocks/logic/condition.ts';
import { lenientList } from '#lib/engine/model/block-options.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { generateValues } from './described-values.ts';

/*
 * The engine reads blocks leniently: what it does not understand is absent. So a description is only right if the
 * engine reads everything that it accepts.
 */

const ENGINE = path.resolve(import.meta.dirname, '../../../lib/engine/blocks');

/** Types without options to read. Chats only look at where their edges lead. */
const WITHOUT_OPTIONS = ['Condition', 'Return'];

/** The engine's schema of options or content of each type, which its module exports as `<name>Options`. */
const READERS = new Map<string, z.ZodType>();
for (const file of globSync('*/*.ts', { cwd: ENGINE })) {
  const module: Record<string, unknown> = await import(path.join(ENGINE, file));
  const name = path.basename(file, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const block = module[`${name}Block`] as { type: string } | undefined;
  const read = module[`${name}Options`] as (() => z.ZodType) | undefined;
  if (block && read) READERS.set(block.type, read());
}

const ITEM_READERS: [type: string, reader: z.ZodType][] = [
  [AB_TEST.type, abTestItems()],
  ['Condition', conditionItems()],
  ['cards', lenientList(cardItem())],
  ['choice input', choiceItems()],
  ['picture choice input', pictureItems()],
];

const generateBlocks = (type: string) => generateValues(getDescription(type)) as fc.Arbitrary<JsonObject>;

function getDescription(type: string): z.ZodObject {
  const schema = BLOCK_DESCRIPTIONS.get(type)?.();
  if (!schema) throw new Error(`${type} is not described`);
  return schema;
}

describe('what a description accepts', () => {
  it('is read by a schema of the engine', () => {
    const types = [...BLOCK_DESCRIPTIONS.keys()];
    expect(types.filter((type) => !READERS.has(type)).toSorted()).toEqual(WITHOUT_OPTIONS);
  });

  it.each([...READERS])('is read without loss by the block %s', (type, reader) => {
    fc.assert(
      fc.property(generateBlocks(type), (block) => {
        const options = block.options ?? block.content ?? {};
        expect(listLosses(options, reader.parse(options))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it.each(ITEM_READERS)('is read without loss by the items of %s', (type, reader) => {
    fc.assert(
      fc.property(generateBlocks(type), ({ items }) => {
        const all = Array.isArray(items) ? items.filter(isJsonObject) : [];
        // An item of an A/B test without a way is unfinished, and the engine passes over it.
        const finished = type === AB_TEST.type ? all.filter((item) => item.path !== undefined) : all;
        expect(listLosses(finished, reader.parse(finished))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('what the engine reads', () => {
  it.each([...READERS])('is described: %s', (type, reader) => {
    const { options, content } = getDescription(type).shape;
    const described = listKeys(options ?? content);
    expect(listKeys(reader).filter((key) => !described.includes(key))).toEqual(UNDESCRIBED[type] ?? []);
  });
});

/** Keys that only old exports have, so forms do not offer them. */
const UNDESCRIBED: Record<string, string[]> = {};

/**
 * Paths of values that came out as others, or not at all. Keys that the reader does not know are left out. Null may
 * become absent: builders write it for an empty field.
 */
function listLosses(given: unknown, read: unknown, path = ''): string[] {
  if (Array.isArray(given) && Array.isArray(read)) {
    if (given.length !== read.length) return [`${path}: ${given.length} entries became ${read.length}`];
    return given.flatMap((entry, index) => listLosses(entry, read[index], `${path}[${index}]`));
  }
  if (isJsonObject(given) && isJsonObject(read)) {
    return Object.keys(read)
      .filter((key) => Object.hasOwn(given, key))
      .flatMap((key) => listLosses(given[key], read[key], `${path}.${key}`));
  }
  const isEmpty = given === null && read === undefined;
  return isEmpty || Object.is(given, read)
    ? []
    : [`${path}: ${JSON.stringify(given)} became ${JSON.stringify(read)}`];
}

/** Names of the fields of a schema, on the first level. */
function listKeys(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof z.ZodOptional) return listKeys(schema.unwrap());
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodDiscriminatedUnion ? [...new Set(schema.options.flatMap(listKeys))] : [];
}
