import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOneEditAway } from '#lib/platform/validation/one-edit.ts';

describe('one edit', () => {
  it.each([
    ['placeholer', 'placeholder'],
    ['placeholderr', 'placeholder'],
    ['placehulder', 'placeholder'],
    ['palceholder', 'placeholder'],
    ['PlaceHolder', 'placeholder'],
    ['xlaceholder', 'placeholder'],
    ['placeholdex', 'placeholder'],
    ['aab', 'ab'],
    ['', 'a'],
  ])('is enough from %s to %s, and back', (name, other) => {
    expect([isOneEditAway(name, other), isOneEditAway(other, name)]).toEqual([true, true]);
  });

  it.each([
    ['placehlr', 'placeholder'],
    ['pxaceholdex', 'placeholder'],
    ['abc', 'cba'],
    ['abcd', 'badc'],
    ['ab', 'cd'],
    ['', 'ab'],
  ])('is too little from %s to %s, and back', (name, other) => {
    expect([isOneEditAway(name, other), isOneEditAway(other, name)]).toEqual([false, false]);
  });

  it('removes, inserts or replaces any character', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.string({ maxLength: 1 }), (name, at, put) => {
        const index = at % name.length;
        expect(isOneEditAway(name.slice(0, index) + put + name.slice(index + 1), name)).toBe(true);
      }),
    );
  });
});
