import * as z from 'zod';
import type { FieldHint } from '#lib/blocks/field-schema.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** A field of a block's description. */
export type DescribedField = {
  /** Path in the block, as `items[].content`. */
  path: string;
  hint: Partial<FieldHint>;
  /** JSON Schema of the value. */
  schema: JsonObject;
  /** Fields beside it in the same object. */
  siblings: JsonObject;
};

/** Lists all fields of a description, of every variant, as a form would find them. Trees are entered once. */
export function listDescribedFields(description: z.ZodType): DescribedField[] {
  const root = z.toJSONSchema(description, { unrepresentable: 'any' }) as JsonObject;
  return listFields(root, '', root, new Set());
}

function listFields(
  schema: JsonObject,
  path: string,
  root: JsonObject,
  entered: ReadonlySet<unknown>,
): DescribedField[] {
  const reference = schema.$ref;
  if (typeof reference === 'string') {
    if (entered.has(reference)) return [];
    const target = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), root);
    return isJsonObject(target) ? listFields(target, path, root, new Set([...entered, reference])) : [];
  }
  const siblings = isJsonObject(schema.properties) ? schema.properties : {};
  const own = Object.entries(siblings).flatMap(([name, field]): DescribedField[] => {
    if (!isJsonObject(field)) return [];
    const fieldPath = path === '' ? name : `${path}.${name}`;
    return [
      { path: fieldPath, hint: field as Partial<FieldHint>, schema: field, siblings },
      ...listFields(field, fieldPath, root, entered),
    ];
  });
  const elements = isJsonObject(schema.items) ? listFields(schema.items, `${path}[]`, root, entered) : [];
  const variants = [schema.anyOf, schema.oneOf, schema.allOf]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter(isJsonObject)
    .flatMap((variant) => listFields(variant, path, root, entered));
  return [...own, ...elements, ...variants];
}
