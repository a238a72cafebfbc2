import * as z from 'zod';
// Not imported through `z.core`, which would add zod's messages in all languages to every bundle: 260 KB.
import { $constructor, $ZodAsyncError, util } from 'zod/v4/core';
import { ENOUGH_ISSUES } from '#lib/platform/errors/service-error.ts';

/*
 * Schemas for lists and records of any length. zod's own check every entry and keep an issue for each invalid
 * one. A body of 6 MB, the most that Lambda accepts, can hold three million entries, which would cost 8 seconds
 * and 1.5 GB. These stop once there are more issues than a response contains. Lists with a `max()` can use
 * zod's own, which checks the length first.
 *
 * They subclass zod's schemas the way zod intends for library authors (https://zod.dev/packages/core), so that
 * the API documentation and other consumers of a schema see a list and a record.
 */

// TypeScript requires explicit types to call `init`, which is an assertion function.
const ZodArray: z.core.$constructor<z.ZodArray> = z.ZodArray;
const ZodRecord: z.core.$constructor<z.ZodRecord> = z.ZodRecord;

const StoppingArray = $constructor<z.ZodArray>('ZodStoppingArray', (schema, definition) => {
  ZodArray.init(schema, definition);
  const { parse } = schema._zod;
  schema._zod.parse = (payload, context) =>
    Array.isArray(payload.value)
      ? checkEntries(payload, (payload.value as unknown[]).entries(), definition.element, context)
      : parse(payload, context);
});

const StoppingRecord = $constructor<z.ZodRecord>('ZodStoppingRecord', (schema, definition) => {
  ZodRecord.init(schema, definition);
  const { parse } = schema._zod;
  schema._zod.parse = (payload, context) =>
    util.isPlainObject(payload.value)
      ? checkEntries(payload, Object.entries(payload.value), definition.valueType, context)
      : parse(payload, context);
});

/** A list of any length. Only validates: values transformed by the element schema are discarded. */
export function listOf<E extends z.ZodType>(element: E): z.ZodArray<E> {
  return new StoppingArray({ type: 'array', element }) as z.ZodArray<E>;
}

/** An object with any keys and one schema for all values. Only validates, like `listOf`. */
export function recordOf<V extends z.ZodType>(value: V): z.ZodRecord<z.ZodString, V> {
  const definition = { type: 'record', keyType: z.string(), valueType: value } as const;
  return new StoppingRecord(definition) as z.ZodRecord<z.ZodString, V>;
}

function checkEntries<P extends z.core.ParsePayload>(
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
