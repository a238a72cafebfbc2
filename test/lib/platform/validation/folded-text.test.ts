import { describe, expect, it } from 'vitest';
import { foldText, textMatcher } from '#lib/platform/validation/folded-text.ts';

describe('textMatcher', () => {
  it.each([
    ['muller', 'Frau MÜLLER'],
    ['MÜLLER', 'mu\u0308ller'],
    ['strasse', 'Hauptstraße 7'],
    ['Σίσυφος', 'ΣΙΣΥΦΟΣ'],
    ['ﬁsh', 'Fish'],
    ['نماذج', 'نَماذج'],
    ['e', 'é'],
    ['가방', '내 가방'],
    ['a.*', 'A.*'],
  ])('finds %j in %j', (search, text) => {
    expect(textMatcher(search)(text)).toBe(true);
  });

  it.each([
    ['miller', 'Müller'],
    ['a.*', 'abc'],
    ['\u0301', 'ee'],
    ['`', 'no accent'],
    // Vowel signs are not accents: these are two words.
    ['कि', 'का'],
  ])('does not find %j in %j', (search, text) => {
    expect(textMatcher(search)(text)).toBe(false);
  });
});

it('foldText changes nothing when repeated', () => {
  for (const text of ['Straße', 'İstanbul', 'ŉ', 'ﬀ', 'Ǆ'])
    expect(foldText(foldText(text))).toBe(foldText(text));
});
