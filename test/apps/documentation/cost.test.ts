import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#lib/endpoints.ts';

/*
 * docs/cost.md states prices, assumptions and counts, and tables that follow from them. This test calculates
 * those tables again. When a price or an assumption changes, the failure shows what the table has to be.
 */

const document = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const cost = await document('cost.md');
const schema = await document('storage-schema.md');

type Row = Map<string, string>;

/** The first table under a heading: its rows, by the words in the first column. */
function tableUnder(heading: string, text = cost): Map<string, Row> {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const lines = section?.match(/^\|.*\|$(\n^\|.*\|$)*/m)?.[0].split('\n') ?? [];
  const parseCells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head = [], , ...rows] = lines.map(parseCells);
  return new Map(
    rows.map((cells) => [cells[0] ?? '', new Map(head.map((name, index) => [name, cells[index] ?? '']))]),
  );
}

/** `10,000` is 10000. An empty cell is 0. */
const numberIn = (row: Row | undefined, column: string) => {
  const text = row?.get(column);
  if (text === undefined) throw new Error(`There is no column ${column}`);
  return Number(text.replaceAll(',', ''));
};

const prices = tableUnder('Prices');
/** Dollars for one call, one unit or one byte. */
const price = (what: string) => numberIn(prices.get(what), '$') / numberIn(prices.get(what), 'For');

type Cost = Record<'REST API' | 'Lambda' | 'DynamoDB' | 'Logs' | 'Sent', number>;

/** Dollars for one operation. */
function getCost(operation: Row): Cost {
  const of = (column: string) => numberIn(operation, column);
  return {
    'REST API': of('Calls') * price('REST API call'),
    Lambda:
      of('Runs') * price('Lambda request') +
      (of('MB') / 1_024) * (of('ms') / 1_000) * price('Lambda GB-second, arm64'),
    DynamoDB: of('Read units') * price('Read unit') + of('Write units') * price('Write unit'),
    Logs: of('Log bytes') * price('Byte of log'),
    Sent: of('Bytes sent') * price('Byte sent'),
  };
}

const operations = tableUnder('Operations');
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const dollars = (amount: number, digits: number) => amount.toFixed(digits);

describe('docs/cost.md', () => {
  it('has the units that docs/storage-schema.md has measured', () => {
    const measured = tableUnder('What it costs', schema);
    const shared = [...operations].filter(([name]) => measured.has(name));
    expect(shared.length).toBeGreaterThanOrEqual(8);
    for (const [name, row] of shared) {
      for (const units of ['Read units', 'Write units']) {
        expect(numberIn(row, units), `${units} of ${name}`).toBe(numberIn(measured.get(name), units));
      }
    }
  });

  it('has the memory that the contracts give', () => {
    for (const { id, memoryMb } of endpoints) {
      const own = [...operations.values()].filter((row) => row.get('Function') === `\`${id}\``);
      expect(own.length, id).toBeGreaterThan(0);
      for (const row of own) expect(numberIn(row, 'MB'), id).toBe(memoryMb);
    }
  });

  it('calculates 1,000 of each operation correctly', () => {
    const stated = tableUnder('What 1,000 cost');
    expect([...stated.keys()]).toStrictEqual([...operations.keys()]);
    for (const [name, operation] of operations) {
      const parts = getCost(operation);
      const expected = [
        name,
        ...Object.values(parts).map((part) => dollars(1_000 * part, 5)),
        dollars(1_000 * sum(Object.values(parts)), 4),
      ];
      expect([...(stated.get(name)?.values() ?? [])]).toStrictEqual(expected);
    }
  });

  it.each(['Small', 'Middle', 'Large'])('calculates the month of the %s user correctly', (user) => {
    const counts = tableUnder('Three users');
    const count = (what: string) => numberIn(counts.get(what), user);
    const done = [...operations].filter(([name]) => counts.has(name));
    const part = (name: keyof Cost) =>
      sum(done.map(([operation, row]) => count(operation) * getCost(row)[name]));

    const calls = sum(done.map(([operation, row]) => count(operation) * numberIn(row, 'Calls')));
    const seconds = 30 * 24 * 60 * 60;
    const traces = Math.min(calls, seconds) + 0.05 * Math.max(0, calls - seconds);
    const gigabyteMonth = price('GB of table, a month') + price('GB of backup, a month');
    const month = {
      'REST API': part('REST API'),
      Lambda: part('Lambda'),
      DynamoDB: part('DynamoDB'),
      Logs: part('Logs'),
      'Sent, after 100 GB': Math.max(0, part('Sent') - 100e9 * price('Byte sent')),
      'Traces, after 100,000': Math.max(0, traces - 100_000) * price('Trace'),
      'Table and its backup, after a year': count('Table after a year, GB') * gigabyteMonth,
    };

    const stated = [...tableUnder('Their months')].map(([what, row]) => [what, row.get(user)]);
    expect(stated).toStrictEqual([
      ['Calls', calls.toLocaleString('en-US')],
      ...Object.entries(month).map(([what, amount]) => [what, dollars(amount, 2)]),
      ['Sum', dollars(sum(Object.values(month)), 2)],
    ]);
  });
});
