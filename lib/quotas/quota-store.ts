import { ConditionFailed, updateItem } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';
import type { Quota } from './daily-quota.ts';

/** Long enough to see what was used, once somebody asks; then the table deletes it. */
const KEPT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Takes an amount of what is left of a workspace's day, or nothing. One conditional write: two requests cannot both take
 * the last of it.
 *
 * @returns what is left for others: undefined where it was taken
 */
export async function takeQuota(
  workspaceId: string,
  quota: Quota,
  { amount, limit, now = new Date() }: { amount: number; limit: number; now?: Date },
): Promise<{ left: number } | undefined> {
  if (amount > limit) return { left: limit };
  try {
    await updateItem(keys.quotaOfDay(workspaceId, now.toISOString().slice(0, 10), quota), {
      expression: 'ADD #used :amount SET expiresAt = :expiresAt',
      names: { '#used': 'used' },
      condition: 'attribute_not_exists(#used) OR #used <= :before',
      values: {
        ':amount': amount,
        ':before': limit - amount,
        ':expiresAt': Math.floor((now.getTime() + KEPT_DAYS * DAY_MS) / 1_000),
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return { left: Math.max(0, limit - Number(error.item?.used ?? 0)) };
  }
}

/** Seconds until the day of the quotas is over. */
export function secondsUntilTomorrow(now: Date): number {
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
}
