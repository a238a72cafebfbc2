import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWrittenNumber, toWrittenNumber } from '#lib/engine/text/written-number.ts';

const read = (text: string) => {
  const number = readWrittenNumber(text);
  return number?.kind === 'number' ? number.value : number?.kind;
};

describe('A written number', () => {
  it.each<[string, number | 'ambiguous' | undefined]>([
    ['1000', 1000],
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['1,50', 1.5],
    ['.5', 0.5],
    [',5', 0.5],
    ['5.', 5],
    ['-3', -3],
    ['−3', -3],
    ['+3', 3],
    ['1e3', 1000],
    ['1,5e3', 1500],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['1.000.000', 1_000_000],
    ['1,000,000', 1_000_000],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['-1.234,56', -1234.56],
    ['1.234.567,8', 1_234_567.8],
    ['1 000', 1000],
    ['1 234,56', 1234.56],
    ['1\u00a0234,56', 1234.56],
    ['1\u202f234\u202f567,5', 1_234_567.5],
    ["1'234.56", 1234.56],
    ['1’234’567', 1_234_567],
    ['12,34,567', 1_234_567],
    ['1,00,000.50', 100_000.5],
    ['0,125', 0.125],
    ['0.125', 0.125],
    ['1234,567', 1234.567],
    ['1234.567', 1234.567],
    ['12,3456', 12.3456],
    [' 7 ', 7],
    ['12 €', 12],
    ['1.234,56 €', 1234.56],
    ['50%', 50],
    ['1,000', 'ambiguous'],
    ['1.000', 'ambiguous'],
    ['-12.345', 'ambiguous'],
    ['999,999', 'ambiguous'],
    ['12abc', undefined],
    ['12 years', undefined],
    ['€5', undefined],
    ['1.2.3', undefined],
    ['1,2,3', undefined],
    ['1.234,56.7', undefined],
    ['1,234,56', undefined],
    ['1 2', undefined],
    ['1 234 56', undefined],
    ["1 234'567", undefined],
    ['0.000.001', undefined],
    ['1-2', undefined],
    ['12:30', undefined],
    ['', undefined],
    ['.', undefined],
    [',', undefined],
    ['-', undefined],
    ['NaN', undefined],
    ['1'.repeat(500), undefined],
  ])('%j is %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is read as any language writes it, or is ambiguous', () => {
    const locales = ['en', 'de', 'fr', 'de-CH', 'hi', 'es', 'pt-BR', 'sv', 'pl', 'it', 'en-IN', 'ru'];
    const numbers = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(numbers, fc.constantFrom(...locales), (number, locale) => {
        const text = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(number);
        const found = readWrittenNumber(text);
        if (found?.kind === 'ambiguous') expect([found.decimal, found.thousands]).toContain(number);
        else expect(found?.value).toBe(number);
      }),
    );
  });

  it('loses no digit', () => {
    const sign = fc.constantFrom(..."0123456789.,' \u00a0-".split(''));
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => {
        const found = readWrittenNumber(text);
        if (found?.kind !== 'number' || String(found.value).includes('e')) return;
        const digits = (shown: string) => shown.replaceAll(/\D/g, '').replace(/^0+|0+$/g, '');
        expect(digits(String(found.value))).toBe(digits(text));
      }),
    );
  });

  it.each([
    ['1,000', 1000],
    ['1.000', 1],
    ['1.234,5', 1234.5],
    ['x', undefined],
  ])('that nobody can be asked about: %j is %j', (text, expected) => {
    expect(toWrittenNumber(text)).toBe(expected);
  });
});
