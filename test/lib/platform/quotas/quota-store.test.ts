import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyQuota, QUOTAS } from '#lib/platform/quotas/daily-quota.ts';
import { secondsUntilTomorrow, takeQuota } from '#lib/platform/quotas/quota-store.ts';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { intercepting } from '#test/support/database-requests.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

// In the future, because the item would be expired otherwise.
const now = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 4, 4, 23, 59, 58));
const day = now.toISOString().slice(0, 10);

const readUsed = async (workspaceId: string) =>
  (await getItem(keys.quotaOfDay(workspaceId, day, 'MAILS')))?.used;

describe('takeQuota', () => {
  it('takes up to the limit and no more', async () => {
    const take = (amount: number) => takeQuota('w1', 'MAILS', { amount, limit: 10, now });
    expect(await take(7)).toBeUndefined();
    expect(await take(4)).toEqual({ left: 3 });
    expect(await take(3)).toBeUndefined();
    expect(await take(1)).toEqual({ left: 0 });
    expect(await readUsed('w1')).toBe(10);
  });

  it('never exceeds the limit under concurrency', async () => {
    const taken = await Promise.all(
      Array.from({ length: 30 }, () => takeQuota('w2', 'MAILS', { amount: 3, limit: 20, now })),
    );
    expect(taken.filter((refusal) => refusal === undefined)).toHaveLength(6);
    expect(await readUsed('w2')).toBe(18);
  });

  it('costs one write, or none for an amount above the limit', async () => {
    const commands: string[] = [];
    await intercepting(
      async ({ command, input }, send) => {
        commands.push(command);
        return await send(input);
      },
      async () => {
        await takeQuota('w3', 'MAILS', { amount: 1, limit: 10, now });
        expect(await takeQuota('w3', 'MAILS', { amount: 11, limit: 10, now })).toEqual({ left: 10 });
      },
    );
    expect(commands).toEqual(['UpdateItemCommand']);
  });

  it('counts per workspace, day and resource, in items that expire', async () => {
    const all = { amount: 5, limit: 5 };
    const tomorrow = new Date(now.getTime() + 3_000);
    expect(await takeQuota('w4', 'MAILS', { ...all, now })).toBeUndefined();
    expect(await takeQuota('w4', 'MAILS', { ...all, now: tomorrow })).toBeUndefined();
    expect(await takeQuota('w4', 'REQUESTS', { ...all, now })).toBeUndefined();
    expect(await takeQuota('w5', 'MAILS', { ...all, now })).toBeUndefined();
    const item = await getItem(keys.quotaOfDay('w4', day, 'MAILS'));
    expect(item).toMatchObject({ expiresAt: Math.floor(now.getTime() / 1_000) + 7 * 24 * 60 * 60 });
  });

  it('resets at midnight UTC', () => {
    expect(secondsUntilTomorrow(now)).toBe(2);
    expect(secondsUntilTomorrow(new Date('2026-05-04T00:00:00.000Z'))).toBe(24 * 60 * 60);
  });
});

describe('dailyQuota', () => {
  it.each([
    [{}, undefined, 1_000, undefined, 5_000 * 1_024 * 1_024],
    [
      {
        CHATS_PER_WORKSPACE_AND_DAY: '6',
        MAILS_PER_WORKSPACE_AND_DAY: '7',
        REQUESTS_PER_WORKSPACE_AND_DAY: '8',
        UPLOAD_MB_PER_WORKSPACE_AND_DAY: '2',
      },
      6,
      7,
      8,
      2_097_152,
    ],
    [
      { MAILS_PER_WORKSPACE_AND_DAY: '0', UPLOAD_MB_PER_WORKSPACE_AND_DAY: '0' },
      undefined,
      undefined,
      undefined,
      undefined,
    ],
  ])('reads %j', (env, chats, mails, requests, bytes) => {
    expect(QUOTAS.map((quota) => dailyQuota(quota, env))).toEqual([chats, mails, requests, bytes]);
  });
});
