import { expect, it } from 'vitest';
import { unusedId } from '#lib/bots/migrations/unused-id.ts';

it('is the wanted id where that is free', () => {
  expect(unusedId({ id: 'other', wanted: 1 }, 'wanted')).toBe('wanted');
});

it('is numbered from 2 where the wanted id is taken, at any depth', () => {
  expect(unusedId({ list: [[{ reference: 'wanted' }]] }, 'wanted')).toBe('wanted-2');
  expect(unusedId({ id: 'wanted-2', list: [null, 'wanted'] }, 'wanted')).toBe('wanted-3');
});

it('does not mind how deep a document is', () => {
  let document: object = { id: 'wanted' };
  for (let depth = 0; depth < 100_000; depth++) document = [document];
  expect(unusedId(document, 'wanted')).toBe('wanted-2');
});
