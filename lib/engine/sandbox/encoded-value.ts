import { isJsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Decodes a value encoded by `machine/prelude.js`: JSON in which every array starts with a tag. `[0, …]` is
 * an array, `[1, name]` a value that JSON lacks, `[2, time]` a date. Dates and NaN are preserved here and
 * converted to strings in one place only, where values are stored.
 *
 * @throws TypeError if an array has no valid tag
 */
export function decodeValue(encoded: unknown): unknown {
  if (Array.isArray(encoded)) {
    const [kind, ...rest] = encoded;
    if (kind === 0) return rest.map(decodeValue);
    if (kind === 1) return NAMED.get(rest[0]);
    if (kind === 2) return new Date(typeof rest[0] === 'number' ? rest[0] : Number.NaN);
    throw new TypeError('Not an encoded value');
  }
  if (isJsonObject(encoded)) {
    return Object.fromEntries(Object.entries(encoded).map(([key, value]) => [key, decodeValue(value)]));
  }
  return encoded;
}

const NAMED = new Map<unknown, unknown>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);
