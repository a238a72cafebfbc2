import type { COMPARISON_OPERATORS } from '#lib/bots/document/bot-schema.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import { askPatterns } from './pattern-match.ts';

export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

/**
 * Compares a variable's value with another. If one of them is a list, every element has to satisfy the
 * operator unless stated otherwise. An empty list therefore satisfies most operators that do not ask about
 * its contents, as authors of bots have come to expect.
 */
export function isComparisonMet(
  operator: ComparisonOperator,
  left: VariableValue,
  right: VariableValue,
): boolean {
  switch (operator) {
    case 'Equal to':
      return areAllEqual(left, right);
    case 'Not equal':
      return !hasEqualPair(left, right);
    case 'Contains':
      return isContained(left, right);
    case 'Does not contain':
      return !isContained(left, right);
    case 'Greater than':
      return isOrdered(left, right, (a, b) => a > b);
    case 'Less than':
      return isOrdered(left, right, (a, b) => a < b);
    case 'Greater or equal to':
      return isOrdered(left, right, (a, b) => a >= b);
    case 'Less or equal to':
      return isOrdered(left, right, (a, b) => a <= b);
    case 'Is set':
      return isSet(left);
    case 'Is empty':
      return !isSet(left);
    case 'Starts with':
      return isEveryPair(left, right, (text, part) => text.startsWith(part));
    case 'Ends with':
      return isEveryPair(left, right, (text, part) => text.endsWith(part));
    case 'Matches regex':
      return matchesPattern(left, right);
    case 'Does not match regex':
      return matchesNoPattern(left, right);
  }
}

type Element = string | null;

function getElements(value: VariableValue): Element[] {
  return Array.isArray(value) ? value : [value];
}

/** The elements exactly as they are, apart from Unicode normalisation. Sets keep long lists linear. */
function exactElements(value: VariableValue): Set<Element> {
  return new Set(getElements(value).map((element) => element?.normalize() ?? null));
}

/** The elements without regard to case and outer blanks. */
function looseElements(value: VariableValue): Element[] {
  return [...new Set(getElements(value).map((element) => (element === null ? null : looseText(element))))];
}

function looseText(text: string): string {
  return text.toLowerCase().trim().normalize();
}

function areAllEqual(left: VariableValue, right: VariableValue): boolean {
  const lefts = exactElements(left);
  const rights = exactElements(right);
  return lefts.size === 0 || rights.size === 0 || new Set([...lefts, ...rights]).size === 1;
}

function hasEqualPair(left: VariableValue, right: VariableValue): boolean {
  const rights = exactElements(right);
  return [...exactElements(left)].some((element) => rights.has(element));
}

/**
 * A list contains its elements, and a text contains every part of it. If the other value is a list, one match
 * is enough.
 */
function isContained(left: VariableValue, right: VariableValue): boolean {
  // Deviation: null never matches a text, so [null, "b"] does not contain "x".
  if (Array.isArray(left)) return hasEqualPair(left, right);
  if (left === null) return false;
  const text = looseText(left);
  return looseElements(right).some((part) => part !== null && part !== '' && text.includes(part));
}

function isEveryPair(
  left: VariableValue,
  right: VariableValue,
  test: (text: string, part: string) => boolean,
): boolean {
  const parts = looseElements(right);
  return looseElements(left).every((text) =>
    parts.every((part) => text !== null && part !== null && part !== '' && test(text, part)),
  );
}

function isOrdered(
  left: VariableValue,
  right: VariableValue,
  test: (a: number, b: number) => boolean,
): boolean {
  if (left === null || right === null) return false;
  if (typeof left === 'string' && typeof right === 'string')
    return test(parseMagnitude(left), parseMagnitude(right));
  return test(countElements(left), countElements(right));
}

/** A list counts as the number of its elements. A text compared with it has to be a number. */
function countElements(value: string | Element[]): number {
  return typeof value === 'string' ? Number(value) : value.length;
}

/** The text as a number, else as the time of a date, else its length. */
function parseMagnitude(text: string): number {
  const number = text.startsWith('+') ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  const time = Date.parse(text);
  return Number.isNaN(time) ? text.length : time;
}

function isSet(value: VariableValue): boolean {
  return value !== null && value.length > 0;
}

/** In lists, one match is enough. */
function matchesPattern(left: VariableValue, right: VariableValue): boolean {
  const patterns = getElements(right);
  const outcome = askPatterns((matches) =>
    getElements(left).some((text) =>
      patterns.some((pattern) => !!text && !!pattern && matches(text, pattern)),
    ),
  );
  return outcome ?? false;
}

/**
 * Deviation: if a pattern is invalid or takes too long, the comparison is not met, as above, instead of
 * failing.
 */
function matchesNoPattern(left: VariableValue, right: VariableValue): boolean {
  const patterns = getElements(right);
  const outcome = askPatterns((matches) =>
    getElements(left).every((text) =>
      patterns.every((pattern) => !!text && !!pattern && !matches(text, pattern)),
    ),
  );
  return outcome ?? false;
}
