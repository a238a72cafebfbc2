import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { takeLeased } from '#lib/platform/quotas/leased-quota.ts';
import { secondsUntilTomorrow } from '#lib/platform/quotas/quota-store.ts';

/**
 * Takes one of the requests that a workspace may send in a day.
 *
 * @throws TOO_MANY_REQUESTS if they are used up
 */
export async function takeRequest(workspaceId: string): Promise<void> {
  const now = new Date();
  if (await takeLeased(workspaceId, 'REQUESTS', now)) return;
  throw new ServiceError('TOO_MANY_REQUESTS', 'The workspace has reached its daily request limit', {
    retryAfterSeconds: secondsUntilTomorrow(now),
  });
}
