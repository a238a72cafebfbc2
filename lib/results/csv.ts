import { stringify } from 'csv-stringify/sync';

/** Excel reads UTF-8 as such only with it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A row by RFC 4180, its line break included. A cell that a spreadsheet would take for a formula (it begins with = +
 * - @ TAB or CR) gets an apostrophe in front.
 * Source: OWASP, CSV Injection.
 */
export function csvRow(cells: string[]): string {
  return stringify([cells], {
    record_delimiter: 'windows',
    escape_formulas: true,
    // With CRLF between records the library would leave a single CR or LF in a cell unquoted.
    quoted_match: /[\r\n]/,
  });
}
