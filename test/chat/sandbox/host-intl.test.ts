import { expect, test } from 'vitest';
import { createHostIntl } from '#lib/chat/sandbox/host-intl.ts';

const intl = createHostIntl();
const ask = (...request: unknown[]) => JSON.parse(intl(JSON.stringify(request)));

test.each<[request: unknown[], value: unknown]>([
  [['NumberFormat', 'format', 'de', { minimumFractionDigits: 1 }, [1.5]], '1,5'],
  [['NumberFormat', 'format', null, null, ['NaN']], 'NaN'],
  [['Date', 'toLocaleDateString', null, null, [0]], '1/1/1970'],
  [['Collator', 'compare', null, null, ['a', 'b']], -1],
])('answers %j', (request, value) => {
  expect(ask(...request)).toEqual({ value });
});

test.each<[request: unknown[], error: string]>([
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

test('refuses what is no request', () => {
  expect(JSON.parse(intl('{')).error).toBeTypeOf('string');
  expect(JSON.parse(intl('5')).error).toBeTypeOf('string');
});

test('makes many formatters without keeping all of them', () => {
  for (let digits = 0; digits < 60; digits++) {
    expect(ask('NumberFormat', 'format', 'en', { minimumFractionDigits: digits }, [1]).value).toHaveLength(
      digits === 0 ? 1 : digits + 2,
    );
  }
});
