import { type Failure, toFailure } from '#apps/cli/failure.ts';
import {
  BotUnreadableError,
  type Source,
  type SourceBot,
  type SourceBotEntry,
  SourceUnreadableError,
  type SourceWorkspace,
} from '#apps/cli/moving/source/source.ts';
import { toMovedDocument } from '#apps/cli/moving/target/moved-document.ts';
import { findTargetBots, type TargetBot } from '#apps/cli/moving/target/target-bots.ts';
import { IncompleteImportError } from '#apps/cli/results/results-import.ts';
import { ServiceUnreachableError } from '#apps/cli/service/retrying-fetch.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { type CredentialReference, credentialReferences } from '#lib/bots/flow/credential-references.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import {
  type BotHere,
  createBot,
  type FinishOptions,
  finishBot,
  type MoveTarget,
  type NotKept,
  rehearseBot,
  toBotHere,
} from './move-bot.ts';
import { type MovedResults, moveResults } from './move-results.ts';

export type MoveRequest = FinishOptions & {
  source: Source;
  client: Client;
  workspaces: WorkspacePair[];
  /** Ids, public ids or names of the only bots to move. */
  only?: string[] | undefined;
  isDryRun: boolean;
  /** Undefined leaves results out. */
  results: { logs: boolean } | undefined;
  onProgress(step: MoveStep, done: number, total: number): void;
};

/** A workspace of the source, and the id of the one here that its bots go to. */
export type WorkspacePair = SourceWorkspace & { workspaceId: string };

/** `bots` creates them, `flows` gives them what is published and the draft. */
export type MoveStep = 'bots' | 'flows' | 'results';

/** What was done with a bot. */
export type MovedBot = {
  sourceId: string;
  name: string;
  /** Workspace here. */
  workspaceId: string;
  /** Id here. Absent if the bot is not here. */
  botId?: string;
  outcome: MoveOutcome;
  /** Dates in the source. The bot here has its own. */
  sourceCreatedAt?: string;
  sourceUpdatedAt?: string;
  isArchivedInSource?: true;
  /** Deleted in the source after the last move, or restored here. */
  isOnlyArchivedThere?: true;
  /** Published here, but not or no longer in the source. */
  isOnlyPublishedHere?: true;
  /** Settings that the service refused. */
  notKept?: NotKept[];
  /** Warnings from importing the draft. */
  warnings?: Warning[];
  /** In a dry run: issues in the flow. */
  issues?: FlowIssue[];
  /** Ids in links to bots that are not here. */
  unknownLinks?: string[];
  credentials?: NeededCredential[];
  results?: MovedResults;
  /** In a dry run: number of results that can be read. */
  readableResults?: number;
  error?: Failure;
};

/** `isStored` is absent if the service could not look it up. */
export type NeededCredential = CredentialReference & { isStored?: boolean };

export type MoveOutcome =
  | 'created'
  | 'updated'
  | 'unchanged'
  /** Changed here after the last move, and left alone. */
  | 'editedHere'
  /** Archived here, and left alone. */
  | 'archivedHere'
  /** Never published in the source, where only what is published is brought. */
  | 'notPublished'
  /** In a dry run: a move would create it, or bring what has changed. */
  | 'movable'
  | 'failed'
  /** The move stopped before it was done with this bot. */
  | 'unfinished';

/** Bots at a time: as many as an import of files. */
const CONCURRENCY = 4;

/** Statuses that affect every bot: a problem with the token or the workspace, or an overloaded service. */
const STOPPING_STATUSES = new Set([401, 403, 429, 503]);

type Target = MoveTarget & { newIds: Map<string, string> };

type Task = { entry: SourceBotEntry; here: BotHere | undefined; target: Target; moved: MovedBot };

/**
 * Moves bots: creates those that are missing, then gives each the links, the publication and the draft that it has
 * in the source, then brings the results. Calling it again continues what was interrupted, and writes nothing that
 * is here already. A bot that fails does not stop the others.
 *
 * @returns `stoppedBy` if the source or the service failed for all bots
 * @throws SourceUnreadableError, ApiError, ServiceUnreachableError if the bots cannot be listed
 */
export async function move(request: MoveRequest): Promise<{ bots: MovedBot[]; stoppedBy?: Failure }> {
  const { source, only, isDryRun } = request;
  const tasks: Task[] = [];
  // Links lead to bots of the same workspace.
  const targets = new Map<string, Target>();
  for (const { id, workspaceId } of request.workspaces) {
    const found = await findTargetBots(request.client, workspaceId);
    const target = targets.get(workspaceId) ?? { client: request.client, workspaceId, newIds: new Map() };
    targets.set(workspaceId, target);
    for (const [sourceId, bot] of found) target.newIds.set(sourceId, bot.id);
    const entries = (await source.listBots(id)).filter((entry) => isChosen(entry, found.get(entry.id), only));
    tasks.push(...entries.map((entry) => toTask(entry, found.get(entry.id), target)));
  }
  assertAllFound(only, tasks);

  const bots = tasks.map(({ moved }) => moved);
  try {
    if (isDryRun) await rehearseBots(tasks, request);
    else {
      await createBots(tasks, request);
      await settleDuplicates(tasks, request);
      await finishBots(tasks, request);
      if (request.results) await moveAllResults(tasks, request, request.results);
    }
    return { bots };
  } catch (error) {
    return { bots, stoppedBy: toFailure(error) };
  }
}

/** A bot is named by what it is called there or, once it is here, by its ids here. */
function isChosen(
  there: SourceBotEntry,
  here: Pick<BotHere, 'id' | 'publicId'> | undefined,
  only: string[] | undefined,
): boolean {
  const names = [there.id, there.name, there.publicId, here?.id, here?.publicId];
  return !only || only.some((wanted) => names.includes(wanted));
}

/** A misspelled name would otherwise leave a bot behind. */
function assertAllFound(only: string[] | undefined, tasks: Task[]): void {
  for (const wanted of only ?? []) {
    if (tasks.some(({ entry, here }) => isChosen(entry, here, [wanted]))) continue;
    throw new SourceUnreadableError(`The chosen workspaces of the source have no bot ${wanted}`);
  }
}

function toTask(entry: SourceBotEntry, found: TargetBot | undefined, target: Target): Task {
  const moved: MovedBot = {
    sourceId: entry.id,
    name: entry.name,
    workspaceId: target.workspaceId,
    ...(found && { botId: found.id }),
    outcome: 'unfinished',
  };
  return { entry, here: found && toBotHere(found), target, moved };
}

async function rehearseBots(tasks: Task[], request: MoveRequest): Promise<void> {
  // Links to bots that a move would create are not missing.
  for (const { entry, target } of tasks) {
    if (!target.newIds.has(entry.id)) target.newIds.set(entry.id, entry.id);
  }
  await processEachBot(tasks, 'bots', request, async ({ entry, here, target, moved }, bot) => {
    Object.assign(moved, await describeSource(bot, target), await rehearseBot(here, bot, target, request));
    if (request.results) moved.readableResults = await request.source.countResults(entry.id);
  });
}

/** Bots can link to each other in circles, so all of them have to be here before any link can be right. */
async function createBots(tasks: Task[], request: MoveRequest): Promise<void> {
  const missing = tasks.filter(({ here }) => here === undefined);
  await processEachBot(missing, 'bots', request, async (task, bot) => {
    const { entry, target, moved } = task;
    if (request.part === 'publication' && bot.published === null) {
      moved.outcome = 'notPublished';
      return;
    }
    const here = await createBot(entry.id, bot, target);
    target.newIds.set(entry.id, here.id);
    task.here = here;
    moved.botId = here.id;
  });
}

/**
 * Another move may have created the same bots meanwhile, with another token. Both go on with the older one, and each
 * archives its own if that is the younger.
 */
async function settleDuplicates(tasks: Task[], { client }: MoveRequest): Promise<void> {
  const created = tasks.filter(({ here }) => here?.isFresh);
  for (const workspaceId of new Set(created.map(({ target }) => target.workspaceId))) {
    const found = await findTargetBots(client, workspaceId);
    for (const task of created.filter(({ target }) => target.workspaceId === workspaceId)) {
      const { entry, here, target, moved } = task;
      const older = found.get(entry.id);
      // A list that does not have it yet has nothing to say.
      if (!here || !older || older.id === here.id || older.isArchived) continue;
      await client.deleteBot({ params: { botId: here.id } });
      task.here = toBotHere(older);
      target.newIds.set(entry.id, older.id);
      moved.botId = older.id;
    }
  }
}

async function finishBots(tasks: Task[], request: MoveRequest): Promise<void> {
  const present = tasks.filter(({ here, moved }) => here !== undefined && moved.outcome !== 'failed');
  await processEachBot(present, 'flows', request, async ({ entry, here, target, moved }, bot) => {
    if (!here) return;
    const { outcome, notKept, ...found } = await finishBot(here, entry.id, bot, target, request);
    // A pull that watches must not have everything looked up each minute.
    const isNews = request.part === 'everything' || outcome === 'updated';
    Object.assign(moved, isNews && (await describeSource(bot, target)), found, {
      outcome: here.revision === undefined && outcome === 'updated' ? 'created' : outcome,
      ...(notKept.length > 0 && { notKept }),
      ...(bot.draft.isArchived === true &&
        outcome === 'unchanged' &&
        !here.isArchived && { isOnlyArchivedThere: true }),
      ...(here.isPublished && bot.published === null && { isOnlyPublishedHere: true as const }),
    });
  });
}

async function moveAllResults(
  tasks: Task[],
  { source, client, onProgress }: MoveRequest,
  { logs }: { logs: boolean },
): Promise<void> {
  const open = tasks.filter(
    ({ here, moved }) => here && !here.isArchived && moved.outcome !== 'failed' && !moved.isArchivedInSource,
  );
  const counts = await mapConcurrently(open, CONCURRENCY, ({ entry }) => source.countResults(entry.id));
  const total = counts.reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const { entry, here, moved } of open) {
    if (!here) continue;
    await recordFailure(moved, async () => {
      const of = { sourceId: entry.id, botId: here.id, logs };
      moved.results = await moveResults(source, of, client, (count) => {
        done += count;
        onProgress('results', done, Math.max(done, total));
      });
    });
  }
}

async function processEachBot(
  tasks: Task[],
  step: MoveStep,
  { source, onProgress }: MoveRequest,
  work: (task: Task, bot: SourceBot) => Promise<void>,
): Promise<void> {
  let done = 0;
  await mapConcurrently(tasks, CONCURRENCY, async (task) => {
    await recordFailure(task.moved, async () => work(task, await source.readBot(task.entry.id)));
    done += 1;
    onProgress(step, done, tasks.length);
  });
}

/** Runs the work on one bot. Its failure is the bot's own unless it would meet every bot. */
async function recordFailure(moved: MovedBot, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const cause = error instanceof IncompleteImportError ? error.cause : error;
    if (isEveryBots(cause)) throw error;
    moved.outcome = 'failed';
    moved.error = toFailure(error);
  }
}

function isEveryBots(error: unknown): boolean {
  if (error instanceof ApiError) return STOPPING_STATUSES.has(error.status);
  if (error instanceof ServiceUnreachableError) return true;
  return error instanceof SourceUnreadableError && !(error instanceof BotUnreadableError);
}

async function describeSource(bot: SourceBot, target: MoveTarget): Promise<Partial<MovedBot>> {
  const { draft } = bot;
  const { unknownLinks, ...documents } = toMovedDocument(bot, target.newIds);
  const credentials = await findCredentials(documents.publication ?? documents.draft, target);
  return {
    ...(typeof draft.createdAt === 'string' && { sourceCreatedAt: draft.createdAt }),
    ...(typeof draft.updatedAt === 'string' && { sourceUpdatedAt: draft.updatedAt }),
    ...(draft.isArchived === true && { isArchivedInSource: true }),
    ...(unknownLinks.length > 0 && { unknownLinks }),
    ...(credentials.length > 0 && { credentials }),
  };
}

/** Lists the credentials that the document names, and asks the service which of them it has. */
async function findCredentials(
  document: JsonObject,
  { client, workspaceId }: MoveTarget,
): Promise<NeededCredential[]> {
  const references = credentialReferences(completeDocument(stepsToBlocks(document)).document);
  if (references.length === 0) return [];
  const { issues } = await client.checkBot({ body: { bot: document, workspaceId } });
  const missing = new Set(
    issues.filter(({ code }) => code === 'CREDENTIALS_NOT_STORED').map(({ path }) => path),
  );
  // An issue may be missing because there are too many, or because something could not be looked up.
  const isComplete = !issues.some(({ code }) => code === 'NOT_CHECKED' || code === 'MORE');
  return references.map((reference) => {
    if (missing.has(reference.path)) return { ...reference, isStored: false };
    return isComplete ? { ...reference, isStored: true } : reference;
  });
}
