import type { Caller } from '#lib/auth/access.ts';
import { requireBot } from '#lib/results/require-result.ts';
import { writeChatsEnd } from './chats-end-store.ts';

/**
 * Ends all chats of a bot that have begun so far. Works for archived bots, too.
 *
 * @returns the time of the end: chats that began then or earlier are over
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function endChats(botId: string, caller: Caller): Promise<string> {
  await requireBot(botId, 'editor', caller);
  const endedAt = new Date().toISOString();
  await writeChatsEnd(botId, endedAt);
  return endedAt;
}
