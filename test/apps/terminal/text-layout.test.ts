import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { table } from '#apps/terminal/text-layout.ts';

describe('a table', () => {
  const rows = [
    ['k4qnv138', 'Opening hours in winter'],
    ['g37', 'Short'],
  ];
  const format = (maxWidth?: number) => stripVTControlCharacters(table(['BOT', 'NAME'], rows, maxWidth));

  it('has columns as wide as their widest cell', () => {
    expect(format()).toBe('BOT       NAME\nk4qnv138  Opening hours in winter\ng37       Short');
  });

  it('ends where the terminal ends', () => {
    expect(format(22)).toBe('BOT       NAME\nk4qnv138  Opening hou…\ng37       Short');
    expect(format(33)).toBe(format());
  });

  it.each([0, 10, 19])(
    'is not cut for a terminal of %i characters, of which nothing would be left',
    (width) => {
      expect(format(width)).toBe(format());
    },
  );
});
