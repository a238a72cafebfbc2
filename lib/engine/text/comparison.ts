import type { COMPARISON_OPERATORS } from '#lib/blocks/comparison-operators.ts';
import { comparableSpans, readDate } from '#lib/bots/values/compared-dates.ts';
import type { DateFormat } from '#lib/bots/values/written-date.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import { askPatterns } from './pattern-match.ts';
import { toWrittenNumber } from './written-number.ts';

export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

/**
 * Compares a variable's value with another value. If either is a list, every element has to match unless
 * stated otherwise, so an empty list satisfies most operators. Existing bots rely on that.
 *
 * @param formats how date and time inputs wrote the values, if they did. Deviation: such values are compared as
 * dates
 */
export function isComparisonMet(
  operator: ComparisonOperator,
  left: VariableValue,
  right: VariableValue,
  formats: readonly DateFormat[] = [],
): boolean {
  return areDatesMet(operator, left, right, formats) ?? isMet(operator, left, right);
}

/** Returns undefined if these are not two dates, or are not compared by order. */
function areDatesMet(
  operator: ComparisonOperator,
  left: VariableValue,
  right: VariableValue,
  formats: readonly DateFormat[],
): boolean | undefined {
  if (formats.length === 0 || typeof left !== 'string' || typeof right !== 'string') return undefined;
  const [one, other] = [readDate(left, formats), readDate(right, formats)];
  // Two ISO dates may have different offsets, and their order is clear without a format.
  const spans = one && other && !(one.isIso && other.isIso) && comparableSpans(one, other);
  if (!spans) return undefined;
  const [a, b] = spans;
  switch (operator) {
    case 'Equal to':
      return a.startMs === b.startMs && a.endMs === b.endMs;
    case 'Not equal':
      return a.startMs !== b.startMs || a.endMs !== b.endMs;
    // A range is later than a date if all of it is.
    case 'Greater than':
      return a.startMs > b.endMs;
    case 'Less than':
      return a.endMs < b.startMs;
    case 'Greater or equal to':
      return a.startMs >= b.startMs && a.endMs >= b.endMs;
    case 'Less or equal to':
      return a.startMs <= b.startMs && a.endMs <= b.endMs;
    default:
      return undefined;
  }
}

function isMet(operator: ComparisonOperator, left: VariableValue, right: VariableValue): boolean {
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

/** Elements after Unicode normalization only. A set, so that comparing long lists takes linear time. */
function exactElements(value: VariableValue): Set<Element> {
  return new Set(getElements(value).map((element) => element?.normalize() ?? null));
}

/** Elements, trimmed and in lowercase. */
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
 * Lists contain their elements, and strings contain their substrings. If the other value is a list, one match
 * is enough.
 */
function isContained(left: VariableValue, right: VariableValue): boolean {
  // Deviation: null never matches a string, so [null, "b"] does not contain "x".
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

/** A list compares by its length. The string it is compared with has to be a number. */
function countElements(value: string | Element[]): number {
  return typeof value === 'string' ? Number(value) : value.length;
}

/** Parses a number or else a date. Falls back to the string's length. */
function parseMagnitude(text: string): number {
  const number = text.startsWith('+') ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  // Deviation: numbers with a decimal comma or separators of thousands are numbers.
  const written = text.startsWith('+') ? undefined : toWrittenNumber(text);
  if (written !== undefined) return written;
  const time = Date.parse(text);
  return Number.isNaN(time) ? text.length : time;
}

function isSet(value: VariableValue): boolean {
  return value !== null && value.length > 0;
}

/** For lists, one match is enough. */
function matchesPattern(left: VariableValue, right: VariableValue): boolean {
  const [texts, patterns] = [getElements(left), getElements(right)];
  const outcome = askPatterns({ texts, patterns }, (matches) =>
    texts.some((text) => patterns.some((pattern) => !!text && !!pattern && matches(text, pattern))),
  );
  return outcome ?? false;
}

/** Deviation: an invalid or slow pattern makes this comparison false instead of throwing. */
function matchesNoPattern(left: VariableValue, right: VariableValue): boolean {
  const [texts, patterns] = [getElements(left), getElements(right)];
  const outcome = askPatterns({ texts, patterns }, (matches) =>
    texts.every((text) => patterns.every((pattern) => !!text && !!pattern && !matches(text, pattern))),
  );
  return outcome ?? false;
}
