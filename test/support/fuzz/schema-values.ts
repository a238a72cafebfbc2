import fc from 'fast-check';
import * as z from 'zod';
import { knownValues, SELDOM_KNOWN } from './known-values.ts';
import { anyJson, anyText } from './odd-values.ts';

/**
 * Generates values that a schema accepts from its definition, so that endpoints need no generators of their own.
 * Some values may still fail a nested `refine`.
 *
 * @param name key under which the value is sent; names such as `botId` get values that exist
 * @throws Error if this kind of schema is not supported yet
 */
export function getValues(schema: z.core.$ZodType, name = ''): fc.Arbitrary<unknown> {
  const known = knownValues(name).filter((value) => accepts(schema, value));
  const unrefined = madeValues(schema, name);
  const made = getLimits(schema).isRefined ? unrefined.filter((value) => accepts(schema, value)) : unrefined;
  if (known.length === 0) return made;
  const [knownWeight, madeWeight] = SELDOM_KNOWN.includes(name) ? [1, 9] : [9, 1];
  return fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: knownWeight },
    { arbitrary: made, weight: madeWeight },
  );
}

const namedValues = new Map<string, fc.Arbitrary<unknown>>();

/**
 * Sets the generator for fields of this name whose schema accepts anything. For a list, the generator
 * produces its elements.
 */
export function nameValues(name: string, values: fc.Arbitrary<unknown>): void {
  namedValues.set(name, values);
}

/** Tells whether the field may be absent from its object. */
export function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin !== undefined;
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

function madeValues(schema: z.core.$ZodType, name: string): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return texts(schema as z.core.$ZodString, name);
    case 'number':
      return numbers(schema as z.core.$ZodNumber);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'unknown':
    case 'any':
      return namedValues.get(name) ?? anyJson();
    case 'never':
      // Only occurs as the element type of an always-empty list.
      return fc.constant(undefined);
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return getValues(def.innerType, name);
    case 'nullable':
      return fc.oneof(
        { arbitrary: getValues(def.innerType, name), weight: 4 },
        { arbitrary: fc.constant(null), weight: 1 },
      );
    case 'pipe':
      return getValues(def.in, name);
    case 'lazy':
      return getValues(def.getter(), name);
    case 'union':
      return fc.oneof(...def.options.map((option) => getValues(option, name)));
    case 'array':
      return lists(schema as z.core.$ZodArray, name);
    case 'record':
      return fc.dictionary(anyText(), getValues(def.valueType), { maxKeys: 5, noNullPrototype: true });
    case 'object':
      return objects(def, name);
    default:
      throw new Error(`Unsupported schema type ${def.type}: add it to test/support/fuzz/schema-values.ts`);
  }
}

type Limits = {
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: RegExp;
  /** Whether the schema also has custom refinements. */
  isRefined?: boolean;
};

/** Collects the limits in a schema's definition and its checks. */
function getLimits({ _zod: { def } }: z.core.$ZodType): Limits {
  const checks = (def.checks ?? []).map((check) => check._zod.def);
  const limits: Limits = {};
  for (const check of [def, ...checks] as unknown as CheckDefinition[]) {
    switch (check.check) {
      case undefined:
        break;
      case 'min_length':
        limits.minimum = check.minimum;
        break;
      case 'max_length':
        limits.maximum = check.maximum;
        break;
      case 'greater_than':
        limits.minimum = check.value;
        break;
      case 'less_than':
        limits.maximum = check.value;
        break;
      case 'number_format':
        limits.format = check.format;
        break;
      case 'string_format':
        limits.format = check.format;
        limits.pattern = check.pattern;
        break;
      case 'custom':
        limits.isRefined = true;
        break;
      default:
        throw new Error(`Unsupported check ${check.check}: add it to test/support/fuzz/schema-values.ts`);
    }
  }
  return limits;
}

type CheckDefinition = {
  check: string | undefined;
  minimum: number;
  maximum: number;
  value: number;
  format: string;
  pattern: RegExp;
};

const LONGEST_USUAL_TEXT = 60;

function texts(schema: z.core.$ZodString, name: string): fc.Arbitrary<string> {
  const { minimum = 0, maximum, format, pattern } = getLimits(schema);
  if (format === 'datetime') return moments();
  if (format === 'date') return moments().map((moment) => moment.slice(0, 10));
  if (pattern) return matching(pattern, maximum).filter((text) => accepts(schema, text));
  const usual = anyText({ minLength: minimum, maxLength: Math.min(maximum ?? Infinity, LONGEST_USUAL_TEXT) });
  if (maximum === undefined) return usual;
  const longest = fc.constantFrom('x', '😀', '\u0001').map((unit) => unit.repeat(maximum).slice(0, maximum));
  return fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: name === '' ? usual : longest, weight: 1 });
}

function moments(): fc.Arbitrary<string> {
  const date = fc.date({ min: new Date(0), max: new Date('2090-01-01'), noInvalidDate: true });
  return fc
    .tuple(date, fc.constantFrom('Z', '+02:00', '-11:30'))
    .map(([moment, zone]) => moment.toISOString().replace('Z', zone));
}

/** Ignores lookarounds, which fast-check does not support. The caller filters by the full expression. */
function matching(pattern: RegExp, maximum = 200): fc.Arbitrary<string> {
  const source = pattern.source.replaceAll(/\(\?<?[!=][^)]*\)/g, '');
  return fc
    .stringMatching(new RegExp(source, pattern.flags))
    .map((text) => (text.length > maximum ? text.slice(0, maximum) : text));
}

function numbers(schema: z.core.$ZodNumber): fc.Arbitrary<number> {
  const { minimum, maximum, format } = getLimits(schema);
  const isWhole = format?.includes('int') === true;
  const min = minimum ?? (isWhole ? Number.MIN_SAFE_INTEGER : -1e15);
  const max = maximum ?? (isWhole ? Number.MAX_SAFE_INTEGER : 1e15);
  const edges = [min, max, 0, 1, -1].filter((edge) => accepts(schema, edge));
  const inside = isWhole
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min, max, noNaN: true });
  return fc.oneof({ arbitrary: inside, weight: 3 }, { arbitrary: fc.constantFrom(...edges), weight: 1 });
}

const LONGEST_USUAL_LIST = 4;

function lists(schema: z.core.$ZodArray, name: string): fc.Arbitrary<unknown[]> {
  const { element } = schema._zod.def;
  const { minimum = 0, maximum = Infinity } = getLimits(schema);
  if ((element as z.core.$ZodTypes)._zod.def.type === 'never') return fc.constant([]);
  return fc.array(getValues(element, name), {
    minLength: minimum,
    maxLength: Math.max(minimum, Math.min(maximum, LONGEST_USUAL_LIST)),
  });
}

function objects({ shape, catchall }: z.core.$ZodObjectDef, name: string): fc.Arbitrary<unknown> {
  const named = Object.keys(shape).length === 0 ? namedValues.get(name) : undefined;
  if (named) return named;
  const fields = Object.fromEntries(
    Object.entries(shape).map(([key, value]) => [key, getValues(value, key)]),
  );
  const requiredKeys = Object.keys(shape).filter((key) => !isOptional(shape[key] as z.core.$ZodType));
  const known = fc.record(fields, { requiredKeys, noNullPrototype: true });
  const takesMore = catchall !== undefined && (catchall as z.core.$ZodTypes)._zod.def.type !== 'never';
  if (!takesMore) return known;
  const more = fc.dictionary(anyText(), anyJson(), { maxKeys: 2, noNullPrototype: true });
  return fc.oneof(
    { arbitrary: known, weight: 5 },
    // Known keys come last, so that extra keys cannot overwrite them.
    { arbitrary: fc.tuple(more, known).map(([others, own]) => ({ ...others, ...own })), weight: 1 },
  );
}
