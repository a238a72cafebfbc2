/** A date parsed from text, in UTC unless the text includes an offset. */
export type NaturalDate = {
  instant: Date;
  /** Whether the text includes a time of day. If not, the time is noon. */
  hasTime: boolean;
};

export type NaturalDates = { start: NaturalDate; end?: NaturalDate };

/** Maximum characters searched. One or two dates need no more, and longer texts are slow to parse. */
const MAX_SEARCHED_CHARS = 1000;

const YEAR_FIRST_DAY_SECOND = /^\d{4}[-/.](?:1[3-9]|[23]\d)[-/.]/;

/**
 * Finds the first date or date range in an English text: "2024-05-01", "May 1st at 5pm", "tomorrow", "from 1
 * May to 3 May". Words such as "tomorrow" are relative to `now`. Independent of the host's time zone.
 *
 * @param isDayFirst whether 05/01 means 5 January
 */
export async function findDates(
  text: string,
  { isDayFirst, now }: { isDayFirst: boolean; now: Date },
): Promise<NaturalDates | undefined> {
  const { casual, GB } = await import('chrono-node/en');
  const parser = isDayFirst ? GB : casual;
  const [found] = parser.parse(text.slice(0, MAX_SEARCHED_CHARS), { instant: now, timezone: 0 });
  // The parser would swap month and day in "2026-13-01", but Typebot asks again.
  if (!found || YEAR_FIRST_DAY_SECOND.test(found.text)) return undefined;
  const { start, end } = found;
  return {
    start: { instant: start.date(), hasTime: start.isCertain('hour') },
    ...(end && { end: { instant: end.date(), hasTime: end.isCertain('hour') } }),
  };
}
