/** Stands in for the value of a text that is not JSON. */
export const NOT_JSON = Symbol('not JSON');

const LONG_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * The value of a JSON text. Integers that a number cannot hold exactly, as ids often are, become texts of
 * their digits, because variables keep texts anyway.
 */
export function parseJsonValue(text: string): unknown {
  try {
    return LONG_DIGITS.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** The types do not know `context` yet: https://github.com/tc39/proposal-json-parse-with-source */
function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && INTEGER.test(source) ? source : value;
}
