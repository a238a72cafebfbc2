import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';
import { isOver, ROLE_BY_KIND, UNSTOPPABLE } from './job.ts';
import { jobChange } from './job-change.ts';
import { markCancelled } from './job-store.ts';
import { type JobView, presentJob } from './present-job.ts';
import { requireJob } from './require-job.ts';

/**
 * Cancels a job. Takes the same role as starting it. Work that is already done is not undone. Idempotent.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if the job is erasing the workspace and has begun
 */
export async function cancelJob(workspaceId: string, jobId: string, caller: Caller): Promise<JobView> {
  const job = await requireJob(workspaceId, jobId, 'editor', caller);
  requireRole(workspaceId, ROLE_BY_KIND[job.task.kind], workspaceNotFound, caller);
  const cancelled = await markCancelled(job, jobChange('cancelJob', job, caller));
  if (!isOver(cancelled) && UNSTOPPABLE.has(job.task.kind)) {
    throw new ServiceError('CONFLICT', 'The erasure of a workspace cannot be cancelled once it has begun');
  }
  return presentJob(cancelled);
}
