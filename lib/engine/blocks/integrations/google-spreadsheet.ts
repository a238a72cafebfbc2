import * as z from 'zod';
import { lenientList } from '#lib/engine/model/block-options.ts';
import type { HttpResponse } from '#lib/engine/model/ports.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { toText } from '#lib/engine/services/service-request.ts';
import { once } from '#lib/platform/validation/once.ts';

/** Calls a Google API and returns the parsed response. */
export type GoogleApi = (method: 'GET' | 'POST', url: string, body?: unknown) => Promise<unknown>;

/** A row below the header: its 1-based number in the sheet, and its cells from left to right. */
export type SheetRow = { number: number; cells: string[] };

export type CellChange = { row: SheetRow; column: string; value: string };

const metadata = once(() =>
  z.object({
    properties: z.object({ title: z.string() }),
    sheets: lenientList(z.object({ properties: z.object({ sheetId: z.number(), title: z.string() }) })),
  }),
);
const valueRange = once(() => z.object({ values: lenientList(lenientList(z.coerce.string())) }));
const apiError = once(() => z.object({ error: z.object({ message: z.string() }) }));

/**
 * A sheet of a spreadsheet (https://developers.google.com/workspace/sheets/api/reference/rest). The first row
 * holds the column names.
 */
export class GoogleSheet {
  readonly spreadsheetTitle: string;
  readonly title: string;
  readonly #url: string;
  readonly #api: GoogleApi;

  private constructor(api: GoogleApi, url: string, spreadsheetTitle: string, title: string) {
    this.#api = api;
    this.#url = url;
    this.spreadsheetTitle = spreadsheetTitle;
    this.title = title;
  }

  static async open(api: GoogleApi, spreadsheetId: string, sheetId: string): Promise<GoogleSheet> {
    const url = `https://sheets.googleapis.com/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}`;
    const fields = 'properties.title,sheets.properties(sheetId,title)';
    const { properties, sheets } = metadata().parse(
      await api('GET', `${url}?fields=${encodeURIComponent(fields)}`),
    );
    const sheet = sheets.find((entry) => String(entry.properties.sheetId) === sheetId);
    if (!sheet) throw new Error(`"${properties.title}" has no sheet with id ${sheetId}`);
    return new GoogleSheet(api, url, properties.title, sheet.properties.title);
  }

  async header(): Promise<string[]> {
    return getHeader((await this.#values('!1:1'))[0]);
  }

  async rows(): Promise<{ header: string[]; rows: SheetRow[] }> {
    const [first, ...rows] = await this.#values('');
    return { header: getHeader(first), rows: rows.map((cells, index) => ({ number: index + 2, cells })) };
  }

  /** Appends a row. */
  async append(cells: string[]): Promise<void> {
    await this.#api(
      'POST',
      `${this.#rangeUrl('!A1')}:append?valueInputOption=USER_ENTERED&insertDataOption=INSERT_ROWS`,
      { values: [cells] },
    );
  }

  /** Updates all cells in one request. Unknown columns are ignored. */
  async change(header: string[], changes: CellChange[]): Promise<void> {
    const data = changes.flatMap(({ row, column, value }) => {
      const index = header.indexOf(column);
      if (index === -1) return [];
      return [{ range: this.#range(`!${columnLetters(index)}${row.number}`), values: [[value]] }];
    });
    if (data.length === 0) return;
    await this.#api('POST', `${this.#url}/values:batchUpdate`, { valueInputOption: 'USER_ENTERED', data });
  }

  async #values(cells: string): Promise<string[][]> {
    return valueRange().parse(await this.#api('GET', this.#rangeUrl(cells))).values;
  }

  #rangeUrl(cells: string): string {
    return `${this.#url}/values/${encodeURIComponent(this.#range(cells))}`;
  }

  #range(cells: string): string {
    return `'${this.title.replaceAll("'", "''")}'${cells}`;
  }
}

function getHeader(cells: string[] | undefined): string[] {
  return (cells ?? []).map((name) => name.trim());
}

/** A, B, …, Z, AA, AB, … */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26);
  return `${before > 0 ? columnLetters(before - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

/** Parses a Google API response. */
export function parseGoogleResponse(response: HttpResponse): unknown {
  const { status } = response;
  const value = parseJsonValue(toText(response));
  if (status >= 200 && status < 300) return value;
  const parsed = apiError().safeParse(value);
  throw new Error(parsed.success ? parsed.data.error.message : `Google responded with status ${status}`);
}
