import fc from 'fast-check';
import * as z from 'zod';
import type { FieldHint } from '#lib/blocks/field-schema.ts';

/** Nodes of a rich text contain nodes, without end. */
const MAX_DEPTH = 2;

/**
 * Generates values that a description accepts. Optional keys may be absent, except for ids of list entries, which
 * every builder writes.
 */
export function generateValues(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return generateValues(schema.unwrap(), depth);
  if (schema instanceof z.ZodNullable) return fc.option(generateValues(schema.unwrap(), depth));
  if (schema instanceof z.ZodLazy) {
    return depth < MAX_DEPTH ? generateValues(schema.unwrap(), depth + 1) : fc.constant([]);
  }
  if (schema instanceof z.ZodObject) return generateObjects(schema.shape, depth);
  if (schema instanceof z.ZodArray) return fc.array(generateValues(schema.element, depth), { maxLength: 3 });
  if (schema instanceof z.ZodRecord) {
    return fc.dictionary(fc.string(), generateValues(schema.valueType, depth), { noNullPrototype: true });
  }
  if (schema instanceof z.ZodUnion) {
    return fc.oneof(...schema.options.map((option) => generateValues(option, depth)));
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return generateNumbers(schema);
  if (schema instanceof z.ZodString) return generateTexts(schema);
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return fc.jsonValue();
  throw new Error(`There are no values of ${schema._zod.def.type}`);
}

function generateObjects(shape: z.core.$ZodLooseShape, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape as Record<string, z.core.$ZodType>).filter(
    ([, field]) => !(unwrapOptional(field) instanceof z.ZodUndefined),
  );
  const values = Object.fromEntries(fields.map(([key, field]) => [key, generateValues(field, depth)]));
  const requiredKeys = fields.flatMap(([key, field]) => {
    const hint = z.globalRegistry.get(unwrapOptional(field)) as Partial<FieldHint> | undefined;
    return !(field instanceof z.ZodOptional) || hint?.control === 'id' ? [key] : [];
  });
  return fc.record(values, { requiredKeys, noNullPrototype: true });
}

function unwrapOptional(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? unwrapOptional(schema.unwrap()) : schema;
}

function generateNumbers({ minValue, maxValue, format }: z.ZodNumber): fc.Arbitrary<number> {
  const min = minValue !== null && Number.isFinite(minValue) ? minValue : -1_000_000;
  const max = maxValue !== null && Number.isFinite(maxValue) ? maxValue : 1_000_000;
  if (format === 'safeint') return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  // JSON has no negative zero.
  return fc.double({ min, max, noNaN: true }).map((number) => number + 0);
}

function generateTexts(schema: z.ZodString): fc.Arbitrary<string> {
  const patterns = (schema.def.checks ?? []).flatMap((check) => {
    const { pattern } = check._zod.def as { pattern?: unknown };
    return pattern instanceof RegExp ? [pattern] : [];
  });
  if (patterns.length === 0) return fc.oneof(fc.string(), fc.constantFrom('', '{{Name}}', '7', ' x '));
  return fc.oneof(...patterns.map((pattern) => fc.stringMatching(pattern)), fc.constantFrom('', '{{Name}}'));
}
