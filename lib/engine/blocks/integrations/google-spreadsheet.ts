import * as z from 'zod';
import { listOf } from '#lib/engine/model/block-options.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';

/** A call of Google's API, which responds with JSON. */
export type GoogleApi = (method: 'GET' | 'POST', url: string, body?: unknown) => Promise<unknown>;

/** A row under the header: its number in the sheet, counted from 1, and its cells from the left. */
export type SheetRow = { number: number; cells: string[] };

export type CellChange = { row: SheetRow; column: string; value: string };

const metadata = z.object({
  properties: z.object({ title: z.string() }),
  sheets: listOf(z.object({ properties: z.object({ sheetId: z.number(), title: z.string() }) })),
});
const valueRange = z.object({ values: listOf(listOf(z.coerce.string())) });
const apiError = z.object({ error: z.object({ message: z.string() }) });

/**
 * One sheet of a spreadsheet, through its API
 * (https://developers.google.com/workspace/sheets/api/reference/rest). The first row has the names of the
 * columns.
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
    const { properties, sheets } = metadata.parse(
      await api('GET', `${url}?fields=${encodeURIComponent(fields)}`),
    );
    const sheet = sheets.find((entry) => String(entry.properties.sheetId) === sheetId);
    if (!sheet) throw new Error(`There is no sheet ${sheetId} in "${properties.title}"`);
    return new GoogleSheet(api, url, properties.title, sheet.properties.title);
  }

  async header(): Promise<string[]> {
    return getHeader((await this.#values('!1:1'))[0]);
  }

  async rows(): Promise<{ header: string[]; rows: SheetRow[] }> {
    const [first, ...rows] = await this.#values('');
    return { header: getHeader(first), rows: rows.map((cells, index) => ({ number: index + 2, cells })) };
  }

  /** Adds a row below all others. */
  async append(cells: string[]): Promise<void> {
    await this.#api(
      'POST',
      `${this.#rangeUrl('!A1')}:append?valueInputOption=USER_ENTERED&insertDataOption=INSERT_ROWS`,
      { values: [cells] },
    );
  }

  /** Changes all cells in one request. Columns that the sheet does not have are left out. */
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
    return valueRange.parse(await this.#api('GET', this.#rangeUrl(cells))).values;
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

/** The JSON of a response of Google's API. */
export function googleAnswer(status: number, body: Uint8Array): unknown {
  const value = parseJsonValue(new TextDecoder().decode(body));
  if (status >= 200 && status < 300) return value;
  const parsed = apiError.safeParse(value);
  throw new Error(parsed.success ? parsed.data.error.message : `Google responded with status ${status}`);
}
