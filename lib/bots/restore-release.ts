import { type Caller, requireRole } from '#lib/auth/access.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { saveRestoredRelease } from '#lib/bots/store/kept-release.ts';
import { assertNotArchived } from './archived-bot.ts';
import { accessToBot } from './bot-access.ts';
import { botNotFound } from './bot-not-found.ts';
import type { Bot } from './document/bot-head.ts';
import { releaseNotFound } from './get-release.ts';
import { replacedDraft } from './replaced-draft.ts';
import { rewriteBot } from './rewrite-bot.ts';
import { parseReleaseNumber } from './store/release-number.ts';
import { readRelease } from './store/release-store.ts';

/** `keptAsRelease` is the release that the old draft was kept as. Absent if it was a release already. */
export type Restoration = { bot: Bot; keptAsRelease?: number };

/**
 * Makes a release the draft again, as a whole document, name and folder included. The fields that the server
 * decides stay: the public address, what is published, and whether the bot is closed. A draft that is not a
 * release yet is kept as the next one, unpublished, so nothing is lost. Restoring a release that is the draft
 * already changes nothing.
 *
 * @param release number of the release, as the caller wrote it
 * @throws NOT_FOUND if the bot or the release does not exist, FORBIDDEN, CONFLICT if the bot is archived
 */
export async function restoreRelease(botId: string, release: string, caller: Caller): Promise<Restoration> {
  return await rewriteBot(botId, readBotHead, async (before) => {
    requireRole(caller, before.head.workspaceId, 'editor', botNotFound());
    assertNotArchived(before.head);
    const number = parseReleaseNumber(release);
    const restored =
      number === undefined ? undefined : await readRelease(botId, number, accessToBot(caller, 'editor'));
    if (!restored) throw releaseNotFound();
    const { document } = restored;
    if (before.stored.draftRelease === restored.release) return { bot: { head: before.head, document } };

    const { head, ...kept } = replacedDraft(before);
    await saveRestoredRelease(before, head, restored);
    return { bot: { head, document }, ...kept };
  });
}
