import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { readReleasePage } from '#lib/bots/store/release-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';

/**
 * Returns a page of a bot's releases, newest first.
 *
 * @throws NOT_FOUND, BAD_REQUEST for an invalid cursor
 */
export async function listReleases(
  botId: string,
  page: { limit: number; cursor: string | undefined },
  caller: Caller,
) {
  const bot = await readBotHead(botId);
  if (!bot) throw botNotFound();
  accessToBot('viewer', caller)(bot.head.workspaceId);
  const { items, nextCursor } = await readReleasePage(botId, page);
  const publishedRelease = bot.head.published?.release;
  return {
    releases: items.map((release) => ({ ...release, isPublished: release.release === publishedRelease })),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}
