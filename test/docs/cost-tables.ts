import { withWrittenSection } from '#apps/reference/written-section.ts';
import { COST_ROWS, type CostRow } from './cost-rows.ts';
import { numberIn, tableUnder } from './page-tables.ts';

/* The tables of operations in docs/cost.md and docs/storage-schema.md, which `npm run docs` writes. */

const SOURCE = 'test/endpoints';

/** Writes the table of docs/cost.md: the operations that its users do, with the prices that the page states. */
export function withCostTable(page: string): string {
  const users = tableUnder(page, 'Four users');
  const price = readPrices(page);
  const table = renderTable(
    'Operation, Calls, Runs, MB, ms, Read units, Write units, Log bytes, Bytes sent, $ for 1,000',
    COST_ROWS.filter(({ operation }) => users.has(operation)).map((row) => [
      row.operation,
      row.calls,
      row.runs,
      row.memoryMb?.toString(),
      row.ms,
      row.readUnits,
      row.writeUnits,
      row.logBytes,
      row.bytesSent,
      formatThousand(row, price),
    ]),
  );
  return withWrittenSection(page, { name: 'operations', source: SOURCE }, table);
}

/**
 * Writes the table of docs/storage-schema.md.
 *
 * @param price of docs/cost.md
 */
export function withStorageCosts(page: string, price: Price): string {
  const rows = COST_ROWS.filter(({ requests }) => requests !== undefined);
  const table = renderTable(
    'Operation, Requests, Read units, Write units, $ for 1,000',
    rows.map((row) => [
      row.operation,
      row.requests,
      row.readUnits,
      row.writeUnits,
      formatThousand(row, price),
    ]),
  );
  return withWrittenSection(page, { name: 'costs', source: SOURCE }, table);
}

/** Formats the cost of 1,000 operations in dollars. Undefined if only their units are known. */
function formatThousand(row: CostRow, price: Price): string | undefined {
  if (row.logBytes === undefined) return undefined;
  const parts = Object.values(getCost(row, price));
  return (1_000 * parts.reduce((total, part) => total + part, 0)).toFixed(4);
}

/** Price in dollars of a single call, unit or byte. */
export type Price = (what: string) => number;

export function readPrices(page: string): Price {
  const prices = tableUnder(page, 'Prices');
  return (what) => numberIn(prices.get(what), '$') / numberIn(prices.get(what), 'For');
}

export type Cost = Record<'REST API' | 'Lambda' | 'DynamoDB' | 'Logs' | 'Sent', number>;

/** Calculates the cost in dollars of a single operation. */
export function getCost(row: CostRow, price: Price): Cost {
  const { calls = 0, runs = 0, memoryMb = 0, ms = 0, readUnits = 0, writeUnits = 0 } = row;
  return {
    'REST API': calls * price('REST API call'),
    Lambda:
      runs * price('Lambda request') + (memoryMb / 1_024) * (ms / 1_000) * price('Lambda GB-second, arm64'),
    DynamoDB: readUnits * price('Read unit') + writeUnits * price('Write unit'),
    Logs: (row.logBytes ?? 0) * price('Byte of log'),
    Sent: (row.bytesSent ?? 0) * price('Byte sent'),
  };
}

/** Renders a table, with nothing in the cells whose number is 0. */
function renderTable(head: string, rows: (string | number | undefined)[][]): string {
  const names = head.split(', ');
  const toLine = (cells: (string | number | undefined)[]) => `| ${cells.map(formatCell).join(' | ')} |`;
  return [toLine(names), `|${'---|'.repeat(names.length)}`, ...rows.map(toLine)].join('\n');
}

function formatCell(cell: string | number | undefined): string {
  return typeof cell === 'number' ? cell.toLocaleString('en-US') : (cell ?? '');
}
