import { expect, it } from 'vitest';
import { createUnusedId } from '#lib/bots/migrations/unused-id.ts';

it('returns the preferred id if it is free', () => {
  expect(createUnusedId({ id: 'other', wanted: 1 }, 'wanted')).toBe('wanted');
});

it('appends a number from 2 if the preferred id is taken at any depth', () => {
  expect(createUnusedId({ list: [[{ reference: 'wanted' }]] }, 'wanted')).toBe('wanted-2');
  expect(createUnusedId({ id: 'wanted-2', list: [null, 'wanted'] }, 'wanted')).toBe('wanted-3');
});

it('handles documents of any depth', () => {
  let document: object = { id: 'wanted' };
  for (let depth = 0; depth < 100_000; depth++) document = [document];
  expect(createUnusedId(document, 'wanted')).toBe('wanted-2');
});
