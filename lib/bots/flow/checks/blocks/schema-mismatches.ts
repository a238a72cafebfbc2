import * as z from 'zod';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { isOneEditAway } from '#lib/platform/validation/one-edit.ts';

/** A value that a schema does not accept, or a key that is nearly one of its keys. Never holds the value. */
export type Mismatch = { path: PropertyKey[] } & ({ expected: string } | { meant: string });

/** Shorter keys, such as `min`, are one letter away from too many others. */
const MIN_KEY_CHARS = 4;
const MAX_SHOWN_VALUES = 20;

/** No other keys than those of the schema are known. */
const NO_OTHERS: ReadonlySet<string> = new Set();

/**
 * Yields what a schema does not accept, in the order of the value. Unlike zod's own parsing, it finds keys that are
 * misspelt, and a caller who stops early does not pay for the rest: an array of a document may have a million entries.
 *
 * Objects are read as loose ones. Schemas without containers are left to zod.
 */
export function* findMismatches(
  schema: z.core.$ZodType,
  value: unknown,
  path: PropertyKey[] = [],
): Generator<Mismatch> {
  const wrapped = getWrapped(schema, value);
  if (wrapped) {
    yield* findMismatches(wrapped, value, path);
  } else if (schema instanceof z.ZodDiscriminatedUnion && isJsonObject(value)) {
    yield* findInVariant(schema, value, path);
  } else if (schema instanceof z.ZodUnion) {
    yield* findInUnion(schema, value, path);
  } else if (schema instanceof z.ZodObject && isJsonObject(value)) {
    yield* findInObject(schema.shape, value, path, NO_OTHERS);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    yield* findInEntries(schema.element, value.entries(), path);
  } else if (schema instanceof z.ZodRecord && isJsonObject(value)) {
    yield* findInEntries(schema.valueType, Object.entries(value), path);
  } else if (!z.safeParse(schema, value).success) {
    yield { path, expected: formatExpectation(schema) };
  }
}

/** The schema in a wrapper, unless the wrapper itself accepts the value. */
function getWrapped(schema: z.core.$ZodType, value: unknown): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodLazy) return schema.unwrap();
  return schema instanceof z.ZodNullable && value !== null ? schema.unwrap() : undefined;
}

function* findInEntries(
  schema: z.core.$ZodType,
  entries: Iterable<[key: PropertyKey, value: unknown]>,
  path: PropertyKey[],
): Generator<Mismatch> {
  for (const [key, value] of entries) yield* findMismatches(schema, value, [...path, key]);
}

/** @param known keys that are not reported as misspelt */
function* findInObject(
  shape: z.core.$ZodLooseShape,
  value: JsonObject,
  path: PropertyKey[],
  known: ReadonlySet<string>,
): Generator<Mismatch> {
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = [...path, key];
    if (Object.hasOwn(shape, key)) {
      yield* findMismatches(shape[key] as z.core.$ZodType, inner, innerPath);
    } else if (!known.has(key)) {
      const meant = Object.keys(shape).find(
        (name) => name.length >= MIN_KEY_CHARS && !Object.hasOwn(value, name) && isOneEditAway(key, name),
      );
      if (meant !== undefined) yield { path: innerPath, meant };
    }
  }
}

/** Keys of other variants are not misspelt: a builder keeps them when its user changes the variant. */
function* findInVariant(
  schema: z.ZodDiscriminatedUnion,
  value: JsonObject,
  path: PropertyKey[],
): Generator<Mismatch> {
  const { discriminator, shapes, keys } = describeVariants(schema);
  const tag = value[discriminator];
  const shape = shapes.get(tag);
  if (shape) yield* findInObject(shape, value, path, keys);
  else yield { path: [...path, discriminator], expected: formatChoice([...shapes.keys()].filter(isGiven)) };
}

type Variants = {
  discriminator: string;
  /** Fields by the value of the discriminator, undefined if it may be absent. */
  shapes: ReadonlyMap<unknown, z.core.$ZodLooseShape>;
  keys: ReadonlySet<string>;
};

/** A list may have a million entries of the same schema. */
const VARIANTS = new WeakMap<z.ZodDiscriminatedUnion, Variants>();

function describeVariants(schema: z.ZodDiscriminatedUnion): Variants {
  const known = VARIANTS.get(schema);
  if (known) return known;
  const { discriminator } = schema.def;
  const options = schema.options.flatMap((option) => (option instanceof z.ZodObject ? [option.shape] : []));
  const shapes = new Map<unknown, z.core.$ZodLooseShape>();
  for (const shape of options) {
    for (const tag of listTags(shape[discriminator])) if (!shapes.has(tag)) shapes.set(tag, shape);
  }
  const variants = { discriminator, shapes, keys: new Set(options.flatMap(Object.keys)) };
  VARIANTS.set(schema, variants);
  return variants;
}

/** Lists the values of a discriminator, undefined if it may be absent. */
function listTags(schema: z.core.$ZodType): unknown[] {
  const isOptional = schema instanceof z.ZodOptional || schema instanceof z.ZodUndefined;
  return [...listValues(schema), ...(isOptional ? [undefined] : [])];
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

/** Reports what is wrong in the only alternative that a value can be meant for, or else the value as a whole. */
function* findInUnion(schema: z.ZodUnion, value: unknown, path: PropertyKey[]): Generator<Mismatch> {
  const fitting = schema.options.filter((option) => isContainerFor(option, value));
  const [only] = fitting;
  if (only && fitting.length === 1) yield* findMismatches(only, value, path);
  else if (!schema.options.some((option) => accepts(option, value))) {
    yield { path, expected: formatExpectation(schema) };
  }
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return findMismatches(schema, value).next().done === true;
}

function isContainerFor(schema: z.core.$ZodType, value: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy)
    return isContainerFor(schema.unwrap(), value);
  if (schema instanceof z.ZodArray) return Array.isArray(value);
  return (
    isJsonObject(value) &&
    (schema instanceof z.ZodObject ||
      schema instanceof z.ZodRecord ||
      schema instanceof z.ZodDiscriminatedUnion)
  );
}

function formatExpectation(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodLazy)
    return formatExpectation(schema.unwrap());
  if (schema instanceof z.ZodNullable) return `${formatExpectation(schema.unwrap())} or null`;
  if (schema instanceof z.ZodDiscriminatedUnion) return 'an object';
  if (schema instanceof z.ZodUnion) return formatAlternatives(schema);
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return 'an object';
  if (schema instanceof z.ZodArray) return 'a list';
  if (schema instanceof z.ZodBoolean) return 'true or false';
  if (schema instanceof z.ZodNumber) return formatNumber(schema);
  const values = listValues(schema);
  return values.length > 0 ? formatChoice(values) : formatText(schema);
}

/** Words for a text, with its example if its form matters. */
function formatText(schema: z.core.$ZodType): string {
  const example = z.globalRegistry.get(schema)?.placeholder;
  const hasForm = schema instanceof z.ZodString && (schema.def.checks?.length ?? 0) > 0;
  if (!hasForm) return 'a text';
  return typeof example === 'string'
    ? `a text such as "${example}", or a variable`
    : 'a text of another form';
}

function formatAlternatives({ options }: z.ZodUnion): string {
  const isNumberOrVariable =
    options.length === 2 &&
    options.some((option) => option instanceof z.ZodNumber) &&
    options.some((option) => option instanceof z.ZodString);
  if (isNumberOrVariable) return 'a number, or a text with a number or a variable';
  return [...new Set(options.map(formatExpectation))].join(', or ');
}

function formatNumber({ minValue, maxValue, format }: z.ZodNumber): string {
  const noun = format === 'safeint' ? 'a whole number' : 'a number';
  const min = Number.isFinite(minValue) && minValue !== Number.MIN_SAFE_INTEGER ? minValue : null;
  const max = Number.isFinite(maxValue) && maxValue !== Number.MAX_SAFE_INTEGER ? maxValue : null;
  if (min !== null && max !== null) return `${noun} from ${min} to ${max}`;
  if (min !== null) return `${noun} of at least ${min}`;
  return max === null ? noun : `${noun} of at most ${max}`;
}

function listValues(schema: z.core.$ZodType): unknown[] {
  if (schema instanceof z.ZodOptional) return listValues(schema.unwrap());
  if (schema instanceof z.ZodEnum) return schema.options;
  return schema instanceof z.ZodLiteral ? [...schema.values] : [];
}

function formatChoice(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_SHOWN_VALUES).map((value) => JSON.stringify(value));
  const more = values.length - shown.length;
  const list = `${shown.join(', ')}${more > 0 ? ` or ${more} others` : ''}`;
  return values.length === 1 ? list : `one of ${list}`;
}
