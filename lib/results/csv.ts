import { stringify } from 'csv-stringify/sync';

/** Excel needs a byte order mark to recognize UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches text that a spreadsheet could read as a formula: its first significant character is an ASCII or
 * full-width = + - or @. Skips characters that spreadsheets strip on import (white space, control and invisible
 * characters) or may treat as the end of a cell (quotes, commas, semicolons, pipes). A leading tab or line break
 * is dangerous on its own.
 *
 * Source: OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}"',;|]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** Matches a phone number as chats store it. A spreadsheet reads it as text or as a number, and runs nothing. */
const PHONE_NUMBER = /^\+[0-9]{5,15}$/;

/**
 * Formats a row according to RFC 4180, including its line break. Cells that a spreadsheet could read as a
 * formula are prefixed with an apostrophe, but phone numbers are not.
 */
export function csvRow(cells: string[]): string {
  return stringify([cells.map(withoutFormula)], {
    record_delimiter: 'windows',
    // With CRLF as the record delimiter, the library does not quote cells that contain a lone CR or LF.
    // Semicolons and tabs are cell separators in some locales.
    quoted_match: /[\r\n;\t]/,
  });
}

function withoutFormula(cell: string): string {
  return FORMULA.test(cell) && !PHONE_NUMBER.test(cell) ? `'${cell}` : cell;
}
