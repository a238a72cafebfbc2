/**
 * JSON.stringify writes half of a surrogate pair as an escape and whole pairs as they are. A backslash that is followed by
 * such letters looks the same, and then there is nothing to mend.
 */
const MAYBE_ILL_FORMED = /\\ud[89a-f]/;

/**
 * The same flow with U+FFFD in place of every half of a surrogate pair, in keys too. A document keeps them; what is copied
 * out of it into attributes and into text that is sent as UTF-8 must not have them. The whole flow is mended at once, so
 * that its ids still refer to each other.
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
