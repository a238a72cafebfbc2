/** A date as someone wrote it, as an instant: what it says, read as UTC unless it names an offset. */
export type NaturalDate = {
  instant: Date;
  /** Whether it names a time of day. Otherwise the time is noon. */
  hasTime: boolean;
};

export type NaturalDates = { start: NaturalDate; end?: NaturalDate };

/** Characters of a text that are searched. One or two dates need no more, and longer texts take longer. */
const MAX_SEARCHED_CHARS = 1000;

const YEAR_FIRST_DAY_SECOND = /^\d{4}[-/.](?:1[3-9]|[23]\d)[-/.]/;

/**
 * Finds the first date, or the first range of dates, in an English text: "2024-05-01", "May 1st at 5pm",
 * "tomorrow", "from 1 May to 3 May". Words such as "tomorrow" are relative to `now`. The time zone of the
 * process plays no part.
 *
 * @param isDayFirst whether 05/01 is the fifth of January
 */
export async function findDates(
  text: string,
  { isDayFirst, now }: { isDayFirst: boolean; now: Date },
): Promise<NaturalDates | undefined> {
  const { casual, GB } = await import('chrono-node/en');
  const parser = isDayFirst ? GB : casual;
  const [found] = parser.parse(text.slice(0, MAX_SEARCHED_CHARS), { instant: now, timezone: 0 });
  // The parser takes the thirteenth month of "2026-13-01" for a day, but bots have always asked again.
  if (!found || YEAR_FIRST_DAY_SECOND.test(found.text)) return undefined;
  const { start, end } = found;
  return {
    start: { instant: start.date(), hasTime: start.isCertain('hour') },
    ...(end && { end: { instant: end.date(), hasTime: end.isCertain('hour') } }),
  };
}
