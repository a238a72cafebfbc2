import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { dailyQuota } from '#lib/platform/quotas/daily-quota.ts';
import { secondsUntilTomorrow, takeQuota } from '#lib/platform/quotas/quota-store.ts';

const DEFAULT_MAX_MEGABYTES = 10;
export const BYTES_PER_MEGABYTE = 1_024 * 1_024;

/** Returns the operator's size limit for an uploaded file, in megabytes. */
export function getMaxMegabytes(): number {
  return Number(process.env.MAX_UPLOAD_MB || DEFAULT_MAX_MEGABYTES);
}

/**
 * Counts an upload against the workspace's daily limit, which its authors and respondents share.
 *
 * @throws TOO_MANY_REQUESTS if the rest of the limit is too small
 */
export async function countUploadedBytes(workspaceId: string, bytes: number, now: Date): Promise<void> {
  const limit = dailyQuota('UPLOAD_BYTES');
  if (limit === undefined) return;
  const refusal = await takeQuota(workspaceId, 'UPLOAD_BYTES', { amount: bytes, limit, now });
  if (!refusal) return;
  const megabytes = Math.round(limit / BYTES_PER_MEGABYTE);
  throw new ServiceError(
    'TOO_MANY_REQUESTS',
    `The bots of this workspace may accept at most ${megabytes} MB of files a day`,
    { retryAfterSeconds: secondsUntilTomorrow(now) },
  );
}
