import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../../infra/config.ts';
import { CONFLICT_LIMITS } from '../../infra/monitoring/conflict-limits.ts';
import {
  ACCEPTED_GIVEN_UP,
  AWS,
  breakingPoint,
  CHAT,
  cellsFor,
  DESIGNS,
  HOLD_MS,
  limits,
  MAX_CHAT_REQUESTS_PER_SECOND,
  SPECIAL_CASES,
  settingsFor,
  transactionRates,
  utilisation,
} from './scale-model.ts';
import { expectConflicts } from './transaction-conflicts.ts';

const find = (id: string, all = limits()) => {
  const limit = all.find((candidate) => candidate.id === id);
  if (!limit) throw new Error(`There is no limit ${id}`);
  return limit;
};

describe('The model of scale', () => {
  it('says for every limit where it breaks', () => {
    for (const limit of limits()) {
      for (const bots of [1, 1_000]) {
        const chatsPerSecond = breakingPoint(limit, bots);
        expect(utilisation(limit, { chatsPerSecond, bots }), limit.id).toBeCloseTo(1, 6);
        expect(utilisation(limit, { chatsPerSecond: 2 * chatsPerSecond, bots })).toBeGreaterThan(1);
      }
    }
  });

  it.each([
    ['route', 50 / 8],
    ['highest-route', 10_000 / 8],
    ['gateway', 10_000 / 11],
    ['gateway-in-small-regions', 2_500 / 11],
    ['calls', 10_000 / 9],
    ['new-table-reads', 12_000 / 9],
    ['new-index', 4_000 / 3],
  ])('breaks the limit %s at one rate, however many bots there are', (id, expected) => {
    expect(breakingPoint(find(id), 1)).toBeCloseTo(expected, 6);
    expect(breakingPoint(find(id), 1_000)).toBeCloseTo(expected, 6);
  });

  it.each([
    ['index-partition', 1_000 / 3],
    ['claim', 3_000],
  ])('breaks the limit %s for each bot by itself', (id, expected) => {
    expect(breakingPoint(find(id), 1)).toBeCloseTo(expected, 3);
    expect(breakingPoint(find(id), 1_000)).toBeCloseTo(1_000 * expected, 0);
  });

  it("adds refused attempts to the write units of a bot's counters", () => {
    const limit = find('counters-partition');
    // Where hardly anything is given up, a = 1 / (1 − p) and p = 3λd / 10, so λ = 1 / (6 / 1,000 + 3d / 10).
    expect(breakingPoint(limit, 1)).toBeCloseTo(1 / (0.006 + 0.003), 1);
    expect(breakingPoint(limit, 1)).toBeLessThan(AWS.partitionWriteUnits.value / CHAT.counterWriteUnits);
  });

  it('calls the counters broken where the accepted share of turns is given up', () => {
    const chatsPerSecond = breakingPoint(find('conflicts'), 1);
    const perSecond = (3 * chatsPerSecond) / 10;
    expect(expectConflicts({ perSecond, holdMs: HOLD_MS }).givenUp).toBeCloseTo(ACCEPTED_GIVEN_UP, 6);
  });

  it('lets one busy bot take the concurrency of all others by its retries', () => {
    const alone = breakingPoint(find('concurrency'), 1);
    const spread = breakingPoint(find('concurrency'), 1_000);
    expect(spread / alone).toBeGreaterThan(5);
  });

  it('takes more conflicts the longer a transaction holds its items', () => {
    const [short, long] = [5, 20].map((holdMs) => breakingPoint(find('conflicts', limits({ holdMs })), 1));
    expect((short ?? 0) / (long ?? 1)).toBeCloseTo(4, 6);
  });

  it('breaks later with each change of design that it is meant for', () => {
    const [today, shards, partitions, stream, lists] = DESIGNS.map((design) => {
      const all = limits({ design });
      return (id: string) => breakingPoint(find(id, all), 1);
    });
    expect(shards?.('conflicts')).toBeCloseTo(10 * (today?.('conflicts') ?? 0), 3);
    expect(shards?.('counters-partition')).toBeLessThan(200);
    expect(partitions?.('counters-partition')).toBeGreaterThan(1_000);
    expect(stream?.('conflicts')).toBeGreaterThan(1e8);
    expect(stream?.('new-table')).toBeCloseTo(4_000 / 54.03, 1);
    expect(lists?.('index-partition')).toBeCloseTo(1_000, 3);
  });

  it('says when one bot sets off the alarm for conflicts', () => {
    const { conflicts, successes } = transactionRates({
      chatsPerSecond: SPECIAL_CASES.conflictAlarm(),
      bots: 1,
    });
    expect((100 * conflicts) / successes).toBeCloseTo(CONFLICT_LIMITS.percent, 1);
  });

  it('sets off the alarm for conflicts before callers notice them, but not before they notice anything', () => {
    const alarm = SPECIAL_CASES.conflictAlarm();
    const firstRefusal = breakingPoint(find('counters-partition'), 1);
    expect(alarm).toBeGreaterThan(firstRefusal);
    expect(alarm).toBeLessThan(breakingPoint(find('conflicts'), 1));
  });

  it.each([
    [10, false, 1],
    [532, false, 1],
    [534, false, 2],
    [181, true, 1],
    [182, true, 2],
    [10_000, false, 19],
  ])(
    'spreads %i chats a second so that no cell needs a quota raised (small regions: %s)',
    (rate, isSmall, cells) => {
      expect(cellsFor({ chatsPerSecond: rate, bots: 1_000 }, isSmall)).toBe(cells);
    },
  );

  it('knows how far the setting of the throttle goes', () => {
    expect(parseConfig({ chatRequestsPerSecond: MAX_CHAT_REQUESTS_PER_SECOND })).toBeDefined();
    expect(() => parseConfig({ chatRequestsPerSecond: MAX_CHAT_REQUESTS_PER_SECOND + 1 })).toThrow(
      ConfigError,
    );
  });

  it('names settings that carry the rate on many bots', () => {
    for (const chatsPerSecond of [1, 30, 300, 1_000]) {
      const settings = settingsFor(chatsPerSecond);
      const load = (id: string) => find(id).load({ chatsPerSecond, bots: 1_000 });
      expect(settings.chatRequestsPerSecond).toBeGreaterThan(load('route'));
      expect(settings.warmWriteUnitsPerSecond).toBeGreaterThan(load('new-table'));
      expect(settings.tableQuotaUnits).toBeGreaterThan(load('table-quota'));
      expect(settings.warmReadUnitsPerSecond).toBeGreaterThan(load('new-table-reads'));
      expect(settings.gatewayRequests).toBeGreaterThan(load('gateway'));
      expect(settings.lambdaConcurrency).toBeGreaterThan(load('concurrency'));
      expect(settings.lambdaConcurrency * AWS.lambdaRequestsPerInstance.value).toBeGreaterThan(load('calls'));
    }
  });
});
