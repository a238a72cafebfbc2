/**
 * Matches JSON.stringify's escape of a lone surrogate; whole pairs are not escaped. An escaped backslash
 * followed by the same letters also matches, which costs time but changes nothing.
 */
const MAYBE_ILL_FORMED = /\\ud[89a-f]/;

/**
 * Replaces every lone surrogate in a flow, in keys too, with U+FFFD. Documents may contain lone surrogates,
 * but DynamoDB attributes and UTF-8 text copied from them must not. Converts the whole flow at once, so that
 * references still match the ids.
 */
export function wellFormed<T>(flow: T): T {
  return MAYBE_ILL_FORMED.test(JSON.stringify(flow)) ? (replaceLoneSurrogates(flow) as T) : flow;
}

function replaceLoneSurrogates(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(replaceLoneSurrogates);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toWellFormed(), replaceLoneSurrogates(inner)]),
  );
}
