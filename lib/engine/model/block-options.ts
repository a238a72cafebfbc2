import * as z from 'zod';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';

/*
 * Imported documents can hold anything in a block, and the chat has to keep going regardless, so malformed
 * options are treated as absent. Each block module declares its options with these schemas and reads them
 * with `readOptions`.
 */

export const optionalText = z.string().optional().catch(undefined);
export const optionalFlag = z.boolean().optional().catch(undefined);
/** A number, a numeric string, or a template such as `"{{Max}}"`. */
export const numberOrTemplate = once(() => z.union([z.number(), z.string()]).optional().catch(undefined));

export function optionalEnum<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values).optional().catch(undefined);
}

export function optionalObject<S extends z.ZodRawShape>(shape: S) {
  return z.object(shape).optional().catch(undefined);
}

/**
 * Schema for an array that drops invalid elements. Anything other than an array becomes an empty one.
 *
 * @example
 * lenientList(z.string()).parse(['Ada', 7]); // ['Ada']
 * lenientList(z.string()).parse('Ada'); // []
 */
export function lenientList<S extends z.ZodType>(element: S): z.ZodType<z.output<S>[]> {
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
 * Parses a block's options. Every field of the schema must be optional, because malformed options are treated
 * as absent.
 *
 * @example
 * const schema = z.object({ seconds: z.number().optional().catch(undefined) });
 * readOptions(schema, { seconds: 3 }); // { seconds: 3 }
 * readOptions(schema, { seconds: 'soon' }); // { seconds: undefined }
 * readOptions(schema, null); // {}
 */
export function readOptions<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  options: unknown,
): z.output<z.ZodObject<S>> {
  return schema.parse(isJsonObject(options) ? options : {});
}
