import { isJsonObject } from '#lib/json/json-object.ts';

/**
 * Reads a value as `machine/prelude.js` writes it. This is JSON in which every list begins with a tag: `[0,
 * …]` is a list, `[1, name]` is one of the values that JSON lacks, `[2, time]` is a date. Dates stay dates
 * and NaN stays NaN, so that they become text in one place only, where values are stored.
 *
 * @throws TypeError if a list has no such tag
 */
export function decodedValue(encoded: unknown): unknown {
  if (Array.isArray(encoded)) {
    const [kind, ...rest] = encoded;
    if (kind === 0) return rest.map(decodedValue);
    if (kind === 1) return NAMED.get(rest[0]);
    if (kind === 2) return new Date(typeof rest[0] === 'number' ? rest[0] : Number.NaN);
    throw new TypeError('Not an encoded value');
  }
  if (isJsonObject(encoded)) {
    return Object.fromEntries(Object.entries(encoded).map(([key, value]) => [key, decodedValue(value)]));
  }
  return encoded;
}

const NAMED = new Map<unknown, unknown>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);
