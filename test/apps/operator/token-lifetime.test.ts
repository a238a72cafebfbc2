import { expect, it } from 'vitest';
import { expiryAfter, parseTokenLifetime } from '#apps/operator/token-lifetime.ts';

it.each([
  ['90d', 90 * 86_400_000],
  ['1d', 86_400_000],
  ['12h', 12 * 3_600_000],
  ['99999d', 99_999 * 86_400_000],
])('%s is %d ms', (text, milliseconds) => {
  expect(parseTokenLifetime(text)).toEqual({ milliseconds });
});

it('parses never, which has no expiry', () => {
  expect(parseTokenLifetime('never')).toBe('never');
  expect(expiryAfter('never', new Date())).toBeUndefined();
});

it.each([
  '',
  '0d',
  '-1d',
  '1.5d',
  '90',
  'd',
  '90D',
  '90 d',
  ' 90d',
  '90m',
  '1e3d',
  '100000d',
  'Never',
  '090d',
])('rejects %j', (text) => {
  expect(parseTokenLifetime(text)).toBeUndefined();
});

it('adds the lifetime to the current time', () => {
  expect(expiryAfter({ milliseconds: 86_400_000 }, new Date('2026-11-21T10:00:00.000Z'))).toEqual(
    new Date('2026-11-22T10:00:00.000Z'),
  );
});
