import { accessToBot } from '#lib/bots/bot-access.ts';
import type { Bot } from '#lib/bots/document/bot-head.ts';
import { assertNotArchived } from '#lib/bots/draft/archived-bot.ts';
import { toReplacedDraft } from '#lib/bots/draft/replaced-draft.ts';
import { rewriteBot } from '#lib/bots/draft/rewrite-bot.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { saveRestoredRelease } from '#lib/bots/store/kept-release.ts';
import { parseReleaseNumber } from '#lib/bots/store/release-number.ts';
import { readRelease } from '#lib/bots/store/release-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { releaseNotFound } from './get-release.ts';

/**
 * `keptAsRelease` is the number of the release that preserves the old draft. Absent if the draft already was
 * a release.
 */
export type Restoration = { bot: Bot; keptAsRelease?: number };

/**
 * Replaces the draft with the whole document of a release, including name and folder. Keeps the
 * server-controlled fields: the public address, what is published, and whether the bot is closed. If the old
 * draft is not yet a release, it is kept as the next, unpublished release, so that nothing is lost. No-op if
 * the draft already equals the release.
 *
 * @param release release number as sent by the caller
 * @throws NOT_FOUND if the bot or the release does not exist, FORBIDDEN, CONFLICT if the bot is archived
 */
export async function restoreRelease(botId: string, release: string, caller: Caller): Promise<Restoration> {
  const origin = changeOrigin(caller);
  return await rewriteBot(botId, readBotHead, async (before) => {
    accessToBot('editor', caller)(before.head.workspaceId);
    assertNotArchived(before.head);
    const number = parseReleaseNumber(release);
    const restored =
      number === undefined ? undefined : await readRelease(botId, number, accessToBot('editor', caller));
    if (!restored) throw releaseNotFound();
    const { document } = restored;
    if (before.stored.draftRelease === restored.release) return { bot: { head: before.head, document } };

    const { head, ...kept } = toReplacedDraft(before);
    await saveRestoredRelease(before, head, restored, {
      ...origin,
      action: 'restoreRelease',
      workspaceId: head.workspaceId,
      botId,
      release: restored.release,
    });
    return { bot: { head, document }, ...kept };
  });
}
