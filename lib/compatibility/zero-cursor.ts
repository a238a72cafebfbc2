import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Typebot begins lists with `cursor=0`, where this service takes no cursor. */
export function dropZeroCursor({ cursor, ...query }: JsonObject): JsonObject {
  return cursor === undefined || cursor === '0' ? query : { cursor, ...query };
}
