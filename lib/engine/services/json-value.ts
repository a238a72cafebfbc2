/** Returned instead of a value for text that is not JSON. */
export const NOT_JSON = Symbol('not JSON');

const LONG_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * Parses JSON. Integers too large for a number, such as many ids, become strings of their digits, because
 * variables store strings anyway.
 */
export function parseJsonValue(text: string): unknown {
  try {
    return LONG_DIGITS.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** TypeScript does not know `context` yet: https://github.com/tc39/proposal-json-parse-with-source */
function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && INTEGER.test(source) ? source : value;
}
