import { describe, expect, it } from 'vitest';
import { fillDays } from '#apps/console/insights/fill-days.ts';
import { periodDays } from '#apps/console/insights/period-days.ts';

const day = (name: string, views = 0) => ({ day: name, views, starts: 0, completed: 0 });

describe('fillDays', () => {
  it('returns every day of the period, with zero where nothing happened', () => {
    const days = [day('2026-03-01', 4), day('2026-02-27', 2)];
    expect(fillDays(days, { from: '2026-02-26', to: '2026-03-02' })).toStrictEqual([
      day('2026-02-26'),
      day('2026-02-27', 2),
      day('2026-02-28'),
      day('2026-03-01', 4),
      day('2026-03-02'),
    ]);
  });

  it('begins with the first day on which something happened if the period has no first day', () => {
    expect(fillDays([day('2026-01-30', 1)], { from: undefined, to: '2026-02-01' })).toStrictEqual([
      day('2026-01-30', 1),
      day('2026-01-31'),
      day('2026-02-01'),
    ]);
  });

  it('keeps days that the service counts outside of the period as this clock sees it', () => {
    const days = [day('2026-01-01', 1), day('2026-01-03', 3)];
    expect(fillDays(days, { from: '2026-01-02', to: '2026-01-02' })).toStrictEqual([
      day('2026-01-01', 1),
      day('2026-01-02'),
      day('2026-01-03', 3),
    ]);
  });

  it('keeps the latest ten years', () => {
    const filled = fillDays([day('1990-01-01', 1)], { from: undefined, to: '2026-01-01' });
    expect(filled).toHaveLength(3_660);
    expect(filled.at(-1)).toStrictEqual(day('2026-01-01'));
  });
});

describe('periodDays', () => {
  const march31 = new Date(2026, 2, 31, 23, 30);

  it.each([
    ['', undefined, '2026-03-31'],
    ['today', '2026-03-31', '2026-03-31'],
    ['last7Days', '2026-03-25', '2026-03-31'],
    ['last30Days', '2026-03-02', '2026-03-31'],
    ['monthToDate', '2026-03-01', '2026-03-31'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['yearToDate', '2026-01-01', '2026-03-31'],
  ] as const)('of "%s" are %s to %s', (period, from, to) => {
    expect(periodDays(period, march31)).toStrictEqual({ from, to });
  });

  it('of the month before January are in the year before', () => {
    expect(periodDays('lastMonth', new Date(2026, 0, 5))).toStrictEqual({
      from: '2025-12-01',
      to: '2025-12-31',
    });
  });
});
