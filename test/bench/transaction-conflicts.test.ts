import { afterEach, describe, expect, it, vi } from 'vitest';
import { transact } from '#lib/platform/store/dynamodb.ts';
import { intercepting } from '#test/support/database-requests.ts';
import {
  expectConflicts,
  longestWaitMs,
  RETRIES,
  simulateConflicts,
  transactionsPerSecondAt,
} from './transaction-conflicts.ts';

describe('The model of transaction conflicts', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it('retries as often, and waits as long, as the service', async () => {
    vi.stubEnv('TABLE_NAME', 'bots');
    vi.stubEnv('AWS_REGION', 'us-east-1');
    const waits: number[] = [];
    vi.spyOn(Math, 'random').mockReturnValue(1);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      waits.push(ms);
      queueMicrotask(run);
    }) as typeof setTimeout);
    let attempts = 0;
    const given = intercepting(
      () => {
        attempts += 1;
        const CancellationReasons = [{ Code: 'TransactionConflict' }];
        return Promise.reject(
          Object.assign(new Error('cancelled'), {
            name: 'TransactionCanceledException',
            CancellationReasons,
          }),
        );
      },
      () => transact([{ delete: { pk: 'STATS#b', sk: '2026-05-07#0' } }]),
    );
    await expect(given).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
    expect(attempts).toBe(RETRIES + 1);
    expect(waits).toStrictEqual(Array.from({ length: RETRIES }, (_, index) => longestWaitMs(index + 1)));
  });

  it('expects what the simulation shows, from no load to far too much', () => {
    for (const perSecond of [9, 30, 45, 90, 300]) {
      const expected = expectConflicts({ perSecond, holdMs: 10 });
      const seen = simulateConflicts({ perSecond, holdMs: 10, seconds: 20_000 / perSecond, seed: 5 });
      expect(Math.abs(seen.refused - expected.refused), `refused at ${perSecond}`).toBeLessThan(0.03);
      expect(Math.abs(seen.givenUp - expected.givenUp), `given up at ${perSecond}`).toBeLessThan(0.02);
      expect(seen.attempts / expected.attempts, `attempts at ${perSecond}`).toBeCloseTo(1, 1);
    }
  });

  it('simulates the same figures again with the same seed, and others with another', () => {
    const simulate = (seed: number) => simulateConflicts({ perSecond: 45, holdMs: 10, seconds: 100, seed });
    expect(simulate(1)).toStrictEqual(simulate(1));
    expect(simulate(1)).not.toStrictEqual(simulate(2));
  });

  it('has no conflicts without load, and refuses nearly everything under an endless one', () => {
    expect(expectConflicts({ perSecond: 0, holdMs: 10 })).toMatchObject({ attempts: 1, waitMs: 0 });
    const { refused, attempts } = expectConflicts({ perSecond: 1e6, holdMs: 10 });
    expect(refused).toBeGreaterThan(0.999);
    expect(attempts).toBeGreaterThan(8.99);
  });

  it('names the rate at which a given share is given up', () => {
    for (const givenUp of [0.0001, 0.001, 0.1]) {
      const perSecond = transactionsPerSecondAt(givenUp, 10);
      expect(expectConflicts({ perSecond, holdMs: 10 }).givenUp).toBeCloseTo(givenUp, 6);
    }
  });
});
