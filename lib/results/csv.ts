import { stringify } from 'csv-stringify/sync';

/** Without it, Excel does not recognize UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches text that a spreadsheet could read as a formula, because its first significant character is an
 * ASCII or full-width = + - or @. The characters skipped before that are those that spreadsheets strip on
 * import (white space, control and invisible characters) and those that some take for the end of a cell
 * (quotes, commas, semicolons, pipes). A tab or a line break at the start is dangerous on its own.
 *
 * Source: OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}"',;|]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/**
 * Formats a row as in RFC 4180, including its line break. A cell that a spreadsheet could take for a formula
 * gets a leading apostrophe.
 */
export function csvRow(cells: string[]): string {
  return stringify([cells.map(withoutFormula)], {
    record_delimiter: 'windows',
    // With CRLF between records, the library leaves a single CR or LF in a cell unquoted. Other locales
    // separate cells with semicolons or tabs.
    quoted_match: /[\r\n;\t]/,
  });
}

function withoutFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
