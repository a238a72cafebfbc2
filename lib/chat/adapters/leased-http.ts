import { type HttpPort, HttpRequestError } from '#lib/engine/model/ports.ts';
import { dailyQuota } from '#lib/platform/quotas/daily-quota.ts';
import { takeLeased } from '#lib/platform/quotas/leased-quota.ts';

/** Wraps an HTTP port so that requests fail once the workspace's daily limit is used up. */
export function leaseHttp(http: HttpPort, workspaceId: string, now: () => Date): HttpPort {
  if (dailyQuota('REQUESTS') === undefined) return http;
  return async (request) => {
    if (!(await takeLeased(workspaceId, 'REQUESTS', now()))) {
      throw new HttpRequestError('refused', 'The workspace has reached its daily request limit', {
        isLimit: true,
      });
    }
    return await http(request);
  };
}
