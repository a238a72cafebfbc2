export type VariableValue = string | (string | null)[] | null;

/**
 * Converts a value to what a variable stores: a string or an array of strings. Other values are stored as
 * JSON. An empty string, or a value that JSON cannot express, becomes null.
 */
export function toStoredValue(value: unknown): VariableValue {
  if (Array.isArray(value)) return value.map(toText);
  const text = toText(value);
  return text === '' ? null : text;
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : parseJson(value);
  // A lone surrogate cannot be encoded as UTF-8.
  return text === undefined ? null : escapeLoneBackslashes(text.toWellFormed());
}

/** Returns undefined if JSON cannot express the value (function, symbol, bigint, cycle). */
function parseJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * Doubles each backslash that does not begin an escape sequence. Authors who insert values into JSON bodies
 * rely on it.
 */
export function escapeLoneBackslashes(text: string): string {
  return text.replace(/\\\\|\\(?![ntbrf"'u])/g, '\\\\');
}

const STAYS_TEXT = /^(\+|0[^.])/;

/**
 * Converts a variable's value for use in code: strings that look like a number, boolean, null or undefined
 * become one.
 */
export function toCodeValue(value: VariableValue | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (STAYS_TEXT.test(value)) return value;
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  if (value === 'undefined') return undefined;
  const number = Number(value);
  // Infinity stays a string, because globals are passed to the sandbox as JSON.
  return Number.isFinite(number) ? number : value;
}
