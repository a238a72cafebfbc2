import { type Actor, type Change, changeOrigin } from '#lib/platform/audit/change.ts';
import type { Job } from './job.ts';

/**
 * Returns the audit trail's record of starting or cancelling a job. The job's own work gets no further entries.
 */
export function jobChange(
  action: 'startJob' | 'cancelJob',
  { id, workspaceId, task }: Pick<Job, 'id' | 'workspaceId' | 'task'>,
  by: Actor,
): Change {
  return {
    ...changeOrigin(by),
    action,
    workspaceId,
    ...('botId' in task && { botId: task.botId }),
    jobId: id,
    jobKind: task.kind,
  };
}
