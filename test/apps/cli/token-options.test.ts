import { InvalidArgumentError } from 'commander';
import { expect, it } from 'vitest';
import { parseTokenLifetime } from '#apps/cli/token-options.ts';

it.each([
  ['1d', 1],
  ['90d', 90],
  ['3650d', 3_650],
  ['never', null],
])('%s is %d days', (text, days) => {
  expect(parseTokenLifetime(text)).toEqual({ days });
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
  '12h',
  '1e3d',
  '3651d',
  '99999d',
  'Never',
  '090d',
])('rejects %j, and says what to write', (text) => {
  expect(() => parseTokenLifetime(text)).toThrow(InvalidArgumentError);
  expect(() => parseTokenLifetime(text)).toThrow('Write days, from 1d to 3650d, or never.');
});
