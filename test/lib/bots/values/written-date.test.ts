import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableSpans, readDate } from '#lib/bots/values/compared-dates.ts';
import { readDateInPattern, readIsoDate, readNamedDate } from '#lib/bots/values/written-date.ts';

const asIso = (moment: { ms: number } | undefined) =>
  moment && new Date(moment.ms).toISOString().replace(':00.000Z', '');

describe('A date in a pattern', () => {
  it.each([
    ['31/01/2026', 'dd/MM/yyyy', '2026-01-31T00:00'],
    ['01/02/2026', 'dd/MM/yyyy', '2026-02-01T00:00'],
    ['1/2/2026', 'dd/MM/yyyy', '2026-02-01T00:00'],
    ['01.02.2026', 'dd/MM/yyyy', '2026-02-01T00:00'],
    ['01/02/2026', 'MM/dd/yyyy', '2026-01-02T00:00'],
    ['31.01.26', 'dd.MM.yy', '2026-01-31T00:00'],
    ['31/01/2026 14:05', 'dd/MM/yyyy HH:mm', '2026-01-31T14:05'],
    ['31/01/2026', 'dd/MM/yyyy HH:mm', '2026-01-31T00:00'],
    ['14:05 31/01/2026', 'HH:mm dd/MM/yyyy', '2026-01-31T14:05'],
    ['31/01/2026', 'HH:mm dd/MM/yyyy', '2026-01-31T00:00'],
    ['Saturday, 31 January 2026', 'EEEE, d MMMM yyyy', '2026-01-31T00:00'],
    ['Jan 31st, 2026', 'MMM do, yyyy', '2026-01-31T00:00'],
    ["31 o'clock 01 2026", "dd 'o''clock' MM yyyy", '2026-01-31T00:00'],
    ['02:05 PM', 'hh:mm a', '1970-01-01T14:05'],
    ['12:05 AM', 'hh:mm a', '1970-01-01T00:05'],
    ['12:05 pm', 'hh:mm a', '1970-01-01T12:05'],
    // date-fns takes D for the day of the year.
    ['02/36/2026', 'MM/DD/YYYY', '2026-02-05T00:00'],
    ['31/02/2026', 'dd/MM/yyyy', undefined],
    ['31/13/2026', 'dd/MM/yyyy', undefined],
    ['25:00', 'HH:mm', undefined],
    ['31/01/2026x', 'dd/MM/yyyy', undefined],
    ['31/01', 'dd/MM', undefined],
    ['x', 'QQQ yyyy', undefined],
    ['x', 'not a pattern', undefined],
    ['', '', undefined],
  ])('%j in %j is %j', (text, pattern, expected) => {
    expect(asIso(readDateInPattern(text, pattern))).toBe(expected);
  });

  it('is what a date input writes in it', () => {
    const patterns = [
      'dd/MM/yyyy',
      'MM/dd/yyyy',
      'dd.MM.yyyy',
      'd/M/yy',
      'yyyy-MM-dd',
      'dd-MM-yyyy HH:mm',
      'HH:mm, dd/MM/yyyy',
      'MM/dd/yyyy hh:mm a',
      'EEEE d MMMM yyyy',
      'MMM do yyyy, h:mm aaa',
      "dd 'de' MMMM 'de' yyyy",
    ];
    const dates = fc.date({
      min: new Date('2000-01-01Z'),
      max: new Date('2099-12-31T23:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, fc.constantFrom(...patterns), (date, pattern) => {
        const read = readDateInPattern(format(new TZDate(date.getTime(), 'UTC'), pattern), pattern);
        const unitMs = /[hH]/.test(pattern) ? 60_000 : 86_400_000;
        expect(read).toStrictEqual({
          ms: Math.floor(date.getTime() / unitMs) * unitMs,
          hasDay: true,
          hasTime: unitMs === 60_000,
        });
      }),
    );
  });

  it('takes linear time', () => {
    const start = performance.now();
    readDateInPattern('1'.repeat(100_000), 'dd/MM/yyyy');
    readDateInPattern(' '.repeat(100_000), `d${' '.repeat(100_000)}d`);
    for (const unit of ['dM', 'Ec', "' ' ", 'dMH']) {
      readDateInPattern('1'.repeat(99), unit.repeat(100));
      readDateInPattern(`${'a'.repeat(98)}1`, unit.repeat(100));
      readDateInPattern(' '.repeat(99), `d${unit.repeat(100)}`);
    }
    readNamedDate('a'.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(200);
  });
});

describe('A date in a form of its own', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00'],
    ['2026-01-31T14:05', '2026-01-31T14:05'],
    ['2026-01-31T14:05:00.000Z', '2026-01-31T14:05'],
    ['2026-01-31T14:05:00+09:00', '2026-01-31T14:05'],
    ['2026-13-01', undefined],
    ['2026-02-30', undefined],
    ['01/02/2026', undefined],
  ])('%j is ISO for %j', (text, expected) => {
    expect(asIso(readIsoDate(text))).toBe(expected);
  });

  it.each([
    ['31 January 2026', '2026-01-31T00:00'],
    ['Jan 31, 2026', '2026-01-31T00:00'],
    ['Saturday, 31 Jan 2026', '2026-01-31T00:00'],
    ['31 Januar 26', undefined],
    ['1 house 2026', undefined],
    ['01/02/2026', undefined],
  ])('%j is in words for %j', (text, expected) => {
    expect(asIso(readNamedDate(text))).toBe(expected);
  });
});

describe('Dates that are compared', () => {
  it('are unclear if the formats of a variable contradict each other', () => {
    const formats = [{ pattern: 'dd/MM/yyyy' }, { pattern: 'MM/dd/yyyy' }];
    expect(readDate('01/02/2026', formats)).toBeUndefined();
    expect(asIso(readDate('31/01/2026', formats)?.start)).toBe('2026-01-31T00:00');
  });

  it('are compared by day if one has no time', () => {
    const formats = [{ pattern: 'dd/MM/yyyy' }];
    const [day, moment] = [readDate('31/01/2026', formats), readDate('2026-01-31T23:00:00Z', formats)];
    const spans = day && moment && comparableSpans(day, moment);
    expect(spans?.[0]).toStrictEqual(spans?.[1]);
  });
});
