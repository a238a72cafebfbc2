import { findDates } from './natural-date.ts';

/** What a bound of a date covers, a day or a minute, from its begin to before its end, in milliseconds since 1970. */
export type DateBound = { fromMs: number; untilMs: number };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Reads a bound as a reply would be. Undefined for what is no date: nothing is bounded then. */
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

/** Both bounds are within. Deviation: so is the day of `max` itself, whatever the time. */
export function isBetween(
  instant: Date,
  { min, max }: { min?: DateBound | undefined; max?: DateBound | undefined },
) {
  const ms = instant.getTime();
  return (!min || ms >= min.fromMs) && (!max || ms < max.untilMs);
}

const DATE_AND_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A bound as fields of dates in browsers want it: a timestamp is cut to its minute, or to its day. */
export function shownBound(text: string, { hasTime }: { hasTime: boolean }): string {
  const [timestamp] = DATE_AND_TIME.exec(text) ?? [];
  if (timestamp === undefined) return text;
  return hasTime ? timestamp : timestamp.slice(0, 'YYYY-MM-DD'.length);
}
