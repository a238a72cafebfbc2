import type { Change } from '#lib/platform/audit/change.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import {
  ConditionFailedError,
  getItem,
  getItems,
  type Item,
  putItem,
  updateItem,
} from '#lib/platform/store/dynamodb.ts';
import { indexKeys, isId, keys, lists } from '#lib/platform/store/keys.ts';
import { type Page, readPage } from '#lib/platform/store/page.ts';
import { isOver, type Job, UNSTOPPABLE } from './job.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** A job that could not be started expires after a day. */
const WAITING_SECONDS = DAY_SECONDS;

/** Finished jobs expire after a month. */
const KEPT_SECONDS = 30 * DAY_SECONDS;

/** Thrown if another runner has taken over the job or ended it. */
export class JobTakenError extends Error {
  override name = 'JobTakenError';
}

/**
 * Stores a new job.
 *
 * @param change record of the start, for the audit trail
 * @returns the job, or the existing one if an earlier attempt of the same request has used the id
 */
export async function createJob(job: Job, change?: Change): Promise<Job> {
  const { id, workspaceId, createdAt } = job;
  try {
    await putItem(
      {
        ...keys.job(id),
        ...indexKeys.jobOfWorkspace(workspaceId, createdAt, id),
        ...job,
        change,
        expiresAt: secondsFrom(createdAt, WAITING_SECONDS),
      },
      { expression: 'attribute_not_exists(pk)' },
    );
    return job;
  } catch (error) {
    if (error instanceof ConditionFailedError && error.item) return toJob(error.item);
    throw error;
  }
}

/** Returns undefined if there is no such job. */
export async function readJob(jobId: string): Promise<Job | undefined> {
  if (!isId(jobId)) return undefined;
  const item = await getItem(keys.job(jobId));
  return item && toJob(item);
}

/**
 * Reads a page of a workspace's jobs, newest first. The index contains only their ids: attributes that change
 * while a job runs would have to be written to it as well.
 *
 * @throws BAD_REQUEST if the cursor is invalid
 */
export async function readJobPage(
  workspaceId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Job>> {
  const { items, ...more } = await readPage({
    partition: lists.jobs(workspaceId),
    toKey: keys.job,
    limit,
    cursor,
  });
  const listed = items.map(({ gsi1sk }) => String(gsi1sk).split('#')[1] ?? '');
  const jobs = (await getItems(listed.map(keys.job))).map(toJob);
  const positions = new Map(listed.map((id, index) => [id, index]));
  return {
    items: jobs.toSorted((a, b) => Number(positions.get(a.id)) - Number(positions.get(b.id))),
    ...more,
  };
}

type Changes = Partial<
  Pick<
    Job,
    | 'state'
    | 'progress'
    | 'place'
    | 'slices'
    | 'endedSlices'
    | 'isUndercounted'
    | 'error'
    | 'startedAt'
    | 'endedAt'
  >
>;

/**
 * Stores a slice's changes, on the condition that no other runner has written since the job was read.
 *
 * @returns the job as stored, which may have been cancelled in the meantime
 * @throws JobTakenError
 */
export async function saveJob(job: Job, changes: Changes): Promise<Job> {
  const writeId = createId();
  const values = { ...changes, revision: job.revision + 1, writeId };
  const names = Object.keys(values);
  const { endedAt } = changes;
  try {
    const item = await updateItem(keys.job(job.id), {
      expression: [
        `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        // Running jobs never expire. Finished jobs do, counted from their end. Removes `change`, which would
        // otherwise invoke the audit writer after every page.
        endedAt === undefined ? ' REMOVE expiresAt, #change' : ', expiresAt = :expiresAt REMOVE #change',
      ].join(''),
      names: {
        '#revision': 'revision',
        '#change': 'change',
        ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      },
      values: {
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
        ':before': job.revision,
        ...(endedAt !== undefined && { ':expiresAt': secondsFrom(endedAt, KEPT_SECONDS) }),
      },
      condition: '#revision = :before',
    });
    return toJob(item);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // The first attempt succeeded, but its response was lost.
    if (error.item?.writeId === writeId) return toJob(error.item);
    throw new JobTakenError();
  }
}

/**
 * Asks a job to stop. A waiting job ends at once, a running one after its current page.
 *
 * @param change record of the cancellation, for the audit trail
 * @returns the job; unchanged if it was already over or cancelled, or cannot be stopped
 */
export async function markCancelled(job: Job, change: Change): Promise<Job> {
  if (isOver(job)) return job;
  const { at } = change;
  try {
    const item = await updateItem(keys.job(job.id), {
      expression:
        'SET #state = :cancelled, endedAt = :at, expiresAt = :expiresAt, #change = :change ADD revision :one',
      names: { '#state': 'state', '#change': 'change' },
      values: {
        ':at': at,
        ':change': change,
        ':cancelled': 'cancelled',
        ':waiting': 'waiting',
        // Increments the counter, so that a runner that is just starting the job notices.
        ':one': 1,
        ':expiresAt': secondsFrom(at, KEPT_SECONDS),
      },
      condition: '#state = :waiting',
    });
    return toJob(item);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const isStoppable = error.item?.state === 'running' && !UNSTOPPABLE.has(job.task.kind);
    if (error.item && !isStoppable) return toJob(error.item);
  }
  try {
    const item = await updateItem(keys.job(job.id), {
      expression: 'SET isCancelRequested = :true, #change = :change',
      names: { '#state': 'state', '#change': 'change' },
      values: { ':true': true, ':change': change, ':running': 'running' },
      condition: '#state = :running AND isCancelRequested <> :true',
    });
    return toJob(item);
  } catch (error) {
    if (error instanceof ConditionFailedError) return error.item ? toJob(error.item) : job;
    throw error;
  }
}

function secondsFrom(time: string, seconds: number): number {
  return Math.floor(Date.parse(time) / 1_000) + seconds;
}

/** Drops keys and other attributes that are not part of the job. */
function toJob(item: Item): Job {
  const { pk, sk, gsi1pk, gsi1sk, expiresAt, writeId, change, ...job } = item;
  return job as Job;
}
