import { randomUUID } from 'node:crypto';
import type { NotKept } from '#apps/cli/moving/report/moved-bot.ts';
import type { SourceBot } from '#apps/cli/moving/source/source.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { findLinkedBotIds } from '#lib/bots/document/linked-bots.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#lib/platform/idempotency/idempotency-key.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { type PlanOptions, planBot } from './bot-plan.ts';
import { formatRevision, PUBLISHED_KEYS, type Revision } from './moved-document.ts';
import { dropSettingWarnings } from './setting-warnings.ts';
import type { TargetBot, TargetWorkspace } from './target-bots.ts';

/** Outcome of `finishBot`. */
export type Finish =
  | { outcome: 'unchanged' | 'editedHere' | 'archivedHere'; notKept: NotKept[] }
  | { outcome: 'updated'; notKept: NotKept[]; warnings: Warning[] };

/**
 * Brings a bot of the target to the state that it has in the source: what is published, the draft if it differs, its
 * settings, and whether it is archived. `rewrite` replaces the addresses of files. The revision is stored last, so the next call repeats an interrupted one.
 *
 * @throws ApiError
 */
export async function finishBot(
  targetBot: TargetBot,
  sourceId: string,
  bot: SourceBot,
  { client, workspaceId, newIds }: TargetWorkspace,
  { rewrite, ...options }: PlanOptions & { rewrite: <T>(document: T) => T },
): Promise<Finish> {
  const { draft } = bot;
  const plan = planBot(targetBot, bot, newIds, options);
  if (plan.outcome !== 'updated') {
    return { outcome: plan.outcome, notKept: reportOtherPublicId(targetBot, draft) };
  }
  const { revision } = plan;
  // The revision is that of the source's documents, with their addresses of files.
  const { publication, last } = rewrite({ publication: plan.publication, last: plan.last });

  const replace = (document: JsonObject, brought?: Revision) =>
    client.importBot({
      body: {
        workspaceId,
        bot: document,
        mode: 'replace',
        botId: targetBot.id,
        folderId: typeof draft.folderId === 'string' ? draft.folderId : null,
        overwrite: true,
        source: { id: sourceId, ...(brought && { revision: formatRevision(brought) }) },
      },
      headers: { [IDEMPOTENCY_KEY_HEADER]: randomUUID() },
    });

  // A draft that is replaced is kept as a release, which is right for what somebody has edited, and too much for
  // what a move has just imported.
  const isImported = targetBot.revision === undefined && !targetBot.isPublished && !targetBot.isEdited;
  const first = publication ?? last;
  const isRewritten = first !== (plan.publication ?? plan.last);
  const isFirstStored = targetBot.isFresh && !isRewritten && findLinkedBotIds(first).length === 0;
  if (isImported && !isFirstStored && !(await updateFlow(targetBot.id, first, client))) await replace(first);
  // Files that have come since give the same publication other addresses.
  const hasNewAddresses = options.hasOldAddresses === true && publication !== plan.publication;
  if (publication && (hasNewAddresses || isPublicationNew(targetBot, revision))) {
    if (!isImported) await replace(publication);
    await client.publishBot({
      params: { botId: targetBot.id },
      headers: { [IDEMPOTENCY_KEY_HEADER]: randomUUID() },
    });
  }
  const notKept =
    targetBot.revision === undefined
      ? await keepSettings(targetBot, draft, client)
      : reportOtherPublicId(targetBot, draft);
  if (draft.isClosed === true)
    await client.updateBot({ params: { botId: targetBot.id }, body: { bot: { isClosed: true } } });
  const { warnings = [] } = await replace(last, revision);
  await archiveLikeSource(targetBot, draft, client);
  return { outcome: 'updated', notKept, warnings: dropSettingWarnings(warnings) };
}

function isPublicationNew({ isEdited, revision: before }: TargetBot, revision: Revision): boolean {
  return isEdited || before?.publication !== revision.publication;
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

/** Sets what an import does not. Only the first move does, because a team may give the bot another address later. */
async function keepSettings(targetBot: TargetBot, draft: JsonObject, client: Client): Promise<NotKept[]> {
  const notKept: NotKept[] = [];
  for (const field of ['publicId', 'customDomain'] as const) {
    const value = draft[field];
    if (typeof value !== 'string' || (field === 'publicId' && value === targetBot.publicId)) continue;
    try {
      const bot = field === 'publicId' ? { publicId: value } : { customDomain: value };
      await client.updateBot({ params: { botId: targetBot.id }, body: { bot } });
    } catch (error) {
      const isRefused = error instanceof ApiError && [400, 409].includes(error.status);
      if (!isRefused) throw error;
      notKept.push({ field, value, reason: error.message });
    }
  }
  return notKept;
}

function reportOtherPublicId({ publicId }: TargetBot, draft: JsonObject): NotKept[] {
  if (typeof draft.publicId !== 'string' || draft.publicId === publicId) return [];
  return [{ field: 'publicId', value: draft.publicId, reason: `it is ${publicId ?? 'not set'} here` }];
}

/** Archives a bot that was deleted in the source, unless the target uses it. */
async function archiveLikeSource(targetBot: TargetBot, draft: JsonObject, client: Client): Promise<void> {
  if (draft.isArchived !== true || targetBot.isPublished) return;
  await client.deleteBot({ params: { botId: targetBot.id } });
}
