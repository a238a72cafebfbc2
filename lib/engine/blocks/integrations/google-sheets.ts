import * as z from 'zod';
import { GOOGLE_SHEETS } from '#lib/blocks/integrations/google-sheets.ts';
import type { ActionModule, BlockContext } from '#lib/engine/model/block-module.ts';
import {
  lenientList,
  optionalEnum,
  optionalObject,
  optionalText,
  readOptions,
} from '#lib/engine/model/block-options.ts';
import { blockCredentials } from '#lib/engine/services/block-credentials.ts';
import { getWaitingTimeMs } from '#lib/engine/services/waiting-time.ts';
import { once } from '#lib/platform/validation/once.ts';
import { fetchGoogleAccessToken } from './google-access-token.ts';
import { type GoogleApi, GoogleSheet, parseGoogleResponse, type SheetRow } from './google-spreadsheet.ts';
import { findMatchingRows, rowTest } from './sheet-filter.ts';

const cell = once(() => z.object({ column: optionalText, value: optionalText }));

export const googleSheetsOptions = once(() =>
  z.object({
    action: optionalText,
    spreadsheetId: optionalText,
    sheetId: optionalText,
    cellsToInsert: lenientList(cell()),
    cellsToUpsert: lenientList(cell()),
    cellsToExtract: lenientList(z.object({ column: optionalText, variableId: optionalText })),
    filter: optionalObject({ logicalOperator: optionalText, comparisons: z.unknown().optional() }),
    totalRowsToExtract: optionalEnum(['All', 'First', 'Last', 'Random']),
  }),
);

export type GoogleSheetsOptions = z.output<ReturnType<typeof googleSheetsOptions>>;

/**
 * Reads and writes spreadsheet rows. Failures do not stop the flow. (Deviation: in Typebot, failed
 * credentials end the flow when reading.)
 */
export const googleSheetsBlock: ActionModule = {
  kind: 'integration',
  type: 'Google Sheets',
  async run(block, context) {
    const options = readOptions(googleSheetsOptions(), block.options);
    const action = Object.hasOwn(ACTIONS, options.action ?? '') ? ACTIONS[options.action ?? ''] : undefined;
    if (!action) return {};
    const { spreadsheetId, sheetId } = options;
    try {
      const credentials = await blockCredentials(block, context, GOOGLE_SHEETS);
      if (!credentials || !spreadsheetId) {
        context.log({ status: 'error', description: 'Missing credentialsId or spreadsheetId' });
        return {};
      }
      if (!sheetId || !action.hasCells(options)) return {};
      const api = googleApi(credentials, context);
      await action.run(await GoogleSheet.open(api, spreadsheetId, sheetId), options, context);
    } catch (error) {
      context.log({ status: 'error', description: getMessage(error), context: action.context });
    }
    return {};
  },
};

type SheetAction = {
  /** Log context of a failure. */
  context: string;
  hasCells(options: GoogleSheetsOptions): boolean;
  run(sheet: GoogleSheet, options: GoogleSheetsOptions, context: BlockContext): Promise<void>;
};

const ACTIONS: Record<string, SheetAction> = {
  'Insert a row': {
    context: 'While inserting row in spreadsheet',
    hasCells: ({ cellsToInsert }) => cellsToInsert.length > 0,
    run: insertRow,
  },
  'Update a row': {
    context: 'While updating row in spreadsheet',
    hasCells: ({ cellsToUpsert }) => cellsToUpsert.length > 0,
    run: updateRows,
  },
  'Get data from sheet': {
    context: 'While getting spreadsheet row',
    hasCells: ({ cellsToExtract }) => cellsToExtract.length > 0,
    run: getRows,
  },
};

async function insertRow(sheet: GoogleSheet, { cellsToInsert }: GoogleSheetsOptions, context: BlockContext) {
  const values = fillCells(cellsToInsert, context);
  const header = await sheet.header();
  logMissingColumns([...values.keys()], header, 'While inserting row in spreadsheet', context);
  await sheet.append(header.map((column) => values.get(column) ?? ''));
  // Typo kept: clients expect this text.
  const description = `Succesfully inserted row in ${sheet.spreadsheetTitle} > ${sheet.title}`;
  context.log({ status: 'success', description });
}

async function updateRows(sheet: GoogleSheet, options: GoogleSheetsOptions, context: BlockContext) {
  const test = rowTest(options.filter, context);
  const { header, rows } = await sheet.rows();
  // Without a filter, no row is updated, so that a forgotten filter does not change them all.
  const matching = test ? findMatchingRows(rows, header, test) : [];
  if (matching.length === 0) {
    context.log({ status: 'info', description: 'Could not find any row that matches the filter' });
    return;
  }
  const values = [...fillCells(options.cellsToUpsert, context)];
  const columns = values.map(([column]) => column);
  logMissingColumns(columns, header, 'While updating row in spreadsheet', context);
  await sheet.change(
    header,
    matching.flatMap((row) => values.map(([column, value]) => ({ row, column, value }))),
  );
  context.log({ status: 'success', description: 'Succesfully updated matching rows' });
}

async function getRows(sheet: GoogleSheet, options: GoogleSheetsOptions, context: BlockContext) {
  const test = rowTest(options.filter, context);
  const { header, rows } = await sheet.rows();
  const matching = test ? findMatchingRows(rows, header, test) : rows;
  const wanted = pickWantedRows(matching, options.totalRowsToExtract, context);
  const [first] = wanted;
  if (!first) {
    context.log({ status: 'info', description: "Couldn't find any rows matching the filter" });
    return;
  }
  const columns = options.cellsToExtract.flatMap(({ column }) => column ?? []);
  logMissingColumns(columns, header, 'While getting spreadsheet row', context);
  for (const { column, variableId } of options.cellsToExtract) {
    if (column === undefined) continue;
    const index = header.indexOf(column);
    const values = wanted.map(({ cells }) => cells[index] ?? null);
    context.set(variableId, wanted.length === 1 ? values[0] : values);
  }
}

/** Logs columns that the sheet does not have. Their values are left out. */
function logMissingColumns(
  columns: readonly string[],
  header: readonly string[],
  doing: string,
  context: BlockContext,
): void {
  const missing = [...new Set(columns.filter((column) => !header.includes(column)))];
  if (missing.length === 0) return;
  const names = missing.map((column) => `"${column}"`).join(', ');
  context.log({ status: 'error', description: `The sheet has no column ${names}`, context: doing });
}

function pickWantedRows(
  rows: SheetRow[],
  which: GoogleSheetsOptions['totalRowsToExtract'],
  { ports }: BlockContext,
) {
  switch (which) {
    case 'First':
      return rows.slice(0, 1);
    case 'Last':
      return rows.slice(-1);
    case 'Random': {
      const index = Math.floor(ports.random() * rows.length);
      return rows.slice(index, index + 1);
    }
    default:
      return rows;
  }
}

/** Maps columns to values. Cells without a column or a value are dropped. */
function fillCells(cells: GoogleSheetsOptions['cellsToInsert'], context: BlockContext): Map<string, string> {
  return new Map(
    cells.flatMap(({ column, value }): [string, string][] =>
      column === undefined || !value ? [] : [[column, toEnteredValue(value, context)]],
    ),
  );
}

/**
 * Parses a cell as if typed in by the author, so that numbers and dates are recognized. Formulas that come
 * from a variable are prefixed with an apostrophe, which makes them text. (Deviation: Typebot lets
 * respondents enter formulas.)
 */
function toEnteredValue(template: string, context: BlockContext): string {
  const value = context.render(template);
  return /^[=+]/.test(value) && !/^[=+]/.test(template) ? `'${value}` : value;
}

const REQUEST_TIMEOUT_MS = 10_000;

function googleApi(
  credentials: Parameters<typeof fetchGoogleAccessToken>[0],
  { ports }: BlockContext,
): GoogleApi {
  const timeoutMs = () => getWaitingTimeMs(REQUEST_TIMEOUT_MS, ports);
  return async (method, url, body) => {
    const nowMs = ports.now().getTime();
    const token = await fetchGoogleAccessToken(credentials, ports.http, { nowMs, timeoutMs: timeoutMs() });
    const response = await ports.http({
      url,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs: timeoutMs(),
    });
    return parseGoogleResponse(response);
  };
}

function getMessage(error: unknown): string {
  if (error instanceof z.ZodError) return 'Google sent an unexpected response';
  return error instanceof Error ? error.message : String(error);
}
