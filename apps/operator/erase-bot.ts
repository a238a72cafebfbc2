import { isPublicId } from '#lib/bots/document/public-id.ts';
import { readPublicIdClaim } from '#lib/bots/store/bot-claims.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { withdrawBot } from '#lib/bots/store/withdrawal-store.ts';
import { endChatsForGood } from '#lib/chat/store/chats-end-store.ts';
import { eraseBotPage } from '#lib/jobs/erasure/erase-bot.ts';
import { eraseFiles } from '#lib/jobs/erasure/erase-files.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { eraseSessions } from './erase-sessions.ts';

/** A command may take as long as it needs. */
const hasTime = () => true;

/** How long instances cache that a bot's chats are running, plus the time for their last requests to finish. */
const CLOSING_SECONDS = 90;

export type BotToErase = { id: string; name: string; workspaceId: string };

/**
 * Finds a bot by its id or, if no bot has that id, by its public id.
 *
 * @throws ServiceError NOT_FOUND if there is none
 */
export async function findBotToErase(named: string): Promise<BotToErase> {
  const bot = (await readBotHead(named)) ?? (await findByPublicId(named));
  if (!bot) throw new ServiceError('NOT_FOUND', `Bot not found: ${named}`);
  return { id: bot.head.id, name: bot.stored.listed.name ?? '', workspaceId: bot.head.workspaceId };
}

async function findByPublicId(publicId: string) {
  if (!isPublicId(publicId)) return undefined;
  const claim = await readPublicIdClaim(publicId);
  return claim && (await readBotHead(claim.botId));
}

/**
 * Erases a bot with its releases, results and sessions and, from the bucket, what respondents have uploaded to it.
 *
 * @param pause waits until its chats have ended everywhere
 */
export async function eraseBot(
  { id, workspaceId }: BotToErase,
  bucket: string | undefined,
  pause: (seconds: number) => Promise<void>,
): Promise<{ results: number; sessions: number }> {
  await withdrawBot(id);
  await endChatsForGood(id);
  await pause(CLOSING_SECONDS);
  // An editor may have published the bot again.
  await withdrawBot(id);
  let results = 0;
  let cursor: string | undefined;
  for (let isComplete = false; !isComplete; ) {
    const page = await eraseBotPage(id, { cursor, hasTime });
    results += page.deleted;
    ({ isComplete, cursor } = page);
  }
  if (bucket) await eraseFiles(bucket, [workspaceId, id], hasTime);
  const sessions = await eraseSessions((session) => session.botId === id);
  return { results, sessions };
}
