import { createHash, randomUUID } from 'node:crypto';
import type { SourceBot } from '#apps/cli/moving/source/source.ts';
import {
  formatRevision,
  PUBLISHED_KEYS,
  parseRevision,
  type Revision,
  toMovedDocument,
  toRevision,
} from '#apps/cli/moving/target/moved-document.ts';
import type { TargetBot } from '#apps/cli/moving/target/target-bots.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { findLinkedBotIds } from '#lib/bots/document/linked-bots.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '#lib/platform/idempotency/idempotency-key.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** A bot here, and what is known of its move. */
export type BotHere = {
  id: string;
  publicId: string | null;
  isPublished: boolean;
  isArchived: boolean;
  /** Whether the draft was changed here after the last move. */
  isEdited: boolean;
  /** What was brought here. Undefined until a move has finished. */
  revision: Revision | undefined;
  /** Whether another tool has brought it here, whose revisions mean nothing to us. */
  isFromElsewhere: boolean;
  /** Whether this move has created it, so that nothing can have changed since. */
  isFresh: boolean;
};

export type MoveTarget = {
  client: Client;
  workspaceId: string;
  /** Ids of the bots here by those in the source. */
  newIds: ReadonlyMap<string, string>;
};

/**
 * What is brought here. With `publication` alone, what is published in the source also becomes the draft here: the
 * source stays the editor.
 */
export type MovedPart = 'everything' | 'publication';

/** A setting that is not as in the source, because the service refused it. */
export type NotKept = { field: 'publicId' | 'customDomain'; value: string; reason: string };

/** What a move would do with a bot. */
export type Rehearsal = {
  outcome: 'movable' | 'unchanged' | 'editedHere' | 'archivedHere' | 'notPublished';
  warnings?: Warning[];
  issues?: FlowIssue[];
};

export type FinishOptions = {
  /** Also replaces a draft that was changed here; the service keeps it as a release. */
  overwrite: boolean;
  part: MovedPart;
};

/** What `finishBot` did. */
export type Finish =
  | { outcome: 'unchanged' | 'editedHere' | 'archivedHere'; notKept: NotKept[] }
  | { outcome: 'updated'; notKept: NotKept[]; warnings: Warning[] };

export function toBotHere({ id, publicId, isPublished, isArchived, source }: TargetBot): BotHere {
  const revision = parseRevision(source.revision ?? undefined);
  return {
    id,
    publicId,
    isPublished,
    isArchived,
    isEdited: source.isEdited,
    revision,
    isFromElsewhere: revision === undefined && source.revision !== null,
    isFresh: false,
  };
}

/**
 * Creates the bot with what is published, or else with the draft. Its links keep the ids of the source until
 * `finishBot`, which has to follow: a body with new ids would have another idempotency key each time.
 *
 * @throws ApiError
 */
export async function createBot(
  sourceId: string,
  bot: SourceBot,
  { client, workspaceId }: MoveTarget,
): Promise<BotHere> {
  const moved = toMovedDocument(bot, new Map());
  const body = {
    workspaceId,
    bot: moved.publication ?? moved.draft,
    keepPublicId: true as const,
    source: { id: sourceId },
  };
  const send = (idempotencyKey: string) =>
    client.importBot.withResponse({ body, headers: { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey } });

  const key = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  let { data, response } = await send(`bots-move-${key}`);
  // The response may be that of a move earlier today, and the bot deleted here since.
  if (response.headers.has(REPLAYED_HEADER) && !(await isHere(client, data.bot.id))) {
    ({ data, response } = await send(`bots-move-${randomUUID()}`));
  }
  const { id, publicId } = data.bot;
  // A bot that an earlier call has created may have been changed since.
  const isFresh = !response.headers.has(REPLAYED_HEADER);
  return {
    id,
    publicId,
    isPublished: false,
    isArchived: false,
    isEdited: !isFresh,
    revision: undefined,
    isFromElsewhere: false,
    isFresh,
  };
}

async function isHere(client: Client, botId: string): Promise<boolean> {
  try {
    return !(await client.getBot({ params: { botId } })).bot.isArchived;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Brings a bot here to the state that it has in the source: what is published, the draft if it differs, its
 * settings, and whether it is archived. The revision is stored last, so the next call repeats an interrupted one.
 *
 * @throws ApiError
 */
export async function finishBot(
  here: BotHere,
  sourceId: string,
  bot: SourceBot,
  { client, workspaceId, newIds }: MoveTarget,
  options: FinishOptions,
): Promise<Finish> {
  const { draft } = bot;
  const plan = toPlan(here, bot, newIds, options);
  if (plan.outcome !== 'updated') return { outcome: plan.outcome, notKept: differentPublicId(here, draft) };
  const { publication, last, revision } = plan;

  const replace = (document: JsonObject, brought?: Revision) =>
    client.importBot({
      body: {
        workspaceId,
        bot: document,
        mode: 'replace',
        botId: here.id,
        folderId: typeof draft.folderId === 'string' ? draft.folderId : null,
        overwrite: true,
        source: { id: sourceId, ...(brought && { revision: formatRevision(brought) }) },
      },
      headers: { [IDEMPOTENCY_KEY_HEADER]: randomUUID() },
    });

  // A draft that is replaced is kept as a release, which is right for what somebody has edited, and too much for
  // what a move has just imported.
  const isImported = here.revision === undefined && !here.isPublished && !here.isEdited;
  const first = publication ?? last;
  const isFirstThere = here.isFresh && findLinkedBotIds(first).length === 0;
  if (isImported && !isFirstThere && !(await updateFlow(here.id, first, client))) await replace(first);
  if (publication && (here.isEdited || here.revision?.publication !== revision.publication)) {
    if (!isImported) await replace(publication);
    await client.publishBot({
      params: { botId: here.id },
      headers: { [IDEMPOTENCY_KEY_HEADER]: randomUUID() },
    });
  }
  const notKept =
    here.revision === undefined ? await keepSettings(here, draft, client) : differentPublicId(here, draft);
  if (draft.isClosed === true)
    await client.updateBot({ params: { botId: here.id }, body: { bot: { isClosed: true } } });
  const { warnings = [] } = await replace(last, revision);
  await archiveLikeSource(here, draft, client);
  return { outcome: 'updated', notKept, warnings: withoutSettings(warnings) };
}

/** Says what `createBot` and `finishBot` would do, with the warnings of an import, and writes nothing. */
export async function rehearseBot(
  here: BotHere | undefined,
  bot: SourceBot,
  { client, workspaceId, newIds }: MoveTarget,
  options: FinishOptions,
): Promise<Rehearsal> {
  if (options.part === 'publication' && bot.published === null) return { outcome: 'notPublished' };
  if (here) {
    const { outcome } = toPlan(here, bot, newIds, options);
    return { outcome: outcome === 'updated' ? 'movable' : outcome };
  }
  const { publication, draft } = toMovedDocument(bot, newIds);
  const { warnings, issues } = await client.importBot({
    body: { workspaceId, bot: publication ?? draft, keepPublicId: true, dryRun: true },
  });
  return { outcome: 'movable', warnings: withoutSettings(warnings ?? []), ...(issues && { issues }) };
}

type Plan =
  | { outcome: 'unchanged' | 'editedHere' | 'archivedHere' }
  /** `last` is the document that becomes the draft. */
  | { outcome: 'updated'; publication: JsonObject | null; last: JsonObject; revision: Revision };

function toPlan(
  here: BotHere,
  bot: SourceBot,
  newIds: ReadonlyMap<string, string>,
  { part, overwrite }: FinishOptions,
): Plan {
  if (here.isArchived) return { outcome: bot.draft.isArchived === true ? 'unchanged' : 'archivedHere' };
  // No longer published there: whether it should stay so here is for people to decide.
  if (part === 'publication' && bot.published === null) return { outcome: 'unchanged' };
  const moved = toMovedDocument(bot, newIds);
  const { publication } = moved;
  const last = part === 'publication' && publication ? publication : moved.draft;
  const revision = toRevision({ publication, draft: last }, bot.draft);
  const isPublicationNew = here.revision?.publication !== revision.publication;
  const isDraftNew = part === 'everything' && here.revision?.draft !== revision.draft;
  const isOverwritten = here.isEdited && overwrite;
  if (!isPublicationNew && !isDraftNew && !isOverwritten) return { outcome: 'unchanged' };
  const isKnown = here.revision !== undefined || here.isFromElsewhere;
  if (isKnown && here.isEdited && !overwrite) return { outcome: 'editedHere' };
  return { outcome: 'updated', publication, last, revision };
}

/** @returns false for a document of before June 2022, which only an import understands */
async function updateFlow(botId: string, document: JsonObject, client: Client): Promise<boolean> {
  if (!Array.isArray(document.groups)) return false;
  const flow = Object.fromEntries(
    PUBLISHED_KEYS.filter((key) => document[key] !== undefined).map((key) => [key, document[key]]),
  );
  await client.updateBot({ params: { botId }, body: { bot: flow, overwrite: true } });
  return true;
}

/** Sets what an import does not. Only the first move does, because a team may give the bot another address here. */
async function keepSettings(here: BotHere, draft: JsonObject, client: Client): Promise<NotKept[]> {
  const notKept: NotKept[] = [];
  for (const field of ['publicId', 'customDomain'] as const) {
    const value = draft[field];
    if (typeof value !== 'string' || (field === 'publicId' && value === here.publicId)) continue;
    try {
      const bot = field === 'publicId' ? { publicId: value } : { customDomain: value };
      await client.updateBot({ params: { botId: here.id }, body: { bot } });
    } catch (error) {
      const isRefused = error instanceof ApiError && [400, 409].includes(error.status);
      if (!isRefused) throw error;
      notKept.push({ field, value, reason: error.message });
    }
  }
  return notKept;
}

function differentPublicId({ publicId }: BotHere, draft: JsonObject): NotKept[] {
  if (typeof draft.publicId !== 'string' || draft.publicId === publicId) return [];
  return [{ field: 'publicId', value: draft.publicId, reason: `it is ${publicId ?? 'not set'} here` }];
}

/** What an import leaves out, and `keepSettings` has set or reported. */
const SETTING_PATHS = new Set(['bot.publicId', 'bot.customDomain', 'bot.isClosed']);

function withoutSettings(warnings: Warning[]): Warning[] {
  return warnings.filter(({ path }) => !SETTING_PATHS.has(path));
}

/** What was deleted in the source is archived here, unless it is in use here. */
async function archiveLikeSource(here: BotHere, draft: JsonObject, client: Client): Promise<void> {
  if (draft.isArchived !== true || here.isPublished) return;
  await client.deleteBot({ params: { botId: here.id } });
}
