export type VariableValue = string | (string | null)[] | null;

/**
 * A value as a variable keeps it: a text or a list of texts. Anything else becomes its JSON; an empty text, and what
 * has no JSON, becomes null.
 */
export function toStoredValue(value: unknown): VariableValue {
  if (Array.isArray(value)) return value.map(toText);
  const text = toText(value);
  return text === '' ? null : text;
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : parseJson(value);
  // A lone half of a surrogate pair has no UTF-8.
  return text === undefined ? null : escapeLoneBackslashes(text.toWellFormed());
}

/** Undefined for what JSON cannot hold: functions, symbols, big integers, cycles. */
function parseJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A backslash that begins no escape sequence is doubled: authors put values into JSON bodies and rely on it. */
function escapeLoneBackslashes(text: string): string {
  return text.replace(/\\\\|\\(?![ntbrf"'u])/g, '\\\\');
}

const STAYS_TEXT = /^(\+|0[^.])/;

/** A variable's value as code gets it: texts that look like numbers, booleans, null and undefined are these. */
export function toCodeValue(value: VariableValue | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (STAYS_TEXT.test(value)) return value;
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  if (value === 'undefined') return undefined;
  const number = Number(value);
  // Infinity stays a text: globals of code are JSON.
  return Number.isFinite(number) ? number : value;
}
