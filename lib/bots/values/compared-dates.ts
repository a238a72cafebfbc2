import {
  type DateFormat,
  readDateInPattern,
  readIsoDate,
  readNamedDate,
  type WrittenMoment,
} from './written-date.ts';

/** A date, or a range of dates. `isIso` if it is in no format of an input, but in ISO 8601. */
export type DateSpan = { start: WrittenMoment; end: WrittenMoment; isIso?: true };

/** Reads a text as a date in one of the formats or in a form that can only mean one day. */
export function readDate(text: string, formats: readonly DateFormat[]): DateSpan | undefined {
  const found = formats.flatMap((format) => readInFormat(text, format) ?? []);
  const [first] = found;
  if (!first) {
    const iso = readIsoDate(text);
    if (iso) return { start: iso, end: iso, isIso: true };
    const named = readNamedDate(text);
    return named && { start: named, end: named };
  }
  // Formats that contradict each other, such as day first and month first, say nothing.
  return found.every((one) => one.start.ms === first.start.ms && one.end.ms === first.end.ms)
    ? first
    : undefined;
}

function readInFormat(text: string, { pattern, separator }: DateFormat): DateSpan | undefined {
  const [first = '', second, third] = separator === undefined ? [text] : text.split(` ${separator} `);
  const start = readDateInPattern(first, pattern);
  const end = second === undefined ? start : readDateInPattern(second, pattern);
  return start && end && third === undefined ? { start, end } : undefined;
}

/**
 * Returns both dates as numbers to compare: the days if one of them has no time of day. Undefined if only one
 * of them has a day.
 */
export function comparableSpans(
  one: DateSpan,
  other: DateSpan,
): [one: { startMs: number; endMs: number }, other: { startMs: number; endMs: number }] | undefined {
  const moments = [one.start, one.end, other.start, other.end];
  if (moments.some(({ hasDay }) => hasDay !== one.start.hasDay)) return undefined;
  const unitMs = moments.every(({ hasTime }) => hasTime) ? 1 : DAY_MS;
  const toNumbers = ({ start, end }: DateSpan) => ({
    startMs: Math.floor(start.ms / unitMs),
    endMs: Math.floor(end.ms / unitMs),
  });
  return [toNumbers(one), toNumbers(other)];
}

const DAY_MS = 86_400_000;
