import { describe, expect, it } from 'vitest';
import { botWithBlocks, findIssues } from './bot-with-blocks.ts';

const check = (options: unknown) =>
  findIssues(botWithBlocks([{ id: 'p', type: 'payment input', options }]), 'UNREADABLE_AMOUNT');

const PATH = 'bot.groups[0].blocks[0].options.amount';

describe('The amount of a payment', () => {
  it.each([
    ['ten', 'USD'],
    ['1.000', 'EUR'],
    ['$10', undefined],
    ['1,500', 'KWD'],
  ])('%j in %s is an error, because nobody is asked to pay', (amount, currency) => {
    expect(check({ amount, currency })).toStrictEqual([`error ${PATH}`]);
  });

  it('is doubtful if its point may separate thousands', () => {
    expect(check({ amount: '1.234', currency: 'EUR' })).toStrictEqual([`warning ${PATH}`]);
    expect(check({ amount: '1.234', currency: 'kwd' })).toStrictEqual([]);
  });

  it.each([
    ['10', undefined],
    ['1,234.50', 'USD'],
    ['1.234,50', 'EUR'],
    ['{{Price}}', 'USD'],
    ['{{= 1 + 1 =}}', 'USD'],
    ['1.000', '{{Currency}}'],
    ['', 'USD'],
    [undefined, 'USD'],
  ])('%j in %s raises no issue', (amount, currency) => {
    expect(check({ amount, currency })).toStrictEqual([]);
  });
});
