import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { formatUsageError } from '#apps/terminal/usage-errors.ts';

const NAMES = ['list', 'publish', 'public-id', 'pull', 'results'];
const format = (text: string) => stripVTControlCharacters(formatUsageError(text, NAMES));

describe('an unknown command', () => {
  it.each([
    ['publc', 'publish or public-id'],
    ['publi', 'publish or public-id'],
    ['publisch', 'publish'],
    ['result', 'results'],
  ])('%s suggests %s, which begins alike', (typed, suggestion) => {
    expect(format(`error: unknown command '${typed}'\n(Did you mean pull?)\n`)).toBe(
      `error: unknown command '${typed}'\n(Did you mean ${suggestion}?)\n`,
    );
  });

  it.each(["error: unknown command 'lst'\n(Did you mean list?)\n", "error: unknown command 'xyz'\n"])(
    'keeps the suggestion that there is, if nothing begins alike: %j',
    (text) => {
      expect(format(text)).toBe(text);
    },
  );
});

it('leaves other errors as they are', () => {
  const text = "error: unknown option '--publc'\n(Did you mean --public?)\n";
  expect(format(text)).toBe(text);
});
