import { expect, it } from 'vitest';
import { createHostIntl } from '#lib/engine/sandbox/host-intl.ts';

const intl = createHostIntl();
const ask = (...request: unknown[]) => JSON.parse(intl(JSON.stringify(request)));

it.each<[request: unknown[], value: unknown]>([
  [['NumberFormat', 'format', 'de', { minimumFractionDigits: 1 }, [1.5]], '1,5'],
  [['NumberFormat', 'format', null, null, ['NaN']], 'NaN'],
  [['Date', 'toLocaleDateString', null, null, [0]], '1/1/1970'],
  [['Collator', 'compare', null, null, ['a', 'b']], -1],
])('answers %j', (request, value) => {
  expect(ask(...request)).toEqual({ value });
});

it.each<[request: unknown[], error: string]>([
  [['constructor', 'format', null, null, []], 'Intl.constructor is not supported'],
  [
    ['NumberFormat', 'constructor', null, null, ['return process']],
    'Intl.NumberFormat.constructor is not supported',
  ],
  [['NumberFormat', '__proto__', null, null, []], 'Intl.NumberFormat.__proto__ is not supported'],
  [['Date', 'constructor', null, null, [0]], 'Date.constructor is not supported'],
  [['Date', 'toLocaleString', 'xx-invalid-locale-name', null, [0]], 'Incorrect locale information provided'],
  [
    ['NumberFormat', 'format', 'en', { minimumFractionDigits: 1000 }, [0]],
    'minimumFractionDigits value is out of range.',
  ],
  [['ListFormat', 'format', 'en', null, [5]], 'number 5 is not iterable'],
])('refuses %j', (request, error) => {
  expect(ask(...request).error).toContain(error);
});

it('refuses an invalid request', () => {
  expect(JSON.parse(intl('{')).error).toBeTypeOf('string');
  expect(JSON.parse(intl('5')).error).toBeTypeOf('string');
});

it('creates many formatters', () => {
  for (let digits = 0; digits < 60; digits++) {
    expect(ask('NumberFormat', 'format', 'en', { minimumFractionDigits: digits }, [1]).value).toHaveLength(
      digits === 0 ? 1 : digits + 2,
    );
  }
});

const DATE_METHODS = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const;

it.each(DATE_METHODS)('formats dates as %s does', (method) => {
  const optionSets: (Intl.DateTimeFormatOptions | null)[] = [
    null,
    {},
    { weekday: 'long' },
    { year: 'numeric', month: 'long' },
    { hour: '2-digit' },
    { hour: '2-digit', minute: '2-digit', hour12: false },
    { dayPeriod: 'long' },
    { fractionalSecondDigits: 2 },
    { era: 'short' },
    { timeZoneName: 'short' },
    { timeZone: 'America/New_York' },
    { dateStyle: 'full' },
    { timeStyle: 'short' },
    { dateStyle: 'short', timeStyle: 'medium' },
    { dateStyle: 'short', year: 'numeric' },
    { month: 'nope' as 'long' },
    { timeZone: 'Nowhere' },
  ];
  for (const options of optionSets) {
    for (const locale of [null, 'en', 'de', 'ar-EG', ['xx', 'fr']]) {
      for (const time of [0, 1_753_000_000_123, Number.NaN]) {
        const expected = () =>
          new Date(time)[method](locale ?? 'en-US', { timeZone: 'UTC', ...options }) satisfies string;
        const outcome = ask('Date', method, locale, options, [Number.isNaN(time) ? 'NaN' : time]);
        expect(outcome, JSON.stringify([locale, options, time])).toEqual(toOutcome(expected));
      }
    }
  }
});

function toOutcome(format: () => string) {
  try {
    return { value: format() };
  } catch {
    return { error: expect.stringMatching(/^(Invalid|Value)/) };
  }
}

it('creates at most 500 different formatters and keeps using those', () => {
  const own = createHostIntl();
  const format = (digits: number, locale: string) =>
    JSON.parse(
      own(JSON.stringify(['NumberFormat', 'format', locale, { minimumFractionDigits: digits }, [1]])),
    );
  const locales = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'fi', 'pl'];
  const answers = locales.flatMap((locale) =>
    Array.from({ length: 50 }, (_, digits) => format(digits, locale)),
  );
  expect(answers.filter(({ value }) => value !== undefined)).toHaveLength(500);
  expect(answers.at(-1)).toEqual({ error: 'Code may create at most 500 different formatters' });
  expect(format(0, 'en')).toEqual({ value: '1' });
});
