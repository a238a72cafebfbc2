/**
 * JSON.stringify escapes half of a surrogate pair and writes whole pairs as they are. A backslash followed by
 * the same letters in a text also matches, but then nothing needs to be replaced.
 */
const MAYBE_ILL_FORMED = /\\ud[89a-f]/;

/**
 * The same flow with U+FFFD in place of every half of a surrogate pair, in keys too. Documents keep such
 * halves, but attributes and texts sent as UTF-8 that are copied from a document must not contain them. They
 * are replaced in the whole flow at once, so that its ids still match.
 */
export function wellFormed<T>(flow: T): T {
  return MAYBE_ILL_FORMED.test(JSON.stringify(flow)) ? (mended(flow) as T) : flow;
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), mended(inner)]));
}
