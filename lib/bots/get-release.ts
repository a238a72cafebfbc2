import { type Caller, requireRole } from '#lib/auth/access.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { readBotHead } from './bot-store.ts';
import { flowOf } from './flow-digest.ts';
import { releaseNumberOf } from './release-number.ts';
import { readRelease, type StoredRelease } from './release-store.ts';
import { botNotFound } from './rewrite-bot.ts';

export const releaseNotFound = () => new ServiceError('NOT_FOUND', 'Release not found');

/**
 * A release of a bot: its flow, which is what is published of it.
 *
 * @param release as the caller wrote it
 * @throws NOT_FOUND for the bot or the release
 */
export async function getRelease(botId: string, release: string, caller: Caller) {
  const { document, stored: _, workspaceId: __, ...listed } = await findRelease(botId, release, caller);
  return { ...listed, ...flowOf(document) };
}

/** @throws NOT_FOUND for the bot or the release */
export async function findRelease(botId: string, release: string, caller: Caller): Promise<StoredRelease> {
  const number = releaseNumberOf(release);
  const found = number === undefined ? undefined : await readRelease(botId, number);
  // The release knows its workspace; only where there is none does the bot's own item decide what is missing.
  const workspaceId = found?.workspaceId ?? (await readBotHead(botId))?.head.workspaceId;
  if (workspaceId === undefined) throw botNotFound();
  requireRole(caller, workspaceId, 'viewer', botNotFound());
  if (!found) throw releaseNotFound();
  return found;
}
