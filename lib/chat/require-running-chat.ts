import { ServiceError } from '#lib/errors/service-error.ts';
import { readChatsEnd } from './chats-end-store.ts';
import type { OpenSession } from './session.ts';

/**
 * Returns if no bot of the conversation has had its chats ended since it began: neither the one that runs nor those that
 * wait for it.
 *
 * @throws NOT_FOUND
 */
export async function requireRunningChat({ createdAt, state }: OpenSession): Promise<void> {
  const botIds = [...new Set(state.frames.map(({ botId }) => botId))];
  const ends = await Promise.all(botIds.map(readChatsEnd));
  if (ends.some((endedAt) => endedAt !== undefined && Date.parse(createdAt) <= Date.parse(endedAt))) {
    throw new ServiceError('NOT_FOUND', 'The owner of the bot has ended its chats; please start a new one');
  }
}
