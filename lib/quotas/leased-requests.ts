import { HttpFailure, type HttpPort } from '#lib/engine/model/ports.ts';
import { dailyQuota } from './daily-quota.ts';
import { takeQuota } from './quota-store.ts';

/*
 * Counts the requests of a workspace's bots without a write for each. An instance of a function takes a block
 * of requests from the daily limit and counts it down in memory. When an instance ends, the rest of its block
 * is lost for the day. So a workspace can end up sending slightly fewer requests than its limit, but never
 * more.
 */

/** Most requests taken in one write. A block is a hundredth of the daily limit, but no more than this. */
const MAX_BLOCK = 100;

type Lease = { day: string; left: number; isDayOver: boolean };

const leases = new Map<string, Promise<Lease>>();

/** Lets a workspace's requests through until its daily limit is used up, or all if there is no limit. */
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

/** Runs one at a time per workspace, so that concurrent requests do not each take a block. */
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
  // The last block can be incomplete, and other instances can be taking from it too.
  while (amount > 0) {
    const refusal = await takeQuota(workspaceId, 'REQUESTS', { amount, limit, now });
    if (!refusal) return { day, left: amount, isDayOver: false };
    amount = Math.min(amount - 1, refusal.left);
  }
  return { day, left: 0, isDayOver: true };
}

/** For tests, so that each begins like a new instance. */
export function forgetLeases(): void {
  leases.clear();
}
