import type { Period } from '../data/period.ts';

/** Returns the first and the last day of a period where the reader is. All of the time has no first day. */
export function periodDays(period: Period, now = new Date()): { from: string | undefined; to: string } {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const today = toDay(year, month, date);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'last7Days':
      return { from: toDay(year, month, date - 6), to: today };
    case 'last30Days':
      return { from: toDay(year, month, date - 29), to: today };
    case 'monthToDate':
      return { from: toDay(year, month, 1), to: today };
    case 'lastMonth':
      return { from: toDay(year, month - 1, 1), to: toDay(year, month, 0) };
    case 'yearToDate':
      return { from: toDay(year, 0, 1), to: today };
    case '':
      return { from: undefined, to: today };
  }
}

/** A day of the calendar as YYYY-MM-DD. Months and days out of range carry over. */
function toDay(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}
