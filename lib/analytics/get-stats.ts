import type { Caller } from '#lib/auth/access.ts';
import { requireBot } from '#lib/results/require-result.ts';
import { parseTimeWindow, type TimeFilter } from '#lib/results/time-window.ts';
import { type Counts, type HourCounts, readHourCounts } from './stats-store.ts';

export type Stats = {
  totalViews: number;
  totalStarts: number;
  totalCompleted: number;
  /** Completed per start, 0 to 1; 0 where nothing was started. */
  completionRate: number;
  byDay: DayCounts[];
};

type DayCounts = Counts & { day: string };

/**
 * What was counted of a bot in a span of time, by day.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST for an unknown time zone
 */
export async function getStats(
  botId: string,
  query: { timeFilter?: TimeFilter | undefined; timeZone?: string | undefined },
  caller: Caller,
): Promise<Stats> {
  const window = parseTimeWindow(query);
  await requireBot(botId, 'viewer', caller);
  return toStats(await readHourCounts(botId, window), query.timeZone ?? 'UTC');
}

/** Sums up hours, oldest first, into the days of a time zone; an hour belongs to the day in which it begins. */
export function toStats(hours: HourCounts[], timeZone: string): Stats {
  // Swedish dates are ISO dates.
  const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const days = new Map<string, DayCounts>();
  const total: Counts = { views: 0, starts: 0, completed: 0 };
  for (const { at, views, starts, completed } of hours) {
    const day = dayFormat.format(Date.parse(at));
    const counts = days.get(day) ?? { day, views: 0, starts: 0, completed: 0 };
    days.set(day, counts);
    for (const sum of [counts, total]) {
      sum.views += views;
      sum.starts += starts;
      sum.completed += completed;
    }
  }
  return {
    totalViews: total.views,
    totalStarts: total.starts,
    totalCompleted: total.completed,
    // A run that began before the window may end in it.
    completionRate: total.starts === 0 ? 0 : Math.min(1, total.completed / total.starts),
    byDay: [...days.values()],
  };
}
