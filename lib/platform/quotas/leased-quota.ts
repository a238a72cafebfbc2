import { dailyQuota, type Quota } from './daily-quota.ts';
import { takeQuota } from './quota-store.ts';

/*
 * Counts frequent events of a workspace without a database write for each. Every function instance leases a
 * block from the daily limit and counts it down in memory. When an instance shuts down, the rest of its block is
 * lost for the day, so a workspace may get slightly less than its limit, but never more.
 */

/** Maximum amount leased at once. A block is a hundredth of the daily limit, up to this number. */
const MAX_BLOCK = 100;

/** A block of a daily quota. `limit` is the limit that it was taken from. */
type Lease = { limit: number; left: number; isDayOver: boolean };

/**
 * By day, because requests that began before midnight take turns with those that began after it, and a clock may be set
 * back. A single lease would be replaced each time, and its block lost.
 */
const leasesByDay = new Map<string, Map<string, Promise<Lease>>>();

/** The day that a request may still belong to, and the one that has begun. */
const MAX_DAYS = 2;

/**
 * Takes one from a workspace's daily quota. Calls are serialized per quota and workspace, so that they do not
 * each lease a block.
 *
 * @returns whether there was one left. Always true if there is no limit.
 */
export async function takeLeased(workspaceId: string, quota: Quota, now: Date): Promise<boolean> {
  const limit = dailyQuota(quota);
  if (limit === undefined) return true;
  const day = now.toISOString().slice(0, 10);
  const leases = getLeases(day);
  const key = `${quota}#${workspaceId}`;
  const before = leases.get(key);
  let isTaken = false;
  const next = (async (): Promise<Lease> => {
    const lease = await getCurrentLease(await before?.catch(() => undefined), {
      workspaceId,
      quota,
      limit,
      now,
    });
    isTaken = lease.left > 0;
    return isTaken ? { ...lease, left: lease.left - 1 } : lease;
  })();
  leases.set(key, next);
  await next;
  return isTaken;
}

/** Returns the leases of a day. Drops those of the earliest day if there are too many. */
function getLeases(day: string): Map<string, Promise<Lease>> {
  const leases = leasesByDay.get(day) ?? new Map<string, Promise<Lease>>();
  leasesByDay.set(day, leases);
  const dropped = [...leasesByDay.keys()].toSorted().slice(0, -MAX_DAYS);
  for (const earlier of dropped) leasesByDay.delete(earlier);
  return leases;
}

async function getCurrentLease(
  lease: Lease | undefined,
  { workspaceId, quota, limit, now }: { workspaceId: string; quota: Quota; limit: number; now: Date },
): Promise<Lease> {
  if (lease?.limit === limit && (lease.left > 0 || lease.isDayOver)) return lease;
  let amount = Math.max(1, Math.min(MAX_BLOCK, Math.floor(limit / 100)));
  // Retries with less, because the last block can be incomplete and other instances may be taking from it.
  while (amount > 0) {
    const refusal = await takeQuota(workspaceId, quota, { amount, limit, now });
    if (!refusal) return { limit, left: amount, isDayOver: false };
    amount = Math.min(amount - 1, refusal.left);
  }
  return { limit, left: 0, isDayOver: true };
}

/** Clears all leases, for tests. */
export function forgetLeases(): void {
  leasesByDay.clear();
}
