import { describe, expect, it } from 'vitest';
import { isNextEtag } from '#apps/console/bot/draft/next-etag.ts';

describe('the ETag after a change', () => {
  it.each([
    ['"4"', '"5"', true],
    ['"9"', '"10"', true],
    ['"4"', '"6"', false],
    ['"4"', '"4"', false],
    [undefined, '"1"', false],
    ['"4"', '', false],
    ['W/"4"', '"5"', false],
    ['"abc"', '"abd"', false],
  ])('is the next one after %s: %s, %s', (before, after, isNext) => {
    expect(isNextEtag(before, after)).toBe(isNext);
  });
});
