import { readRecords } from '#lib/bots/credentials/credentials-store.ts';
import { eraseCredentials } from '#lib/bots/credentials/erase-credentials.ts';
import { eraseDomains, readDomains } from '#lib/bots/domains/domain-store.ts';
import { readFolders } from '#lib/bots/folders/folder-store.ts';
import { withdrawBot } from '#lib/bots/store/withdrawal-store.ts';
import { endChatsForGood } from '#lib/chat/store/chats-end-store.ts';
import { eraseBotPage } from '#lib/jobs/erasure/erase-bot.ts';
import { eraseFiles } from '#lib/jobs/erasure/erase-files.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import { getItems, transact, writeItems } from '#lib/platform/store/dynamodb.ts';
import { erasePartition } from '#lib/platform/store/erase-partition.ts';
import { keys, lists } from '#lib/platform/store/keys.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { getPosition, readPage } from '#lib/platform/store/page.ts';
import { eraseDescent, markErased } from '#lib/workspaces/store/workspace-store.ts';
import {
  eraseTokens,
  findTokenKey,
  hasOtherTokens,
  revokeAllTokens,
} from '#lib/workspaces/tokens/store/token-store.ts';
import type { JobProgress } from './job.ts';
import type { JobRun, SliceOutcome } from './job-run.ts';
import { readJobPage } from './job-store.ts';

/*
 * Erases a workspace in two parts. First, it is closed: its other jobs end, its tokens are revoked, and its
 * bots lose their addresses and chats. Closing repeats, with a wait after each round, until a round finds
 * nothing left to close. Only then is everything deleted. See docs/decisions/0029.
 */

/**
 * How long to wait until everything that was closed has come to rest. API Gateway accepts a revoked token for
 * 60 seconds, instances cache for as long whether a bot's chats have ended, and a request takes up to 29
 * seconds.
 */
const CLOSING_SECONDS = 90;

/**
 * Minimum number of rounds that close the workspace. The second one finds what was created during the first.
 */
const MIN_ROUNDS = 2;

/**
 * How long a presigned form accepts an upload (`lib/chat/adapters/upload-form.ts`), plus a minute for the
 * upload.
 */
const UPLOAD_SECONDS = 600 + 60;

const BOTS_PER_PAGE = 50;
const JOBS_PER_PAGE = 50;
const CONCURRENT_BOTS = 5;

type Step =
  | 'jobs'
  | 'tokens'
  | 'publicBots'
  | 'archivedBots'
  | 'round'
  | 'eraseBots'
  | 'eraseArchivedBots'
  | 'eraseRest'
  | 'eraseFiles'
  | 'check'
  | 'end';

type Position = {
  step?: Step;
  /** Number of finished rounds of closing. */
  rounds?: number;
  /** Whether this round has closed anything. */
  isChanged?: boolean;
  /** Time before which the job must wait. */
  notBefore?: string;
  /** Time at which the last round of closing ended. */
  closedAt?: string;
  /** Position in the list that this step reads. */
  cursor?: string;
  /** Position in the list of results of the bot that follows `cursor`. */
  results?: string;
};

type Next = { place: Position; progress?: JobProgress };

export async function eraseWorkspaceWork(run: JobRun): Promise<SliceOutcome> {
  while (run.hasTime()) {
    const place = run.job.place as Position;
    const waitSeconds = secondsUntil(place.notBefore);
    if (waitSeconds > 0) return { isDone: false, waitSeconds };
    if (place.step === 'end') {
      await eraseLast(run);
      return { isDone: true, isErased: true };
    }
    const { place: next, progress = run.job.progress } = await STEPS[place.step ?? 'jobs'](run, place);
    await run.save({ place: next, progress });
  }
  return { isDone: false };
}

function secondsUntil(time: string | undefined): number {
  return time === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1_000));
}

function inSeconds(seconds: number, from = Date.now()): string {
  return new Date(from + seconds * 1_000).toISOString();
}

/** Returns the beginning of a step. Drops the positions of the previous step. */
function at(step: Step, { rounds, isChanged, closedAt }: Position): Position {
  return {
    step,
    ...(rounds !== undefined && { rounds }),
    ...(isChanged !== undefined && { isChanged }),
    ...(closedAt !== undefined && { closedAt }),
  };
}

const STEPS: Record<Exclude<Step, 'end'>, (run: JobRun, place: Position) => Promise<Next>> = {
  /** A runner of another job stops once that job's item is gone. */
  async jobs({ job }, place) {
    await markErased(job.workspaceId);
    const isChanged = await eraseJobs(job.workspaceId, (other) => other.task.kind !== 'eraseWorkspace');
    return { place: at('tokens', { ...place, isChanged }) };
  },

  async tokens({ job }, place) {
    const isChanged = await revokeAllTokens(job.workspaceId, job.tokenId);
    return { place: at('publicBots', { ...place, isChanged: place.isChanged || isChanged }) };
  },

  publicBots: (run, place) => closeBots(run, place, 'publicBots', 'archivedBots'),
  archivedBots: (run, place) => closeBots(run, place, 'archivedBots', 'round'),

  async round(_, place) {
    const rounds = (place.rounds ?? 0) + 1;
    const isClosed = rounds >= MIN_ROUNDS && !place.isChanged;
    const next = isClosed ? at('eraseBots', { closedAt: inSeconds(0) }) : at('jobs', { rounds });
    return { place: { ...next, notBefore: inSeconds(CLOSING_SECONDS) } };
  },

  eraseBots: (run, place) => eraseListedBot(run, place, 'eraseBots', 'eraseArchivedBots'),
  eraseArchivedBots: (run, place) => eraseListedBot(run, place, 'eraseArchivedBots', 'eraseRest'),

  async eraseRest({ job, hasTime }, place) {
    const { workspaceId } = job;
    await eraseTokens(workspaceId, job.tokenId);
    await eraseDomains(workspaceId);
    const isErased =
      (await eraseCredentials(workspaceId, hasTime)) &&
      (await erasePartition(keys.folders(workspaceId).pk, { hasTime })) &&
      (await erasePartition(keys.invitationPartition(workspaceId), { hasTime })) &&
      (await erasePartition(keys.personPartition(workspaceId), { hasTime })) &&
      (await erasePartition(keys.quotaPartition(workspaceId), { hasTime })) &&
      (await erasePartition(keys.auditTrail(workspaceId), { hasTime })) &&
      (await eraseDescent(workspaceId, hasTime));
    return { place: isErased ? at('eraseFiles', place) : place };
  },

  async eraseFiles({ job, hasTime }, place) {
    const { FILES_BUCKET: bucket } = process.env;
    if (!bucket) return { place: at('check', place) };
    const notBefore = inSeconds(UPLOAD_SECONDS, Date.parse(String(place.closedAt)));
    if (secondsUntil(notBefore) > 0) return { place: { ...place, notBefore } };
    const isErased = await eraseFiles(bucket, [job.workspaceId], hasTime);
    return { place: isErased ? at('check', place) : place };
  },

  /**
   * Checks again, because lists are eventually consistent and the table's stream adds the last audit entries
   * late.
   */
  async check({ job }, place) {
    const { workspaceId, tokenId } = job;
    const isLeft =
      (await hasBots(lists.bots(workspaceId))) ||
      (await hasBots(lists.archivedBots(workspaceId))) ||
      (await hasOtherTokens(workspaceId, tokenId)) ||
      (await readDomains(workspaceId)).length > 0 ||
      (await readRecords(workspaceId)).length > 0 ||
      (await readFolders(workspaceId)).length > 0;
    return { place: at(isLeft ? 'eraseBots' : 'end', place) };
  },
};

const BOT_LISTS = {
  publicBots: lists.bots,
  archivedBots: lists.archivedBots,
  eraseBots: lists.bots,
  eraseArchivedBots: lists.archivedBots,
};

async function readBotIds(partition: string, limit: number, cursor?: string) {
  const { items, ...more } = await readPage({ partition, toKey: keys.draft, limit, cursor });
  return { botIds: items.map((item) => getPosition(item).id), ...more };
}

async function closeBots(
  { job }: JobRun,
  place: Position,
  here: 'publicBots' | 'archivedBots',
  next: Step,
): Promise<Next> {
  const list = BOT_LISTS[here](job.workspaceId);
  const { botIds, nextCursor } = await readBotIds(list, BOTS_PER_PAGE, place.cursor);
  const withdrawn = await mapConcurrently(botIds, CONCURRENT_BOTS, async (botId) => {
    const isChanged = await withdrawBot(botId);
    await endChatsForGood(botId);
    return isChanged;
  });
  const isChanged = place.isChanged || withdrawn.some(Boolean);
  return {
    place:
      nextCursor === undefined
        ? at(next, { ...place, isChanged })
        : { ...at(here, { ...place, isChanged }), cursor: nextCursor },
  };
}

/** Erases one page of a bot's results, or the bot itself if it has none left. */
async function eraseListedBot(
  { job, hasTime }: JobRun,
  place: Position,
  here: 'eraseBots' | 'eraseArchivedBots',
  next: Step,
): Promise<Next> {
  const { cursor, results } = place;
  const list = BOT_LISTS[here](job.workspaceId);
  const { botIds, nextCursor } = await readBotIds(list, 1, cursor);
  const [botId] = botIds;
  if (botId === undefined) {
    return { place: nextCursor === undefined ? at(next, place) : { ...place, cursor: nextCursor } };
  }
  const after = nextCursor === undefined ? at(next, place) : { ...at(here, place), cursor: nextCursor };
  // The index can still list a bot that was just erased.
  if ((await getItems([keys.draft(botId)], ['pk'])).length === 0) return { place: after };
  const page = await eraseBotPage(botId, { cursor: results, hasTime });
  const progress = {
    results: job.progress.results + page.deleted,
    bots: (job.progress.bots ?? 0) + (page.isComplete ? 1 : 0),
  };
  if (page.isComplete) return { place: after, progress };
  const again = { ...at(here, place), ...(cursor !== undefined && { cursor }) };
  return { place: { ...again, ...(page.cursor !== undefined && { results: page.cursor }) }, progress };
}

/** Whether any listed bot still exists. The index can still list bots that were just erased. */
async function hasBots(list: string): Promise<boolean> {
  const { botIds } = await readBotIds(list, BOTS_PER_PAGE);
  return (await getItems(botIds.map(keys.draft), ['pk'])).length > 0;
}

/** @returns whether there were any */
async function eraseJobs(workspaceId: string, accepts: (job: JobRun['job']) => boolean): Promise<boolean> {
  let found = false;
  let cursor: string | undefined;
  do {
    const page = await readJobPage(workspaceId, { limit: JOBS_PER_PAGE, cursor });
    const others = page.items.filter(accepts);
    found ||= others.length > 0;
    await writeItems(others.map(({ id }) => ({ delete: keys.job(id) })));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

/**
 * Deletes the items that the erasure itself needed, in one transaction, so that an interrupted erasure can
 * always continue. Before that, deletes audit entries that arrived late.
 */
async function eraseLast({ job }: JobRun): Promise<void> {
  const { id, workspaceId, tokenId, progress } = job;
  await erasePartition(keys.auditTrail(workspaceId), { hasTime: () => true });
  await eraseJobs(workspaceId, (other) => other.id !== id);
  const token = await findTokenKey(workspaceId, tokenId);
  await transact([
    { delete: keys.workspace(workspaceId) },
    ...(token ? [{ delete: token }] : []),
    { delete: keys.job(id) },
  ]);
  logger.info('Workspace erased', { jobId: id, workspaceId, progress });
}
