export const PERIODS = [
  { value: '', label: 'All time' },
  { value: 'today', label: 'Today' },
  { value: 'last7Days', label: 'Last 7 days' },
  { value: 'last30Days', label: 'Last 30 days' },
  { value: 'monthToDate', label: 'This month' },
  { value: 'lastMonth', label: 'Last month' },
  { value: 'yearToDate', label: 'This year' },
] as const;

export type Period = (typeof PERIODS)[number]['value'];

/** Days begin and end where the reader is. */
export function toPeriodQuery(period: Period) {
  if (period === '') return {};
  return { timeFilter: period, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
