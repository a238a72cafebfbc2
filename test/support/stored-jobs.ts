import type { Job } from '#lib/jobs/job.ts';
import { readJobPage } from '#lib/jobs/job-store.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { writeItems } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';

/** Creates a job that is still waiting, without storing it. */
export function waitingJob(workspaceId: string, botId = createId(), fields: Partial<Job> = {}): Job {
  return {
    id: createId(),
    workspaceId,
    tokenId: createId(),
    task: { kind: 'deleteResults', botId },
    state: 'waiting',
    progress: { results: 0 },
    isCancelRequested: false,
    place: {},
    slices: 0,
    revision: 0,
    createdAt: new Date().toISOString(),
    ...fields,
  };
}

/**
 * Deletes a workspace's jobs, because a workspace can have only a few unfinished ones and tests leave some
 * behind.
 */
export async function forgetJobs(workspaceId: string): Promise<void> {
  const { items } = await readJobPage(workspaceId, { limit: 50 });
  await writeItems(items.map(({ id }) => ({ delete: keys.job(id) })));
}
