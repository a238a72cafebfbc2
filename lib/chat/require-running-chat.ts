import { ServiceError } from '#lib/errors/service-error.ts';
import { readChatsEnd } from './chats-end-store.ts';
import type { OpenSession } from './session.ts';

/**
 * Checks that a conversation has not been ended by the owner of one of its bots, whether the bot is running
 * or waiting for a linked one.
 *
 * @throws NOT_FOUND if the chats of one of the bots were ended since the conversation began
 */
export async function requireRunningChat({ createdAt, state }: OpenSession): Promise<void> {
  const botIds = [...new Set(state.frames.map(({ botId }) => botId))];
  const ends = await Promise.all(botIds.map(readChatsEnd));
  if (ends.some((endedAt) => endedAt !== undefined && Date.parse(createdAt) <= Date.parse(endedAt))) {
    throw new ServiceError('NOT_FOUND', 'The owner of the bot has ended its chats; please start a new one');
  }
}
