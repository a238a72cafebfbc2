import { TZDate } from '@date-fns/tz';
import { badRequest } from '#lib/platform/errors/service-error.ts';

/** Named time windows for filtering results and statistics. */
export const TIME_FILTERS = [
  'today',
  'last7Days',
  'last30Days',
  'monthToDate',
  'lastMonth',
  'yearToDate',
  'allTime',
] as const;

export type TimeFilter = (typeof TIME_FILTERS)[number];

/**
 * ISO timestamps in UTC, `from` inclusive and `to` exclusive. If a bound is absent, the window is unbounded
 * on that side.
 */
export type TimeWindow = { from?: string; to?: string };

export type WindowQuery = {
  from?: string | undefined;
  to?: string | undefined;
  timeFilter?: TimeFilter | undefined;
  timeZone?: string | undefined;
};

/**
 * Returns the time window of a query: `from` and `to` if at least one is given, otherwise `timeFilter`, whose
 * days begin and end at midnight in `timeZone`.
 *
 * @throws BAD_REQUEST if the time zone is unknown, or if the window ends before it begins
 */
export function parseTimeWindow(query: WindowQuery, now = new Date()): TimeWindow {
  const { from, to, timeFilter = 'allTime', timeZone = 'UTC' } = query;
  requireTimeZone(timeZone);
  if (from === undefined && to === undefined) return windowOfFilter(timeFilter, timeZone, now);
  const window = {
    ...(from !== undefined && { from: toUtc(from) }),
    ...(to !== undefined && { to: toUtc(to) }),
  };
  if (window.from !== undefined && window.to !== undefined && window.from > window.to) {
    throw badRequest('to', 'The window ends before it begins');
  }
  return window;
}

const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Clamps to four-digit years, because timestamps are compared as strings. An offset could produce a year
 * outside that range.
 */
function toUtc(timestamp: string): string {
  return new Date(Math.min(LAST_MS, Math.max(FIRST_MS, Date.parse(timestamp)))).toISOString();
}

/** @throws BAD_REQUEST if the name is not in the time zone database */
export function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw badRequest('timeZone', 'Unknown time zone; expected an IANA name such as Europe/Berlin');
  }
}

function windowOfFilter(filter: TimeFilter, timeZone: string, now: Date): TimeWindow {
  const local = new TZDate(now, timeZone);
  const [year, month, day] = [local.getFullYear(), local.getMonth(), local.getDate()];
  // If clocks skip midnight, this is the first moment of the day.
  const getStart = (...date: [year: number, month: number, day: number]) =>
    new Date(new TZDate(...date, timeZone).getTime()).toISOString();
  switch (filter) {
    case 'today':
      return { from: getStart(year, month, day) };
    case 'last7Days':
      return { from: getStart(year, month, day - 6) };
    case 'last30Days':
      return { from: getStart(year, month, day - 29) };
    case 'monthToDate':
      return { from: getStart(year, month, 1) };
    case 'lastMonth':
      return { from: getStart(year, month - 1, 1), to: getStart(year, month, 1) };
    case 'yearToDate':
      return { from: getStart(year, 0, 1) };
    case 'allTime':
      return {};
  }
}
