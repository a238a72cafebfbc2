import * as z from 'zod';

/*
 * The schemas of an address are made from those of a contract. Their types do not name the fields, because contracts are
 * in `functions/`, which this room may not import.
 */

/**
 * Returns the fields of an object's schema.
 *
 * @example
 * const { fileName } = getShape<'fileName'>(own);
 */
export function getShape<Name extends string>(schema: z.ZodType): Record<Name, z.ZodType> {
  return (schema as z.ZodObject).shape as Record<Name, z.ZodType>;
}

/** Adds fields to the schema of an object, or replaces them. */
export function addFields(schema: z.ZodType, fields: Record<string, z.ZodType>): z.ZodType {
  return (schema as z.ZodObject).extend(fields);
}

/** Adds fields to the elements of a list in the object. */
export function addFieldsToElements(
  schema: z.ZodType,
  list: string,
  fields: Record<string, z.ZodType>,
): z.ZodType {
  const { element } = getShape<string>(schema)[list] as z.ZodArray<z.ZodType>;
  return addFields(schema, { [list]: z.array(addFields(element, fields)) });
}
