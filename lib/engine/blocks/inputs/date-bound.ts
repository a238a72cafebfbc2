import { findDates } from './natural-date.ts';

/** The day or minute that a date bound covers, in milliseconds since the epoch. `untilMs` is exclusive. */
export type DateBound = { fromMs: number; untilMs: number };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Parses a bound the way replies are parsed. A bound that is not a date is ignored. */
export async function computeDateBound(
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

/** Both bounds are inclusive. Deviation: `max` covers the entire day, whatever its time. */
export function isBetween(
  instant: Date,
  { min, max }: { min?: DateBound | undefined; max?: DateBound | undefined },
) {
  const ms = instant.getTime();
  return (!min || ms >= min.fromMs) && (!max || ms < max.untilMs);
}

const DATE_AND_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Formats a bound for browsers' date fields, which expect a timestamp truncated to the minute or the day. */
export function toShownBound(text: string, { hasTime }: { hasTime: boolean }): string {
  const [timestamp] = DATE_AND_TIME.exec(text) ?? [];
  if (timestamp === undefined) return text;
  return hasTime ? timestamp : timestamp.slice(0, 'YYYY-MM-DD'.length);
}
