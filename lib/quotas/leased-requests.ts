import { HttpFailure, type HttpPort } from '#lib/engine/model/ports.ts';
import { dailyQuota } from './daily-quota.ts';
import { takeQuota } from './quota-store.ts';

/*
 * Requests of a workspace's bots are counted without a write for each: an instance of a function takes a block of them
 * from the day's number, and counts that down by itself. What an instance has left of its block when it ends is lost to
 * the day, so a workspace can send a little less than its number, and never more.
 */

/** A hundredth of the day's number, but no more than this: one write for as many requests. */
const MAX_BLOCK = 100;

type Lease = { day: string; left: number; isDayOver: boolean };

const leases = new Map<string, Promise<Lease>>();

/** Lets the requests of a workspace through until it has sent those of its day; all of them where there is no limit. */
export function leasedHttp(http: HttpPort, workspaceId: string, now: () => Date): HttpPort {
  const limit = dailyQuota('REQUESTS');
  if (limit === undefined) return http;
  return async (request) => {
    if (!(await takeRequest(workspaceId, limit, now()))) {
      throw new HttpFailure('refused', 'The workspace has sent as many requests as it may in a day');
    }
    return await http(request);
  };
}

/** One after the other for a workspace, so that several requests at once do not take several blocks. */
async function takeRequest(workspaceId: string, limit: number, now: Date): Promise<boolean> {
  const before = leases.get(workspaceId);
  let isTaken = false;
  const next = (async (): Promise<Lease> => {
    const lease = await currentLease(await before?.catch(() => undefined), workspaceId, limit, now);
    isTaken = lease.left > 0;
    return isTaken ? { ...lease, left: lease.left - 1 } : lease;
  })();
  leases.set(workspaceId, next);
  await next;
  return isTaken;
}

async function currentLease(
  lease: Lease | undefined,
  workspaceId: string,
  limit: number,
  now: Date,
): Promise<Lease> {
  const day = now.toISOString().slice(0, 10);
  if (lease?.day === day && (lease.left > 0 || lease.isDayOver)) return lease;
  let amount = Math.max(1, Math.min(MAX_BLOCK, Math.floor(limit / 100)));
  // Of the last block there may be only a part left; others may be taking it, too.
  while (amount > 0) {
    const refusal = await takeQuota(workspaceId, 'REQUESTS', { amount, limit, now });
    if (!refusal) return { day, left: amount, isDayOver: false };
    amount = Math.min(amount - 1, refusal.left);
  }
  return { day, left: 0, isDayOver: true };
}

/** For tests, each of which is an instance of its own. */
export function forgetLeases(): void {
  leases.clear();
}
