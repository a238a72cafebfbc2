export type DayStats = { day: string; views: number; starts: number; completed: number };

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A chart with more days would have less than a pixel for each. */
const MAX_DAYS = 3_660;

/**
 * Returns every day of a period, or the latest ones of a very long period. The service omits days on which nothing
 * happened: a line across the gap would look like people who came.
 *
 * @param from first day of the period. Undefined for the first on which something happened
 * @param to last day of the period
 */
export function fillDays(
  days: readonly DayStats[],
  { from, to }: { from: string | undefined; to: string },
): DayStats[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const known = [...byDay.keys()].sort();
  // A day that the service counts is shown, even if this clock is behind.
  const last = [to, ...known.slice(-1)].sort().at(-1) ?? to;
  const first = [from ?? known[0] ?? to, ...known.slice(0, 1)].sort()[0] ?? to;
  const filled: DayStats[] = [];
  // Days of the calendar, which in UTC all have 24 hours.
  for (let at = Date.parse(last); at >= Date.parse(first) && filled.length < MAX_DAYS; at -= DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    filled.push(byDay.get(day) ?? { day, views: 0, starts: 0, completed: 0 });
  }
  return filled.reverse();
}
