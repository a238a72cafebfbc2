import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '#apps/local/database/database-environment.ts';
import { followChanges } from '#apps/local/follow-changes.ts';
import { findCostRegressions, readBaseline } from './baseline.ts';
import { type BenchService, startService } from './bench-service.ts';
import { OPERATIONS } from './operations.ts';
import { recordOperation } from './recorded-operation.ts';

/*
 * Holds the requests, units and bytes of the measured operations to the baseline, which `npm run bench -- --check` also
 * compares ratios with.
 */

let service: BenchService;

beforeAll(async () => {
  service = await startService();
  useDatabase(service.database.endpoint);
  followChanges();
});

afterAll(async () => {
  await service?.stop();
});

it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  '%s asks no more of the database than in the baseline',
  async (id, { api, prepare }) => {
    // The first call of an instance also reads what the later ones find in its caches.
    const [first, second] = await prepare(service, 2);
    if (!first || !second) throw new Error('An operation has as many calls as were asked for');
    await recordOperation(api, first);
    const { requests, readUnits, writeUnits, sentBytes, receivedBytes } = await recordOperation(api, second);
    const cost = { requests: requests.length, readUnits, writeUnits, sentBytes, receivedBytes };
    expect(findCostRegressions({ [id]: cost }, readBaseline()), JSON.stringify(cost)).toStrictEqual([]);
  },
);

it('an operation that asks for more is found', () => {
  const baseline = readBaseline();
  const [[id, { ratio: _, ...cost }] = [] as never] = Object.entries(baseline.operations);
  const worse = { ...cost, requests: cost.requests + 1, sentBytes: Math.ceil(cost.sentBytes * 1.06) };
  expect(findCostRegressions({ [id]: worse }, baseline)).toStrictEqual([
    expect.stringContaining(`${id}: requests is`),
    expect.stringContaining(`${id}: sentBytes is`),
  ]);
});
