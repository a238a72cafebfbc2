import { describe, expect, it } from 'vitest';
import { csvRow } from '#lib/results/csv.ts';

/** Extracts the only cell of a row, without quotes. */
function toCell(row: string): string {
  const written = row.slice(0, -'\r\n'.length);
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
}

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

  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=cmd|"/c calc"!A0', '\r=1', '\n=1', '\nx'],
    ...[' =1', '\u00a0=1', '\u3000+1', '\0=1', '\ufeff=1', '\u200b@x', '\u202e-1', ' \t\n =1'],
    ...[';=1', ',=1', '|=1', '"=1', "'=1", '; =1', '";=1'],
    ...['＝1', '＋1', '－1', '＠x', ' ＝1'],
  ])('escapes the formula %j', (cell) => {
    expect(toCell(csvRow([cell]))).toBe(`'${cell}`);
  });

  it.each(['+33612345678', '+12345', '+123456789012345'])('leaves the phone number %j as is', (cell) => {
    expect(toCell(csvRow([cell]))).toBe(cell);
  });

  it.each([
    ...['+1+cmd', '+1234', '+1234567890123456', '+33 612345678', '+33612345678,+33612345679'],
    ...[' +33612345678', '+33612345678 ', "'+33612345678", '"+33612345678"', '＋33612345678', '-33612345678'],
    ...['+33612345678\n', '+33612345678\n=1', '+٣٣٦١٢٣٤٥٦٧٨', '=33612345678', '+1E10000', '+12345.6'],
  ])('escapes %j, which is not a phone number alone', (cell) => {
    expect(toCell(csvRow([cell]))).toBe(`'${cell}`);
  });

  it.each(['a=1', '1-2', 'me@example.com', ';', ' ', '', "it's", '"x"', 'a;=1', '1\n=1'])(
    'leaves %j as is',
    (cell) => {
      expect(toCell(csvRow([cell]))).toBe(cell);
    },
  );

  it.each(['a;=1', 'a\t=1'])('quotes %j, which other locales would split into cells', (cell) => {
    expect(csvRow([cell])).toBe(`"${cell}"\r\n`);
  });
});
