import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import type { Page } from '#lib/platform/store/page.ts';
import { workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';
import { readJobPage } from './job-store.ts';
import { type JobView, presentJob } from './present-job.ts';

const DEFAULT_LIMIT = 50;

/** @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the cursor is invalid */
export async function listJobs(
  workspaceId: string,
  { limit, cursor }: { limit?: string | undefined; cursor?: string | undefined },
  caller: Caller,
): Promise<Page<JobView>> {
  requireRole(workspaceId, 'viewer', workspaceNotFound, caller);
  const { items, ...more } = await readJobPage(workspaceId, {
    limit: Number(limit ?? DEFAULT_LIMIT),
    cursor,
  });
  return { items: items.map(presentJob), ...more };
}
