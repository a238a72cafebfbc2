import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { readChatsEnd } from './store/chats-end-store.ts';
import type { OpenSession } from './store/session.ts';

/**
 * Checks that no bot in the conversation has had its chats ended by its owner. Covers the running bot and
 * those waiting for a linked one.
 *
 * @throws NOT_FOUND if the chats of one of the bots were ended since the conversation began
 */
export async function requireRunningChat({ createdAt, state }: OpenSession): Promise<void> {
  const botIds = [...new Set(state.frames.map(({ botId }) => botId))];
  const ends = await Promise.all(botIds.map(readChatsEnd));
  if (ends.some((endedAt) => endedAt !== undefined && Date.parse(createdAt) <= Date.parse(endedAt))) {
    throw new ServiceError('NOT_FOUND', "The bot's owner has ended this chat; please start a new one");
  }
}
