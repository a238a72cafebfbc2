import * as z from 'zod';
// Not by way of `z.core`, which holds the messages of zod in all languages: 260 KB in every bundle.
import { $constructor, $ZodAsyncError, util } from 'zod/v4/core';
import { ENOUGH_ISSUES } from '#lib/errors/service-error.ts';

/*
 * Lists and records of any length, as schemas. zod's own check every entry and keep an issue of each that is wrong: a
 * body of 6 MB, which is what Lambda takes, can hold three million, which cost 8 seconds and 1.5 GB. These stop as
 * soon as there are more issues than an answer names. With a `max()` zod's own list will do: it looks at the length
 * first.
 *
 * They are subclasses as zod means library authors to make them (https://zod.dev/packages/core), so that whatever else
 * reads a schema, the API's documentation for one, sees a list and a record.
 */

// TypeScript wants their types said, for `init` is an assertion.
const ZodArray: z.core.$constructor<z.ZodArray> = z.ZodArray;
const ZodRecord: z.core.$constructor<z.ZodRecord> = z.ZodRecord;

const StoppingArray = $constructor<z.ZodArray>('ZodStoppingArray', (schema, definition) => {
  ZodArray.init(schema, definition);
  const { parse } = schema._zod;
  schema._zod.parse = (payload, context) =>
    Array.isArray(payload.value)
      ? checked(payload, (payload.value as unknown[]).entries(), definition.element, context)
      : parse(payload, context);
});

const StoppingRecord = $constructor<z.ZodRecord>('ZodStoppingRecord', (schema, definition) => {
  ZodRecord.init(schema, definition);
  const { parse } = schema._zod;
  schema._zod.parse = (payload, context) =>
    util.isPlainObject(payload.value)
      ? checked(payload, Object.entries(payload.value), definition.valueType, context)
      : parse(payload, context);
});

/** A list of any length. Only checks: what the element schema would make of an element is not kept. */
export function listOf<E extends z.ZodType>(element: E): z.ZodArray<E> {
  return new StoppingArray({ type: 'array', element }) as z.ZodArray<E>;
}

/** An object with any keys, whose values are all of one kind. Only checks, as `listOf`. */
export function recordOf<V extends z.ZodType>(value: V): z.ZodRecord<z.ZodString, V> {
  const definition = { type: 'record', keyType: z.string(), valueType: value } as const;
  return new StoppingRecord(definition) as z.ZodRecord<z.ZodString, V>;
}

function checked<P extends z.core.ParsePayload>(
  payload: P,
  entries: Iterable<[key: PropertyKey, value: unknown]>,
  schema: z.core.$ZodType,
  context: z.core.ParseContextInternal,
): P {
  for (const [key, value] of entries) {
    const result = schema._zod.run({ value, issues: [] }, context);
    if (result instanceof Promise) throw new $ZodAsyncError();
    payload.issues.push(...util.prefixIssues(key, result.issues));
    if (payload.issues.length >= ENOUGH_ISSUES) break;
  }
  return payload;
}
