import { expect, it } from 'vitest';
import { unusedId } from '#lib/bots/migrations/unused-id.ts';

it('returns the preferred id if it is free', () => {
  expect(unusedId({ id: 'other', wanted: 1 }, 'wanted')).toBe('wanted');
});

it('appends a number from 2 if the preferred id is taken at any depth', () => {
  expect(unusedId({ list: [[{ reference: 'wanted' }]] }, 'wanted')).toBe('wanted-2');
  expect(unusedId({ id: 'wanted-2', list: [null, 'wanted'] }, 'wanted')).toBe('wanted-3');
});

it('handles documents of any depth', () => {
  let document: object = { id: 'wanted' };
  for (let depth = 0; depth < 100_000; depth++) document = [document];
  expect(unusedId(document, 'wanted')).toBe('wanted-2');
});
