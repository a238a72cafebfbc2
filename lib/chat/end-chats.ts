import { requireBot } from '#lib/bots/bot-access.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { writeChatsEnd } from './store/chats-end-store.ts';

/**
 * Ends all running chats of a bot. Works for archived bots, too.
 *
 * @returns the current time: all chats that began at or before it are over
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function endChats(botId: string, caller: Caller): Promise<string> {
  const workspaceId = await requireBot(botId, 'editor', caller);
  const change = { ...changeOrigin(caller), action: 'endChats' as const, workspaceId, botId };
  await writeChatsEnd(botId, change.at, change);
  return change.at;
}
