import { accessToBot } from '#lib/bots/bot-access.ts';
import { nextTimestamp } from '#lib/bots/document/bot-head.ts';
import { rewriteBot } from '#lib/bots/draft/rewrite-bot.ts';
import { readBotPage } from '#lib/bots/store/bot-list-store.ts';
import { readBot, saveDraft } from '#lib/bots/store/draft-store.ts';
import { type ChangeSubject, changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';

const BOTS_PER_PAGE = 100;

/** Documents can have several MB each, all of them in memory. */
const CONCURRENT_BOTS = 5;

export type BotsMove = {
  workspaceId: string;
  from: string;
  /** Null moves the bots out of all folders. */
  to: string | null;
  action: ChangeSubject['action'];
};

/**
 * Moves all bots of a folder to another one, archived ones too.
 *
 * @param hasTime asked before each page of bots
 * @returns whether all were moved
 */
export async function moveBots(move: BotsMove, hasTime: () => boolean, caller: Caller): Promise<boolean> {
  const { workspaceId, from } = move;
  for (const isArchived of [false, true]) {
    let cursor: string | undefined;
    do {
      const query = { workspaceId, isArchived, folderId: from, limit: BOTS_PER_PAGE, cursor };
      const { items, nextCursor } = await readBotPage(query);
      for (let start = 0; start < items.length; start += CONCURRENT_BOTS) {
        if (!hasTime()) return false;
        const some = items.slice(start, start + CONCURRENT_BOTS);
        await mapConcurrently(some, CONCURRENT_BOTS, ({ id }) => moveBot(id, move, caller));
      }
      cursor = nextCursor;
    } while (cursor !== undefined);
  }
  return true;
}

/** Does nothing if the bot has been moved or erased since it was listed. */
async function moveBot(botId: string, { workspaceId, from, to, action }: BotsMove, caller: Caller) {
  const change = { ...changeOrigin(caller), action, workspaceId, botId, folderId: from };
  try {
    await rewriteBot(
      botId,
      (id) => readBot(id, accessToBot('editor', caller)),
      async (stored) => {
        const { head, document } = stored;
        if (document.folderId !== from) return;
        const updatedAt = nextTimestamp(head.updatedAt);
        const moved = { ...head, updatedAt, revision: head.revision + 1 };
        await saveDraft(stored, { head: moved, document: { ...document, folderId: to } }, change);
      },
    );
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
  }
}
