import { stringify } from 'csv-stringify/sync';

/** Excel reads UTF-8 as such only with it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches text whose first character that counts starts a formula: an ASCII or full-width = + - @. What is skipped before
 * it is what spreadsheets strip on import (white space, control and invisible characters) and what some of them take for
 * the end of a cell (quotes, commas, semicolons, pipes). A tab or a line break at the start is dangerous on its own.
 *
 * Source: OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}"',;|]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/**
 * A row by RFC 4180, its line break included. A cell that a spreadsheet would take for a formula gets an apostrophe in
 * front.
 */
export function csvRow(cells: string[]): string {
  return stringify([cells.map(withoutFormula)], {
    record_delimiter: 'windows',
    // With CRLF between records the library would leave a single CR or LF in a cell unquoted. Semicolons and tabs are
    // what other locales separate cells with.
    quoted_match: /[\r\n;\t]/,
  });
}

function withoutFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
