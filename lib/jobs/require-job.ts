import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';
import type { Job } from './job.ts';
import { readJob } from './job-store.ts';

/** @throws NOT_FOUND if the caller has no access to the workspace or it has no such job, FORBIDDEN */
export async function requireJob(
  workspaceId: string,
  jobId: string,
  role: Role,
  caller: Caller,
): Promise<Job> {
  requireRole(workspaceId, role, workspaceNotFound, caller);
  const job = await readJob(jobId);
  if (job?.workspaceId !== workspaceId) throw new ServiceError('NOT_FOUND', 'Job not found');
  return job;
}
