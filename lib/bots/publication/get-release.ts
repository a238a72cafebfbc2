import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { toPublishedFlow } from '#lib/bots/document/published-flow.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { parseReleaseNumber } from '#lib/bots/store/release-number.ts';
import { readRelease, type StoredRelease } from '#lib/bots/store/release-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { readBesideBot } from './read-beside-bot.ts';

export const releaseNotFound = () => new ServiceError('NOT_FOUND', 'Release not found');

/**
 * Returns a release of a bot, with the published part of its document.
 *
 * @param release release number as sent by the caller
 * @throws NOT_FOUND if the bot or the release does not exist
 */
export async function getRelease(botId: string, release: string, caller: Caller) {
  const { document, stored: _, workspaceId: __, ...listed } = await findRelease(botId, release, caller);
  return { ...listed, ...toPublishedFlow(document) };
}

/** @throws NOT_FOUND if the bot or the release does not exist */
export async function findRelease(botId: string, release: string, caller: Caller): Promise<StoredRelease> {
  const number = parseReleaseNumber(release);
  const assertAccess = accessToBot('viewer', caller);
  const found =
    number === undefined
      ? undefined
      : await readBesideBot(
          () => readRelease(botId, number, assertAccess),
          () => readBotHead(botId),
        );
  if (found) return found;
  // Only the bot's own item shows whether the bot is missing or just the release.
  const bot = await readBotHead(botId);
  if (!bot) throw botNotFound();
  assertAccess(bot.head.workspaceId);
  throw releaseNotFound();
}
