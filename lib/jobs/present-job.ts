import type * as z from 'zod';
import type { Job } from './job.ts';
import type { jobView } from './job-schema.ts';

export type JobView = z.output<typeof jobView>;

/** Returns a job as the API shows it. */
export function presentJob(job: Job): JobView {
  const { id, workspaceId, task, state, progress, isCancelRequested, createdAt } = job;
  return {
    id,
    workspaceId,
    kind: task.kind,
    botId: 'botId' in task ? task.botId : null,
    state,
    progress: { ...progress, ...(job.isUndercounted && { isLowerBound: true }) },
    isCancelRequested,
    error: job.error ?? null,
    createdAt,
    startedAt: job.startedAt ?? null,
    endedAt: job.endedAt ?? null,
  };
}
