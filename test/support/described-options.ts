import * as z from 'zod';
import type { BlockSchema, FieldHint } from '#lib/blocks/field-schema.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** A field of a description. `path` has `[]` for entries of a list. */
export type DescribedField = {
  path: string;
  schema: z.ZodType;
  hint: FieldHint;
  /** Fields of the same object, by name. */
  siblings: Readonly<Record<string, z.ZodType>>;
};

export type DescribedVariant = { value: string; schema: z.ZodObject };

/** Returns the description of a block's `options`. */
export function getOptionsSchema(description: BlockSchema): z.ZodType {
  return unwrap(description.shape.options as z.ZodType);
}

/** Returns the field that decides which variant applies, and the variants by its values. */
export function getVariants(
  schema: z.ZodType,
): { field: string; variants: DescribedVariant[]; common?: z.ZodObject } | undefined {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return undefined;
  const field = schema.def.discriminator;
  const objects = schema.options as unknown as z.ZodObject[];
  const variants = objects.flatMap((object): DescribedVariant[] =>
    getChoices(object.shape[field] as z.ZodType).map((value) => ({ value, schema: object })),
  );
  const common = objects.find((object) => getChoices(object.shape[field] as z.ZodType).length === 0);
  return { field, variants, ...(common && { common }) };
}

/** Returns the texts that a field may have, or none if it is not a choice. */
export function getChoices(schema: z.ZodType): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodEnum) return inner.options.map(String);
  return inner instanceof z.ZodLiteral ? [...inner.values].map(String) : [];
}

/** Lists all fields within a description, at every depth, those of every variant included. */
export function listFields(schema: z.ZodType, path = ''): DescribedField[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return listFields(inner.element as z.ZodType, `${path}[]`);
  const variants = getVariants(inner);
  if (variants) {
    const { field: decisive, variants: described, common } = variants;
    const values = z.enum(described.map(({ value }) => value));
    const objects = [...described.map(({ schema: object }) => object), ...(common ? [common] : [])];
    return objects.flatMap((object) =>
      listFields(object, path).map((field) =>
        field.path === join(path, decisive) ? { ...field, schema: values, hint: getHint(inner) } : field,
      ),
    );
  }
  if (!(inner instanceof z.ZodObject)) return [];
  const siblings = inner.shape as Record<string, z.ZodType>;
  return Object.entries(siblings).flatMap(([name, field]) => {
    const hint = getHint(unwrap(field));
    return [
      { path: join(path, name), schema: unwrap(field), hint, siblings },
      ...listFields(field, join(path, name)),
    ];
  });
}

/** Returns the paths of a value that its description does not have. */
export function listUndescribed(value: unknown, schema: z.ZodType, path = ''): string[] {
  const inner = unwrap(schema);
  if (Array.isArray(value)) {
    if (!(inner instanceof z.ZodArray)) return inner instanceof z.ZodUnknown ? [] : [path];
    const element = inner.element as z.ZodType;
    return value.flatMap((entry) => listUndescribed(entry, element, `${path}[]`));
  }
  if (!isJsonObject(value) || inner instanceof z.ZodUnknown) return [];
  const variants = getVariants(inner);
  if (variants) {
    const chosen = value[variants.field];
    const variant = variants.variants.find((one) =>
      chosen === undefined ? one.schema.safeParse({}).success : one.value === chosen,
    );
    const found = variant?.schema ?? variants.common;
    return found ? listUndescribed(value, found, path) : [join(path, variants.field)];
  }
  if (!(inner instanceof z.ZodObject)) return [path];
  const shape = inner.shape as Record<string, z.ZodType>;
  return Object.entries(value).flatMap(([name, entry]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field ? listUndescribed(entry, field, join(path, name)) : [join(path, name)];
  });
}

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? unwrap(schema.unwrap() as z.ZodType) : schema;
}

function getHint(schema: z.ZodType): FieldHint {
  return (schema.meta() ?? {}) as FieldHint;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
