import { findDates } from './natural-date.ts';

/**
 * The time that a bound of a date covers, a day or a minute. In milliseconds since 1970, without `untilMs`
 * itself.
 */
export type DateBound = { fromMs: number; untilMs: number };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Reads a bound as if it were a reply. Undefined if it is not a date, and then there is no bound. */
export async function dateBound(
  text: string | undefined,
  reading: { isDayFirst: boolean; now: Date },
): Promise<DateBound | undefined> {
  if (!text) return undefined;
  const { start } = (await findDates(text, reading)) ?? {};
  if (!start) return undefined;
  const lengthMs = start.hasTime ? MINUTE_MS : DAY_MS;
  const fromMs = Math.floor(start.instant.getTime() / lengthMs) * lengthMs;
  return { fromMs, untilMs: fromMs + lengthMs };
}

/** Both bounds are inclusive. Deviation: the whole day of `max` is included, whatever the time. */
export function isBetween(
  instant: Date,
  { min, max }: { min?: DateBound | undefined; max?: DateBound | undefined },
) {
  const ms = instant.getTime();
  return (!min || ms >= min.fromMs) && (!max || ms < max.untilMs);
}

const DATE_AND_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A bound in the form that browsers' date fields expect: a timestamp is cut to its minute, or to its day. */
export function shownBound(text: string, { hasTime }: { hasTime: boolean }): string {
  const [timestamp] = DATE_AND_TIME.exec(text) ?? [];
  if (timestamp === undefined) return text;
  return hasTime ? timestamp : timestamp.slice(0, 'YYYY-MM-DD'.length);
}
