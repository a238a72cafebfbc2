import { describe, expect, it } from 'vitest';
import { ratingInputBlock } from '#lib/engine/blocks/inputs/rating-input.ts';
import { getContent } from './reply-to-input.ts';

describe('A rating input', () => {
  it.each([
    [{}, '5', '5'],
    [{}, '0', '0'],
    [{}, '10', '10'],
    [{}, '11', null],
    [{}, '4.5', '4.5'],
    [{}, ' 5 ', ' 5 '],
    [{}, '4,5', '4.5'],
    [{}, '1,000', null],
    [{ length: '1.000.000' }, '999999', '999999'],
    [{}, '-1', null],
    [{}, '', null],
    [{}, ' ', null],
    [{}, 'four', null],
    [{}, 'NaN', null],
    [{ length: 5 }, '5', '5'],
    [{ length: 5 }, '6', null],
    [{ startsAt: 1 }, '0', null],
    [{ startsAt: '{{Start}}' }, '1', null],
    [{ startsAt: '{{Start}}' }, '2', '2'],
    [{ startsAt: '{{Unset}}' }, '0', '0'],
    [{ length: 'many' }, '10', '10'],
    [{ length: 'many' }, '11', null],
  ])('with %j turns %j into %j', async (options, reply, stored) => {
    const context = { variables: { Start: '2' } };
    expect(await getContent(ratingInputBlock, { options, context }, reply)).toBe(stored);
  });
});
