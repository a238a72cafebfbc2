import { createId } from '#lib/platform/store/create-id.ts';
import { ConditionFailedError, updateItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import type { Quota } from './daily-quota.ts';

/** Number of days for which a counter is kept, so that past usage can be looked up. */
const KEPT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Takes an amount from a workspace's daily quota, all or nothing, in one conditional write. Two racing requests
 * cannot both take the last of the quota. If the response is lost, the SDK's next attempt does not count again, unless
 * another request has counted in between.
 *
 * @returns undefined if the amount was taken, otherwise how much is left
 */
export async function takeQuota(
  workspaceId: string,
  quota: Quota,
  { amount, limit, now = new Date() }: { amount: number; limit: number; now?: Date },
): Promise<{ left: number } | undefined> {
  if (amount > limit) return { left: limit };
  const writeId = createId();
  try {
    await updateItem(keys.quotaOfDay(workspaceId, now.toISOString().slice(0, 10), quota), {
      expression: 'ADD #used :amount SET expiresAt = :expiresAt, writeId = :writeId',
      names: { '#used': 'used' },
      condition:
        'attribute_not_exists(#used) OR (#used <= :before AND (attribute_not_exists(writeId) OR writeId <> :writeId))',
      values: {
        ':amount': amount,
        ':writeId': writeId,
        ':before': limit - amount,
        ':expiresAt': Math.floor((now.getTime() + KEPT_DAYS * DAY_MS) / 1_000),
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // An earlier attempt succeeded, but its response was lost.
    if (error.item?.writeId === writeId) return undefined;
    return { left: Math.max(0, limit - Number(error.item?.used ?? 0)) };
  }
}

/** Returns the seconds until the quotas reset at midnight UTC. */
export function secondsUntilTomorrow(now: Date): number {
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
}
