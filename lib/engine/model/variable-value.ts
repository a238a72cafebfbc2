export type VariableValue = string | (string | null)[] | null;

/**
 * Converts a value to what a variable stores: a text or a list of texts. Anything else becomes its JSON. An
 * empty text, or a value that JSON cannot express, becomes null.
 */
export function toStoredValue(value: unknown): VariableValue {
  if (Array.isArray(value)) return value.map(toText);
  const text = toText(value);
  return text === '' ? null : text;
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : parseJson(value);
  // Half a surrogate pair cannot be written in UTF-8.
  return text === undefined ? null : escapeLoneBackslashes(text.toWellFormed());
}

/** Undefined if JSON cannot express the value: functions, symbols, big integers, cycles. */
function parseJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * Doubles each backslash that does not begin an escape sequence. Authors put values into JSON bodies and rely
 * on it.
 */
function escapeLoneBackslashes(text: string): string {
  return text.replace(/\\\\|\\(?![ntbrf"'u])/g, '\\\\');
}

const STAYS_TEXT = /^(\+|0[^.])/;

/**
 * Converts a variable's value for code: a text that looks like a number, a boolean, null or undefined becomes
 * one.
 */
export function toCodeValue(value: VariableValue | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (STAYS_TEXT.test(value)) return value;
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  if (value === 'undefined') return undefined;
  const number = Number(value);
  // Infinity stays a text, because globals of code are JSON.
  return Number.isFinite(number) ? number : value;
}
