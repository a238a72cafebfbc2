import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { toReportedVersion } from '#lib/bots/document/bot-version.ts';
import { toPublishedFlow } from '#lib/bots/document/published-flow.ts';
import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { type PublishedBotCopy, readPublished } from '#lib/bots/store/publication-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { readBesideBot } from './read-beside-bot.ts';

/**
 * Returns the published copy of a bot, or null if it is not published. `version` is only set when migrating:
 * the copy's version before the migration, which can differ from the draft's.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function getPublishedBot(
  botId: string,
  options: { migrateToLatestVersion: boolean },
  caller: Caller,
) {
  const copy = await readBesideBot(
    () => readPublished(botId, accessToBot('viewer', caller)),
    () => readBotHead(botId),
  );
  if (!copy) {
    // Only the bot's own item shows whether the bot is unpublished or does not exist.
    const bot = await readBotHead(botId);
    if (!bot) throw botNotFound();
    accessToBot('viewer', caller)(bot.head.workspaceId);
    return { publishedBot: null };
  }
  const flow = toPublishedFlow(copy.flow as BotDocument);
  if (!options.migrateToLatestVersion) return { publishedBot: present(copy, flow) };
  return { publishedBot: present(copy, migrateToLatest(flow)), version: toReportedVersion(flow.version) };
}

function present({ head, botId }: PublishedBotCopy, flow: ReturnType<typeof toPublishedFlow>) {
  return { id: head.id, botId, createdAt: head.createdAt, updatedAt: head.publishedAt, ...flow };
}
