import * as z from 'zod';
import { isJsonObject } from '#lib/json/json-object.ts';

/*
 * A document may hold anything in a block, and the chat continues whatever it is. An option that does not
 * have the expected form counts as absent. Each block's module declares the options it knows with these
 * helpers and reads them with `readOptions`.
 */

export const optionalText = z.string().optional().catch(undefined);
export const optionalFlag = z.boolean().optional().catch(undefined);
/** A number, or a text that stands for one. The text may be a template: `"{{Max}}"`. */
export const numberOrTemplate = z.union([z.number(), z.string()]).optional().catch(undefined);

export function optionalEnum<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values).optional().catch(undefined);
}

export function optionalObject<S extends z.ZodRawShape>(shape: S) {
  return z.object(shape).optional().catch(undefined);
}

/** A list, without the elements that do not have the expected form. Empty if there is no list. */
export function listOf<S extends z.ZodType>(element: S): z.ZodType<z.output<S>[]> {
  return z
    .unknown()
    .optional()
    .transform((value): z.output<S>[] => {
      if (!Array.isArray(value)) return [];
      return value.flatMap((entry) => {
        const parsed = element.safeParse(entry);
        return parsed.success ? [parsed.data] : [];
      });
    });
}

/**
 * Reads the options of a block. All fields of the schema must be optional, because an option that does not
 * have the expected form counts as absent.
 */
export function readOptions<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  options: unknown,
): z.output<z.ZodObject<S>> {
  return schema.parse(isJsonObject(options) ? options : {});
}
