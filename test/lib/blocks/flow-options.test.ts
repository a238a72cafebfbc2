import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { getTypedField } from '#apps/window/inputs/typed-fields.ts';
import type { BlockSchema } from '#lib/blocks/field-schema.ts';
import { BLOCK_MODULES } from '#lib/engine/blocks/block-modules.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { type DescribedField, listDescribedFields } from '#test/support/described-fields.ts';
import { MIGRATED_BOTS, REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

/* Strict descriptions of bubbles, inputs and logic. */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FAMILIES = ['bubbles', 'inputs', 'logic'];

type DescribedType = {
  file: string;
  type: string;
  schema: BlockSchema;
  fields: DescribedField[];
  /** Paths of the options that the engine reads. */
  read: string[];
};

const types = await Promise.all(
  FAMILIES.flatMap((family) =>
    readdirSync(path.join(ROOT, 'lib/blocks', family))
      .filter((name) => /^[\w-]+\.ts$/.test(name))
      .map((name) => readType(`${family}/${name.replace(/\.ts$/, '')}`)),
  ),
);

async function readType(file: string): Promise<DescribedType> {
  const facts: Record<string, { type?: string }> = await import(path.join(ROOT, `lib/blocks/${file}.ts`));
  const { type = '' } = Object.values(facts).find((fact) => fact.type !== undefined) ?? {};
  const name = path
    .basename(file)
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
  const descriptions: Record<string, () => BlockSchema> = await import(
    path.join(ROOT, `lib/blocks/${file}.options.ts`)
  );
  const schema = descriptions[`describe${name}`]?.();
  if (!schema) throw new Error(`lib/blocks/${file}.options.ts does not export describe${name}`);
  const engine: Record<string, unknown> = await import(path.join(ROOT, `lib/engine/blocks/${file}.ts`));
  const holder = file.startsWith('bubbles') ? 'content' : 'options';
  const read = Object.entries(engine).flatMap(([exported, build]) =>
    exported.endsWith('Options') && typeof build === 'function' ? listReadPaths(build(), holder) : [],
  );
  return { file, type, schema, fields: listDescribedFields(schema), read };
}

/** Lists the paths of a lenient schema. What `catch` and `transform` wrap is the input of the wrapped schema. */
function listReadPaths(schema: z.ZodType, prefix: string): string[] {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonObject;
  const list = (value: unknown, at: string): string[] =>
    isJsonObject(value) && isJsonObject(value.properties)
      ? Object.entries(value.properties).flatMap(([name, field]) => [
          `${at}.${name}`,
          ...list(field, `${at}.${name}`),
        ])
      : [];
  return list(json, prefix);
}

/** Blocks of version 6 in these families. */
const realBlocks = [...REAL_BOTS, ...MIGRATED_BOTS].flatMap((name) => {
  const found = readRealBot(name);
  const bot = isJsonObject(found.typebot) ? found.typebot : found;
  if (!['6', '6.1'].includes(String(bot.version)) || !Array.isArray(bot.groups)) return [];
  return bot.groups
    .flatMap((group: JsonObject) => (Array.isArray(group.blocks) ? (group.blocks as JsonObject[]) : []))
    .flatMap((block) => {
      const described = types.find(({ type }) => type === block.type);
      return described ? [{ bot: name, block, described }] : [];
    });
});

/** Fields of every block. */
const OF_EVERY_BLOCK = new Set(['id', 'type', 'groupId', 'outgoingEdgeId']);

function listPaths(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => listPaths(element, `${at}[]`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    if (at === '' && OF_EVERY_BLOCK.has(name)) return [];
    const fieldPath = at === '' ? name : `${at}.${name}`;
    // Its tree has an end of its own: see below.
    return fieldPath.endsWith('.richText') ? [fieldPath] : [fieldPath, ...listPaths(field, fieldPath)];
  });
}

describe('the descriptions of bubbles, inputs and logic', () => {
  it('are there for each type', () => {
    expect(types.map(({ type }) => type)).toHaveLength(28);
  });

  it.each(types)('$type: has every option that the engine reads', ({ fields, read }) => {
    const paths = new Set(fields.map((field) => field.path));
    expect(read.filter((option) => !paths.has(option))).toStrictEqual([]);
  });

  it.each(types)('$type: accepts a block that is being built', ({ schema }) => {
    for (const block of [{}, { options: {}, content: {}, items: [] }, { items: [{}] }, { other: 1 }]) {
      expect(schema.safeParse(block).success).toBe(true);
    }
  });

  it.each(types)('$type: is clear to someone who fills in a form', ({ fields }) => {
    const faults = fields
      .filter((field) => !field.path.includes('.richText['))
      .flatMap((field) => findHintFaults(field).map((fault) => `${field.path}: ${fault}`));
    expect(faults).toStrictEqual([]);
  });

  it.each(types)('$type: has defaults that it accepts', ({ schema, fields }) => {
    const standards = fields.filter(({ hint, schema: json }) => hint.default !== undefined && !json.oneOf);
    const refused = standards.filter(
      ({ path: at, hint }) => !schema.safeParse(buildBlock(at, hint.default)).success,
    );
    expect(refused.map((field) => field.path)).toStrictEqual([]);
  });

  it('have the texts that the engine and the window use in place of missing ones', () => {
    const typed = types.flatMap(({ type, fields }) => {
      const placeholder = getTypedField(type)?.placeholder;
      const module = BLOCK_MODULES.find((candidate) => candidate.type === type);
      const retryText = module && 'retryText' in module ? module.retryText : undefined;
      const find = (at: string) => fields.find((field) => field.path === at)?.hint.default;
      return [
        ...(placeholder === undefined
          ? []
          : [{ type, described: find('options.labels.placeholder'), used: placeholder }]),
        ...(retryText === undefined
          ? []
          : [{ type, described: find('options.retryMessageContent'), used: retryText }]),
      ];
    });
    expect(typed.map(({ type }) => type)).toContain('payment input');
    expect(typed).toHaveLength(7);
    for (const { type, described, used } of typed) expect(described, type).toBe(used);
  });
});

describe('a value that does nothing is refused', () => {
  it.each<[type: string, path: string, value: unknown]>([
    ['text', 'content.richText', 'Hello'],
    ['text', 'content.richText', ['Hello']],
    ['text', 'content.richText', [{ type: 'p', children: 'Hello' }]],
    ['text', 'content.richText', [{ type: 'p', children: [{ text: 1 }] }]],
    ['image', 'content.url', { src: 'a.png' }],
    ['video', 'content.height', 'tall'],
    ['video', 'content.type', 'peertube'],
    ['embed', 'content.waitForEvent', true],
    ['audio', 'content.isAutoplayEnabled', 'no'],
    ['text input', 'options.isLong', 'yes'],
    ['text input', 'options.inputMode', 'number'],
    ['text input', 'options.attachments.visibility', 'public'],
    ['number input', 'options.min', 'ten'],
    ['number input', 'options.unit', 'parsec'],
    ['number input', 'options.currency', 'euros'],
    ['email input', 'options.labels', 'Send'],
    ['url input', 'options.retryMessageContent', 1],
    ['phone number input', 'options.defaultCountryCode', 'fr'],
    ['date input', 'options.min', 20260131],
    ['time input', 'options.format', 24],
    ['choice input', 'options.isMultipleChoice', 1],
    ['choice input', 'items', { content: 'A' }],
    ['choice input', 'items[].content', 1],
    ['choice input', 'items[].displayCondition.condition.logicalOperator', 'and'],
    ['picture choice input', 'options.dynamicItems.isEnabled', 'true'],
    ['payment input', 'options.amount', 30],
    ['payment input', 'options.currency', '€'],
    ['rating input', 'options.buttonType', 'Stars'],
    ['rating input', 'options.length', 'five'],
    ['file input', 'options.capture', 'front'],
    ['file input', 'options.allowedFileTypes.types', '.pdf'],
    ['cards', 'items[].imageUrl', 1],
    ['cards', 'options.saveResponseMapping[].field', 'Price'],
    ['Set variable', 'options.type', 'Random number'],
    ['Set variable', 'options.expressionToEvaluate', 10],
    ['Condition', 'items[].content.comparisons[].comparisonOperator', '='],
    ['Condition', 'items[].content.comparisons[].value', 18],
    ['Redirect', 'options.isNewTab', 'true'],
    ['Code', 'options.content', ['alert(1)']],
    ['Typebot link', 'options.mergeResults', 'yes'],
    ['Wait', 'options.secondsToWaitFor', 'a moment'],
    ['AB test', 'options.aPercent', '50'],
    ['AB test', 'options.aPercent', 101],
    ['AB test', 'items[].path', 'c'],
    ['webhook', 'options.responseVariableMapping[].bodyPath', 1],
    ['Jump', 'options.groupId', null],
  ])('%s: %s %j', (type, at, value) => {
    expect(findRefusedPaths(type, buildBlock(at, value))).toSatisfy((paths: string[]) =>
      paths.some((found) => found.startsWith(at)),
    );
  });
});

describe('a value that works is accepted', () => {
  it.each<[type: string, path: string, value: unknown]>([
    ['embed', 'content.height', '400px'],
    ['number input', 'options.min', '{{Minimum}}'],
    ['number input', 'options.max', '-0,5'],
    ['number input', 'options.step', ''],
    ['phone number input', 'options.defaultCountryCode', 'INT'],
    ['payment input', 'options.currency', '{{Currency}}'],
    ['cards', 'items[].title', null],
    ['Set variable', 'options.type', 'Referral Click ID'],
    ['Wait', 'options.secondsToWaitFor', 2],
    ['Jump', 'options.groupId', '{{Next}}'],
  ])('%s: %s %j', (type, at, value) => {
    expect(findRefusedPaths(type, buildBlock(at, value))).toStrictEqual([]);
  });
});

describe.skipIf(realBlocks.length === 0)('blocks of real bots', () => {
  it('are there in number', () => {
    expect(realBlocks.length).toBeGreaterThan(1000);
  });

  it('are accepted', () => {
    const refused = realBlocks.flatMap(({ bot, block, described }) =>
      findIssuePaths(described.schema, block).map((at) => `${bot} ${described.type} ${at}`),
    );
    expect(refused).toStrictEqual([]);
  });

  it('have no option that is not described', () => {
    const unknown = realBlocks.flatMap(({ block, described }) => {
      const paths = new Set(described.fields.map((field) => field.path));
      return listPaths(block)
        .filter((at) => !paths.has(at))
        .map((at) => `${described.type} ${at}`);
    });
    expect([...new Set(unknown)]).toStrictEqual([]);
  });
});

/** Returns the paths of the issues with a block, as `items[].content`. */
function findIssuePaths(schema: BlockSchema, block: JsonObject): string[] {
  const { error } = schema.safeParse(block);
  return (error?.issues ?? []).map((issue) =>
    issue.path
      .map((key) => (typeof key === 'number' ? '[]' : `.${String(key)}`))
      .join('')
      .slice(1),
  );
}

function findRefusedPaths(type: string, block: JsonObject): string[] {
  const described = types.find((candidate) => candidate.type === type);
  if (!described) throw new Error(`No type "${type}"`);
  return findIssuePaths(described.schema, block);
}

/**
 * Builds a block with one value.
 *
 * @example
 * buildBlock('items[].content', 'A'); // { items: [{ content: 'A' }] }
 */
function buildBlock(at: string, value: unknown): JsonObject {
  const build = (keys: readonly string[]): unknown => {
    const [key, ...rest] = keys;
    if (key === undefined) return value;
    return key === '[]' ? [build(rest)] : { [key]: build(rest) };
  };
  return build(at.replaceAll('[]', '.[]').split('.')) as JsonObject;
}

/** Finds what would make a field hard to understand, or hide it for ever. */
function findHintFaults(field: DescribedField): string[] {
  const { hint, schema } = field;
  // The field that decides the variant has its hint at the object that holds it.
  if (schema.const !== undefined && hint.title === undefined) return [];
  return [...findWordFaults(field), ...findChoiceFaults(field), ...findConditionFaults(field)];
}

function findWordFaults({ hint: { title = '', description = 'None.' } }: DescribedField): string[] {
  return [
    ...(/^[A-Z]\S*( \S+){0,3}$/.test(title) ? [] : [`its title "${title}" is not one to four words`]),
    ...(/^[A-Z{].*\.$/.test(description) ? [] : ['its description is not a sentence']),
  ];
}

function findChoiceFaults({ hint, schema }: DescribedField): string[] {
  const values = listValues(schema);
  if (values.length === 0) return [];
  const { choices = values, unofferedChoices = [], default: standard = values[0] } = hint;
  return [
    ...(choices.length === values.length ? [] : ['its labels do not fit its values']),
    ...(new Set(choices).size === choices.length ? [] : ['two of its values have the same label']),
    ...([...unofferedChoices, standard].every((value) => values.includes(value))
      ? []
      : ['its hints name a value that it does not have']),
  ];
}

function findConditionFaults({ hint: { shownIf }, siblings }: DescribedField): string[] {
  if (!shownIf) return [];
  const decider = siblings[shownIf.field];
  if (!isJsonObject(decider)) return ['it depends on a field that does not exist'];
  const values = decider.type === 'boolean' ? [true, false] : listValues(decider);
  return shownIf.is.every((value) => values.includes(value)) ? [] : ['it depends on an unknown value'];
}

/** The values of a choice. None for other fields. */
function listValues(schema: JsonObject): unknown[] {
  return Array.isArray(schema.enum) ? schema.enum : listVariantValues(schema);
}

/** The values of the field that decides the variant. */
function listVariantValues({ oneOf }: JsonObject): unknown[] {
  if (!Array.isArray(oneOf)) return [];
  return oneOf
    .filter(isJsonObject)
    .flatMap(({ properties }) =>
      Object.values(isJsonObject(properties) ? properties : {}).flatMap((field) =>
        isJsonObject(field) && field.const !== undefined ? [field.const] : [],
      ),
    );
}
