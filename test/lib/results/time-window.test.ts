import { describe, expect, it } from 'vitest';
import { parseTimeWindow, type TimeFilter } from '#lib/results/time-window.ts';

const NOW = new Date('2026-11-21T02:30:00.000Z');

describe('parseTimeWindow', () => {
  it.each<[filter: TimeFilter, timeZone: string, from?: string, to?: string]>([
    ['today', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['last7Days', 'UTC', '2026-11-15T00:00:00.000Z'],
    ['last30Days', 'UTC', '2026-10-23T00:00:00.000Z'],
    ['monthToDate', 'UTC', '2026-11-01T00:00:00.000Z'],
    ['lastMonth', 'UTC', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['yearToDate', 'UTC', '2026-01-01T00:00:00.000Z'],
    ['allTime', 'UTC'],
    // It is still the previous evening in New York.
    ['today', 'America/New_York', '2026-11-20T05:00:00.000Z'],
    ['today', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
    // Daylight saving time was still in effect, so midnight is at a different UTC time.
    ['last30Days', 'Europe/Berlin', '2026-10-22T22:00:00.000Z'],
    ['lastMonth', 'Europe/Berlin', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
    ['yearToDate', 'Pacific/Auckland', '2025-12-31T11:00:00.000Z'],
  ])('returns the window of %s in %s', (timeFilter, timeZone, from, to) => {
    expect(parseTimeWindow({ timeFilter, timeZone }, NOW)).toStrictEqual({
      ...(from && { from }),
      ...(to && { to }),
    });
  });

  it.each([
    ['skip midnight', 'Africa/Cairo', '2026-04-24T10:00:00.000Z', '2026-04-23T22:00:00.000Z'],
    ['have midnight twice', 'America/Havana', '2026-11-01T12:00:00.000Z', '2026-11-01T04:00:00.000Z'],
  ])('begins a day where clocks %s with its first moment', (_, timeZone, now, from) => {
    expect(parseTimeWindow({ timeFilter: 'today', timeZone }, new Date(now))).toStrictEqual({ from });
  });

  it('puts the month before January into the previous year', () => {
    expect(parseTimeWindow({ timeFilter: 'lastMonth' }, new Date('2026-01-31T12:00:00Z'))).toStrictEqual({
      from: '2025-12-01T00:00:00.000Z',
      to: '2026-01-01T00:00:00.000Z',
    });
  });

  it('is unbounded by default', () => {
    expect(parseTimeWindow({})).toStrictEqual({});
  });

  it('lets from and to override the filter', () => {
    const from = '2026-01-01T02:00:00+02:00';
    expect(parseTimeWindow({ from, timeFilter: 'today' }, NOW)).toStrictEqual({
      from: '2026-01-01T00:00:00.000Z',
    });
  });

  it('rejects an unknown time zone even if it is not needed', () => {
    expect(() => parseTimeWindow({ timeZone: 'Mars/Olympus' })).toThrow('IANA');
  });
});
