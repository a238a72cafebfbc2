import { randomUUID } from 'node:crypto';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client, OperationData } from '#apps/client/client.ts';
import { withoutServerFields } from '#lib/bots/document/bot-head.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Outcome of a save for the draft. */
export type DraftChange = {
  botId: string;
  outcome: 'created' | 'replaced' | 'updated' | 'unchanged';
  /** Release that keeps the draft as it was. */
  keptAsRelease?: number;
};

type Bot = OperationData<'importBot'>['bot'];

/** The draft as this run has stored it. */
type Stored = { bot: Bot; etag: string };

/**
 * Returns a function that makes a document the draft of a bot.
 *
 * A draft that this run has not stored itself is replaced by an import, which keeps it as a release. After that, each save is an
 * update with the ETag of the save before it: a release for each would be hundreds in a day.
 *
 * @param target without `botId`, the first document becomes a new bot
 */
export function createDraftWriter(
  client: Client,
  target: { workspaceId: string; botId: string | undefined },
): (document: JsonObject) => Promise<DraftChange> {
  const { workspaceId } = target;
  let { botId } = target;
  let stored: Stored | undefined;

  async function importDocument(document: JsonObject, replacedId: string | undefined): Promise<DraftChange> {
    const replacing =
      replacedId === undefined ? {} : { mode: 'replace' as const, botId: replacedId, overwrite: true };
    const { data, response } = await client.importBot.withResponse({
      body: { workspaceId, bot: document, ...replacing },
      headers: { 'idempotency-key': randomUUID() },
    });
    const { bot, keptAsRelease } = data;
    stored = toStored(bot, response);
    botId = bot.id;
    return {
      botId,
      outcome: replacedId === undefined ? 'created' : 'replaced',
      ...(keptAsRelease !== undefined && { keptAsRelease }),
    };
  }

  async function update(document: JsonObject, before: Stored): Promise<DraftChange> {
    const { id } = before.bot;
    const { bot: next } = await client.importBot({
      body: { workspaceId, bot: document, mode: 'replace', botId: id, overwrite: true, dryRun: true },
    });
    // An import that would change nothing leaves the time, too.
    if (next.updatedAt === before.bot.updatedAt) return { botId: id, outcome: 'unchanged' };
    if (!isUpdate(before.bot, next)) return await importDocument(document, id);
    try {
      const { data, response } = await client.updateBot.withResponse({
        params: { botId: id },
        headers: { 'if-match': before.etag },
        body: { bot: withoutServerFields(next) },
      });
      stored = toStored(data.bot, response);
      return { botId: id, outcome: 'updated' };
    } catch (error) {
      // Somebody else has changed the draft.
      if (!(error instanceof ApiError) || error.code !== 'PRECONDITION_FAILED') throw error;
      return await importDocument(document, id);
    }
  }

  return async (document) =>
    stored ? await update(document, stored) : await importDocument(document, botId);
}

function toStored(bot: Bot, response: Response): Stored | undefined {
  const etag = response.headers.get('etag');
  return etag === null ? undefined : { bot, etag };
}

/** Whether an update can make one document of the other: it neither removes a field nor goes back to an older version. */
function isUpdate(before: Bot, next: Bot): boolean {
  return before.version === next.version && Object.keys(before).every((field) => Object.hasOwn(next, field));
}
