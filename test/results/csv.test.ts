import { describe, expect, it } from 'vitest';
import { csvRow } from '#lib/results/csv.ts';

describe('csvRow', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['one\ntwo', '"one\ntwo"'],
    ['one\rtwo', '"one\rtwo"'],
    ['one\r\ntwo', '"one\r\ntwo"'],
    [' space ', ' space '],
    ['é😀', 'é😀'],
  ])('writes %j as %j', (cell, written) => {
    expect(csvRow([cell, 'x'])).toBe(`${written},x\r\n`);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=cmd|"/c calc"!A0'])(
    'takes the formula out of %j',
    (cell) => {
      expect(csvRow([cell])).toMatch(/^"?'[=+\-@\t]/);
    },
  );

  it('takes the formula out of a cell that begins with a CR', () => {
    expect(csvRow(['\r=1'])).toBe('"\'\r=1"\r\n');
  });
});
