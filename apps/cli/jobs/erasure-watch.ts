import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import type { JobView } from '#lib/jobs/present-job.ts';

/*
 * Tells when a workspace has been erased. The job and the token that started it are erased as well, so the end
 * shows as a 401 or a 404 (decision 0029). Other tokens of the workspace get a 401 too, but already at the
 * beginning.
 */

/**
 * Tokens are revoked when the job begins, and stay cached for a minute. Nothing is erased in the first three
 * minutes.
 */
const REVOKED_AFTER_MS = 120_000;

export type ErasureWatch = {
  /** Remembers the job as last seen. Ignores jobs of other kinds. */
  see(job: JobView, response: Response): Promise<void>;
  /**
   * Whether this error means that the workspace is erased.
   *
   * @throws Error if it only means that this token can no longer see the job
   */
  isFinishedBy(error: unknown): boolean;
};

/** @param isStarter whether the client's token has started the job */
export function erasureWatch(client: Client, isStarter: boolean): ErasureWatch {
  let seen: { job: JobView; at: number; tokenExpiresAt: number } | undefined;
  return {
    async see(job, response) {
      if (job.kind !== 'eraseWorkspace') return;
      const tokenExpiresAt = seen?.tokenExpiresAt ?? (await readExpiry(client));
      // Uses the service's clock, like the job's own times.
      seen = { job, at: Date.parse(response.headers.get('date') ?? ''), tokenExpiresAt };
    },
    isFinishedBy(error) {
      if (!seen || !(error instanceof ApiError) || (error.status !== 401 && error.status !== 404))
        return false;
      const { job, at, tokenExpiresAt } = seen;
      if (Date.now() >= tokenExpiresAt) {
        throw new Error('The token has expired, so nobody can see whether the workspace is erased');
      }
      if (!isStarter && !(at - Date.parse(job.startedAt ?? '') >= REVOKED_AFTER_MS)) {
        throw new Error(
          'This token was revoked because the workspace is being erased. Only the token that started the job can wait for its end',
        );
      }
      return true;
    },
  };
}

async function readExpiry(client: Client): Promise<number> {
  const { token } = await client.getMe();
  return token.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(token.expiresAt);
}
