import { requireBot } from '#lib/bots/bot-access.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { parseTimeWindow, type TimeFilter } from '#lib/results/time-window.ts';
import { type Counts, type HourCounts, readHourCounts } from './stats-store.ts';

export type Stats = {
  totalViews: number;
  totalStarts: number;
  totalCompleted: number;
  /** Completed runs divided by started runs, 0 to 1. 0 if none were started. */
  completionRate: number;
  byDay: DayCounts[];
};

type DayCounts = Counts & { day: string };

/**
 * Returns a bot's counts within a time window, in total and by day.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the time zone is unknown
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

/**
 * Aggregates hourly counts (oldest first) by day in a time zone. An hour belongs to the day in which it
 * begins.
 */
export function toStats(hours: HourCounts[], timeZone: string): Stats {
  // The Swedish locale formats dates as YYYY-MM-DD.
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
    // Capped, because a run can start before the window and complete within it.
    completionRate: total.starts === 0 ? 0 : Math.min(1, total.completed / total.starts),
    byDay: [...days.values()],
  };
}
