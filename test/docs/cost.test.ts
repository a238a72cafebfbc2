import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { getResources } from '#test/support/deployed/template.ts';
import { COST_ROWS } from './cost-rows.ts';
import { type Cost, getCost, readPrices, withCostTable, withStorageCosts } from './cost-tables.ts';
import { numberIn, tableUnder } from './page-tables.ts';

/*
 * docs/cost.md contains prices, counts, and tables derived from them and from the fixtures of the endpoints.
 * `npm run docs` writes the tables of operations. This test recalculates the others: if a price changes, the failure
 * shows the new values.
 */

const document = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const cost = await document('cost.md');
const schema = await document('storage-schema.md');

const price = readPrices(cost);

const operations = tableUnder(cost, 'Operations');
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const dollars = (amount: number, digits: number) => amount.toFixed(digits);

describe('docs/cost.md', () => {
  it('has the tables of operations that `npm run docs` writes', () => {
    expect(cost).toBe(withCostTable(cost));
    expect(schema).toBe(withStorageCosts(schema, price));
  });

  it('uses the same units as docs/storage-schema.md', () => {
    const measured = tableUnder(schema, 'What it costs');
    const shared = [...operations].filter(([name]) => measured.has(name));
    expect(shared.length).toBeGreaterThanOrEqual(8);
    for (const [name, row] of shared) {
      for (const units of ['Read units', 'Write units']) {
        expect(numberIn(row, units), `${units} of ${name}`).toBe(numberIn(measured.get(name), units));
      }
    }
  });

  it('knows each operation once, and at least one of every endpoint, with the memory of its contract', () => {
    expect(new Set(COST_ROWS.map(({ operation }) => operation)).size).toBe(COST_ROWS.length);
    for (const { id, memoryMb } of endpoints) {
      const own = COST_ROWS.filter(({ functionId }) => functionId === id);
      expect(own.length, id).toBeGreaterThan(0);
      for (const row of own) expect(row.memoryMb, id).toBe(memoryMb);
    }
  });

  it('has what its users do, with the cost of 1,000 of each operation', () => {
    const users = tableUnder(cost, 'Four users');
    const counted = COST_ROWS.filter(({ operation }) => users.has(operation)).map(
      ({ operation }) => operation,
    );
    expect([...operations.keys()]).toStrictEqual(counted);
    // Three rows of the users are not operations: bots, conversations and the size of the table.
    expect(counted).toHaveLength(users.size - 3);
    // 1,000 calls, runs, 60 seconds at 1 GB, 12,000 write units, 1.64 MB of logs, and 9.8 MB sent.
    const parts = [0.0035, 0.001, 0.0075, 0.00082, 0.00088];
    expect(operations.get('import')?.get('$ for 1,000')).toBe(dollars(sum(parts), 4));
  });

  it.each(['Small', 'Growing', 'Middle', 'Large'])('calculates the firewalls of the %s user', (user) => {
    const counts = tableUnder(cost, 'Four users');
    const requests = { chat: 0, management: 0 };
    for (const { operation, functionId, calls = 0 } of COST_ROWS) {
      if (!counts.has(operation)) continue;
      // Preflights have no function. Those of the users are all for chats.
      const api = endpoints.find(({ id }) => id === functionId)?.api ?? 'chat';
      requests[api] += numberIn(counts.get(operation), user) * calls;
    }
    const monthly = tableUnder(cost, 'When nothing happens');
    const firewall = (name: string, count: number) =>
      dollars(numberIn(monthly.get(name), '$ a month') + count * price('Firewall request'), 2);
    const stated = [...tableUnder(cost, 'With firewalls')].map(([what, row]) => [what, row.get(user)]);
    expect(stated).toStrictEqual([
      ['Requests to the chat address', requests.chat.toLocaleString('en-US')],
      ['Chat firewall', firewall('Chat firewall', requests.chat)],
      ['Requests to the management address', requests.management.toLocaleString('en-US')],
      ['Management firewall', firewall('Management firewall', requests.management)],
    ]);
  });

  it('calculates what a warmer table costs once', () => {
    const [, writes = '', reads = '', stated = ''] = /([\d,]+) and ([\d,]+) cost ([\d.]+)\./.exec(cost) ?? [];
    const toNumber = (text: string) => Number(text.replaceAll(',', ''));
    const once =
      (toNumber(writes) - 4_000) * price('Warm write unit a second, once') +
      (toNumber(reads) - 12_000) * price('Warm read unit a second, once');
    expect(stated).toBe(dollars(once, 2));
  });

  it.each(['Small', 'Growing', 'Middle', 'Large'])('calculates the monthly cost of the %s user', (user) => {
    const counts = tableUnder(cost, 'Four users');
    const count = (what: string) => numberIn(counts.get(what), user);
    const done = COST_ROWS.filter(({ operation }) => counts.has(operation));
    const part = (name: keyof Cost) =>
      sum(done.map((row) => count(row.operation) * getCost(row, price)[name]));

    const calls = sum(done.map(({ operation, calls = 0 }) => count(operation) * calls));
    const gigabyteMonth = price('GB of table, a month') + price('GB of backup, a month');
    const month = {
      'REST API': part('REST API'),
      Lambda: part('Lambda'),
      DynamoDB: part('DynamoDB'),
      Logs: part('Logs'),
      'Sent, after 100 GB': Math.max(0, part('Sent') - 100e9 * price('Byte sent')),
      'Table and its backup, after a year': count('Table after a year, GB') * gigabyteMonth,
    };

    // X-Ray's default records a call a second and 5 % of the others.
    const seconds = 30 * 24 * 60 * 60;
    const traces = Math.min(calls, seconds) + 0.05 * Math.max(0, calls - seconds);
    const traced = Math.max(0, traces - 100_000) * price('Trace');
    if (traced > 0) expect(cost).toContain(dollars(traced, 2));

    const stated = [...tableUnder(cost, 'Their months')].map(([what, row]) => [what, row.get(user)]);
    expect(stated).toStrictEqual([
      ['Calls', calls.toLocaleString('en-US')],
      ...Object.entries(month).map(([what, amount]) => [what, dollars(amount, 2)]),
      ['Sum', dollars(sum(Object.values(month)), 2)],
    ]);
  });

  it('opens with the sums of these months', () => {
    const conversations = tableUnder(cost, 'Four users').get('Conversations');
    const month = tableUnder(cost, 'Their months').get('Sum');
    for (const user of ['Small', 'Growing', 'Middle']) {
      expect(cost).toContain(`\n| ${conversations?.get(user)} | ${month?.get(user)} |\n`);
    }
  });

  it('counts the alarms of the template, which cost less than $4 a month', async () => {
    const { template } = await sharedAssembly(EVERY_OPTION);
    const count = (type: string) => getResources(template, type).length;
    const watched = getResources(template, 'AWS::CloudWatch::Alarm').flatMap(
      ([, { Properties }]) =>
        Properties.Metrics?.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat) ?? [Properties],
    );
    const fromLogs = getResources(template, 'AWS::Logs::MetricFilter').flatMap(([, { Properties }]) =>
      Properties.MetricTransformations.map(({ MetricName }: { MetricName: string }) => MetricName),
    );
    const numbers = [watched.length, count('AWS::CloudWatch::CompositeAlarm'), new Set(fromLogs).size];
    const prices = [0.1, 0.5, 0.3];
    const sums = numbers.map((number, index) => number * (prices[index] ?? 0));
    const rows = [...tableUnder(cost, 'What the alarms cost').values()].map((row) =>
      [...row.values()].slice(1),
    );
    expect(rows).toStrictEqual([
      ...numbers.map((number, index) => [
        String(number),
        dollars(prices[index] ?? 0, 2),
        dollars(sums[index] ?? 0, 2),
      ]),
      ['', '', dollars(sum(sums), 2)],
    ]);
    expect(sum(sums)).toBeLessThan(4);
    // Each band counts as two metrics more.
    expect(count('AWS::CloudWatch::AnomalyDetector')).toBe(0);
  }, 240_000);
});
