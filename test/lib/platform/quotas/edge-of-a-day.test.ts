import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { countChat } from '#lib/platform/quotas/count-chat.ts';
import { dailyQuota, type Quota } from '#lib/platform/quotas/daily-quota.ts';
import { forgetLeases, takeLeased } from '#lib/platform/quotas/leased-quota.ts';
import { secondsUntilTomorrow, takeQuota } from '#lib/platform/quotas/quota-store.ts';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';
import { uniqueName } from '#test/support/unique-name.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

let workspaceId: string;
beforeEach(() => {
  workspaceId = uniqueName('workspace');
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetLeases();
});

/** Midnight of a day to come, because counters of the past are expired. */
const MIDNIGHT = Date.UTC(new Date().getUTCFullYear() + 1, 4, 5);
/** A time this many milliseconds after midnight. */
const at = (ms: number) => new Date(MIDNIGHT + ms);
const TODAY = at(-1);
const TOMORROW = at(0);

const readUsed = async (quota: Quota, now: Date) =>
  Number((await getItem(keys.quotaOfDay(workspaceId, now.toISOString().slice(0, 10), quota)))?.used ?? 0);

/** Takes one after the other. Returns how many were allowed. */
async function takeAt(times: readonly Date[], quota: Quota = 'CHATS'): Promise<number> {
  let taken = 0;
  for (const now of times) if (await takeLeased(workspaceId, quota, now)) taken += 1;
  return taken;
}

describe('around midnight UTC', () => {
  it('the last millisecond belongs to the day before', async () => {
    const all = { amount: 5, limit: 5 };
    expect(await takeQuota(workspaceId, 'MAILS', { ...all, now: at(-1) })).toBeUndefined();
    expect(await takeQuota(workspaceId, 'MAILS', { ...all, now: at(-1) })).toEqual({ left: 0 });
    expect(await takeQuota(workspaceId, 'MAILS', { ...all, now: at(0) })).toBeUndefined();
    expect(await takeQuota(workspaceId, 'MAILS', { ...all, now: at(0) })).toEqual({ left: 0 });
  });

  it('tells when to come back: never before midnight, and never "now"', () => {
    const waits = [-1_001, -1_000, -999, -1, 0, 1].map((ms) => secondsUntilTomorrow(at(ms)));
    expect(waits).toEqual([2, 1, 1, 1, 86_400, 86_400]);
  });

  it('a refused start says how long the day lasts in which it began', async () => {
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '1');
    await countChat(workspaceId, at(-500));
    await expect(countChat(workspaceId, at(-500))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterSeconds: 1,
    });
    await countChat(workspaceId, at(500));
  });

  it.each([
    ['CHATS', 'CHATS_PER_WORKSPACE_AND_DAY'],
    ['REQUESTS', 'REQUESTS_PER_WORKSPACE_AND_DAY'],
  ] as const)('a burst of %s gets the limit of each day, however it is ordered', async (quota, variable) => {
    vi.stubEnv(variable, '20');
    // Requests that began before midnight end among those that began after it.
    const times = Array.from({ length: 120 }, (_, n) => at(n % 2 === 0 ? -1 - n : n));
    const taken = await Promise.all(times.map((now) => takeLeased(workspaceId, quota, now)));
    expect(taken.filter(Boolean)).toHaveLength(40);
    expect([await readUsed(quota, TODAY), await readUsed(quota, TOMORROW)]).toEqual([20, 20]);
  });

  it('loses no block when requests of two days take turns', async () => {
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '10000');
    expect(await takeAt(Array.from({ length: 100 }, (_, n) => at(n % 2 === 0 ? -1 : 1)))).toBe(100);
    expect([await readUsed('CHATS', TODAY), await readUsed('CHATS', TOMORROW)]).toEqual([100, 100]);
  });

  it('a clock that is set back goes on with the block of the day that it shows', async () => {
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '10000');
    expect(await takeAt([at(-1), at(1), at(-1), at(1), at(-5_000)])).toBe(5);
    expect([await readUsed('CHATS', TODAY), await readUsed('CHATS', TOMORROW)]).toEqual([100, 100]);
  });

  it('nothing that is left of a day can be used on the next', async () => {
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '500');
    expect(await takeAt([at(-1)])).toBe(1);
    expect(await takeAt(Array.from({ length: 600 }, () => at(0)))).toBe(500);
  });

  it('instances whose clocks differ by seconds share the limit of each day', async () => {
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '30');
    let taken = 0;
    for (const skewMs of [-4_000, -2_000, 0, 2_000, 4_000]) {
      // Each instance has leases of its own.
      forgetLeases();
      taken += await takeAt(Array.from({ length: 40 }, (_, n) => at(skewMs - 1_000 + 50 * n)));
    }
    expect(taken).toBeLessThanOrEqual(60);
    expect(await readUsed('CHATS', TODAY)).toBeLessThanOrEqual(30);
    expect(await readUsed('CHATS', TOMORROW)).toBeLessThanOrEqual(30);
  });

  it('keeps no leases of days that are over', async () => {
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '10000');
    const DAY_MS = 24 * 60 * 60 * 1_000;
    await takeAt([at(0), at(DAY_MS), at(2 * DAY_MS)]);
    // The block of the first day is gone: this takes another one.
    await takeAt([at(0)]);
    expect(await readUsed('CHATS', at(0))).toBe(200);
  });

  it('counters outlive their day by almost a week, also if a clock was behind', async () => {
    for (const now of [at(-1), at(-20_000)]) {
      await takeQuota(workspaceId, 'MAILS', { amount: 1, limit: 5, now });
    }
    const item = await getItem(keys.quotaOfDay(workspaceId, TODAY.toISOString().slice(0, 10), 'MAILS'));
    expect(Number(item?.expiresAt) * 1_000).toBeGreaterThan(MIDNIGHT + 6.9 * 24 * 60 * 60 * 1_000);
  });
});

describe('attempts that the SDK repeats', () => {
  const lostResponse = {
    when: ({ text }: { text: string }) => text.includes('QUOTA#'),
    error: databaseError('TimeoutError', { $retryable: { throttling: false } }),
    times: 1,
    isCarriedOut: true,
  };

  it('count once if the response was lost', async () => {
    const { value, failures } = await failing(
      lostResponse,
      () => takeQuota(workspaceId, 'MAILS', { amount: 2, limit: 10, now: TOMORROW }),
      'attempt',
    );
    expect([value, failures, await readUsed('MAILS', TOMORROW)]).toEqual([undefined, 1, 2]);
  });

  it('are not refused because they themselves took the last', async () => {
    const { value, failures } = await failing(
      lostResponse,
      () => takeQuota(workspaceId, 'MAILS', { amount: 10, limit: 10, now: TOMORROW }),
      'attempt',
    );
    expect([value, failures, await readUsed('MAILS', TOMORROW)]).toEqual([undefined, 1, 10]);
    expect(await takeQuota(workspaceId, 'MAILS', { amount: 1, limit: 10, now: TOMORROW })).toEqual({
      left: 0,
    });
  });
});

describe('a limit that is changed during the day', () => {
  const take = (limit: number, amount = 1) =>
    takeQuota(workspaceId, 'MAILS', { amount, limit, now: TOMORROW });

  it('counts from then on, with what was used before', async () => {
    expect(await take(100, 60)).toBeUndefined();
    expect(await take(50)).toEqual({ left: 0 });
    expect(await take(61)).toBeUndefined();
    expect(await take(61)).toEqual({ left: 0 });
    expect(await take(200, 139)).toBeUndefined();
    expect(await readUsed('MAILS', TOMORROW)).toBe(200);
  });

  it('counts for instances that hold a block of the old one, or have seen the end of the day', async () => {
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '10000');
    expect(await takeAt([TOMORROW])).toBe(1);
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '100');
    expect(await takeAt([TOMORROW, TOMORROW])).toBe(0);
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '103');
    expect(await takeAt(Array.from({ length: 9 }, () => TOMORROW))).toBe(3);
  });
});

describe('limits of any size', () => {
  it.each([
    ['0', undefined],
    ['00', undefined],
    ['1', 1],
    ['1000000000', 1_000_000_000],
    ['', 1_000],
  ])('%j mails a day', (MAILS_PER_WORKSPACE_AND_DAY, expected) => {
    expect(dailyQuota('MAILS', { MAILS_PER_WORKSPACE_AND_DAY })).toBe(expected);
  });

  // Each of them used to mean no limit, or none that the database could count to.
  it.each([
    '-1',
    'none',
    '1,000',
    '1.5',
    '1e3',
    'Infinity',
    'NaN',
    ' 5',
    '0x10',
    '1000000001',
    '9'.repeat(400),
  ])('refuses the setting %j', (value) => {
    expect(() => dailyQuota('MAILS', { MAILS_PER_WORKSPACE_AND_DAY: value })).toThrow(
      'MAILS_PER_WORKSPACE_AND_DAY must be a whole number up to 1000000000, 0 for no limit, not "',
    );
  });

  it('counts the largest limit to the byte', async () => {
    const limit = dailyQuota('UPLOAD_BYTES', { UPLOAD_MB_PER_WORKSPACE_AND_DAY: '1000000000' });
    if (limit === undefined) throw new Error('This limit exists');
    const take = (amount: number) => takeQuota(workspaceId, 'UPLOAD_BYTES', { amount, limit, now: TOMORROW });
    expect(await take(limit - 1)).toBeUndefined();
    expect(await take(2)).toEqual({ left: 1 });
    expect(await take(1)).toBeUndefined();
    expect(await take(1)).toEqual({ left: 0 });
    expect(await readUsed('UPLOAD_BYTES', TOMORROW)).toBe(limit);
  });

  it('a limit of one is one, for a hundred at once', async () => {
    vi.stubEnv('CHATS_PER_WORKSPACE_AND_DAY', '1');
    const taken = await Promise.all(
      Array.from({ length: 100 }, () =>
        takeQuota(workspaceId, 'MAILS', { amount: 1, limit: 1, now: TOMORROW }),
      ),
    );
    expect(taken.filter((refusal) => refusal === undefined)).toHaveLength(1);
    const leased = await Promise.all(
      Array.from({ length: 100 }, () => takeLeased(workspaceId, 'CHATS', TOMORROW)),
    );
    expect(leased.filter(Boolean)).toHaveLength(1);
  });
});
