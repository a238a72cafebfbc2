import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { dailyQuota } from './daily-quota.ts';
import { takeLeased } from './leased-quota.ts';
import { secondsUntilTomorrow } from './quota-store.ts';

/**
 * Counts a started chat against its workspace's daily limit.
 *
 * @throws TOO_MANY_REQUESTS if the limit is used up
 */
export async function countChat(workspaceId: string, now: Date): Promise<void> {
  if (await takeLeased(workspaceId, 'CHATS', now)) return;
  throw new ServiceError(
    'TOO_MANY_REQUESTS',
    `The bots of this workspace may start at most ${dailyQuota('CHATS')} chats a day`,
    { retryAfterSeconds: secondsUntilTomorrow(now) },
  );
}
