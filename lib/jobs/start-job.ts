import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import type { ExportFormat } from '#lib/results/export-results.ts';
import { parseTimeWindow, type TimeWindow, type WindowQuery } from '#lib/results/time-window.ts';
import { workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';
import { requireExportBucket } from './export-file.ts';
import { type ExportTask, isOver, type Job, type JobTask, ROLE_BY_KIND, type TaskOf } from './job.ts';
import { jobChange } from './job-change.ts';
import { startWork } from './job-starter.ts';
import { createJob, readJobPage } from './job-store.ts';

/**
 * Maximum number of unfinished jobs per workspace. Each uses up to one of the account's concurrent Lambda
 * invocations.
 */
const MAX_UNFINISHED = 5;

/** Number of newest jobs among which unfinished ones are counted. */
const JOBS_LOOKED_AT = 50;

/** A job that has been waiting for longer was never started. */
const START_MS = 5 * 60 * 1_000;

/** A job as requested. Confirmations such as `confirm` and `all` have been checked and are not part of it. */
export type RequestedJob =
  | { kind: 'deleteResults'; botId: string; all: true }
  | ({
      kind: 'exportResults';
      botId: string;
      format: ExportFormat;
      isCompleted?: boolean | undefined;
    } & WindowQuery)
  | { kind: 'eraseWorkspace'; confirm: string };

type NewJobOptions = {
  /** Id for the job if the request has an idempotency key, so that a retry gets the same id. */
  newId?: string | undefined;
};

/**
 * Creates a job and starts it. If an earlier attempt used the same id, starts that attempt's job instead.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if an erasure is not confirmed, if the time window or the time zone
 *   is invalid, or if there is no bucket for an export, TOO_MANY_REQUESTS if the workspace has too many
 *   unfinished jobs, SERVICE_UNAVAILABLE if the job could not be started
 */
export async function startJob(
  workspaceId: string,
  { newId: jobId = createId(), ...requested }: RequestedJob & NewJobOptions,
  caller: Caller,
): Promise<Job> {
  requireRole(workspaceId, ROLE_BY_KIND[requested.kind], workspaceNotFound, caller);
  const now = new Date();
  const task = await toTask(workspaceId, requested, now);
  await requireRoom(workspaceId, jobId, now);
  const wanted: Job = {
    id: jobId,
    workspaceId,
    tokenId: caller.tokenId,
    task,
    state: 'waiting',
    progress: { results: 0 },
    isCancelRequested: false,
    place: {},
    slices: 0,
    revision: 0,
    createdAt: now.toISOString(),
  };
  const job = await createJob(wanted, jobChange('startJob', wanted, caller));
  if (!isOver(job)) await startWork(job.id);
  return job;
}

async function toTask(workspaceId: string, requested: RequestedJob, now: Date): Promise<JobTask> {
  if (requested.kind === 'eraseWorkspace') return toErasure(workspaceId, requested);
  const task = requested.kind === 'exportResults' ? exportTask(requested, now) : toDeletion(requested);
  const bot = await readBotHead(task.botId);
  if (bot?.head.workspaceId !== workspaceId) throw botNotFound();
  return task;
}

function toErasure(
  workspaceId: string,
  { kind, confirm }: RequestedJob & { kind: 'eraseWorkspace' },
): TaskOf<'eraseWorkspace'> {
  if (confirm === workspaceId) return { kind };
  throw badRequest('confirm', 'To erase the workspace with everything in it, confirm with its id');
}

function toDeletion({ kind, botId }: RequestedJob & { kind: 'deleteResults' }): TaskOf<'deleteResults'> {
  return { kind, botId };
}

function exportTask(requested: RequestedJob & { kind: 'exportResults' }, now: Date): ExportTask {
  const { kind, botId, format, isCompleted } = requested;
  requireExportBucket();
  const window = untilNow(parseTimeWindow(requested, now), now.toISOString());
  return { kind, botId, format, window, ...(isCompleted !== undefined && { isCompleted }) };
}

/**
 * Ends a time window now at the latest, so that it selects the same results in every slice. A window in the
 * future becomes empty.
 */
function untilNow({ from, to }: TimeWindow, now: string): TimeWindow {
  const end = to !== undefined && to < now ? to : now;
  return from === undefined ? { to: end } : { from, to: from > end ? from : end };
}

async function requireRoom(workspaceId: string, jobId: string, now: Date): Promise<void> {
  const { items } = await readJobPage(workspaceId, { limit: JOBS_LOOKED_AT });
  const unfinished = items.filter(
    (job) =>
      job.id !== jobId &&
      (job.state === 'running' ||
        (job.state === 'waiting' && now.getTime() - Date.parse(job.createdAt) < START_MS)),
  );
  if (unfinished.length < MAX_UNFINISHED) return;
  throw new ServiceError(
    'TOO_MANY_REQUESTS',
    `The workspace already has ${MAX_UNFINISHED} unfinished jobs, the maximum; wait for one to finish, or cancel one`,
    { retryAfterSeconds: 60 },
  );
}
