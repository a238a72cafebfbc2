import type { Caller } from '#lib/auth/access.ts';
import { requireBot } from '#lib/results/require-result.ts';
import { writeChatsEnd } from './chats-end-store.ts';

/**
 * Ends all chats of a bot that have begun so far. Works for archived bots, too.
 *
 * @returns when: chats that began at this time or before it are over
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function endChats(botId: string, caller: Caller): Promise<string> {
  await requireBot(botId, 'editor', caller);
  const endedAt = new Date().toISOString();
  await writeChatsEnd(botId, endedAt);
  return endedAt;
}
