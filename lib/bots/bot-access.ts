import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { addLogKeys } from '#lib/platform/observability/log-keys.ts';
import { botNotFound } from './bot-not-found.ts';
import { readBotHead } from './store/draft-store.ts';

/**
 * Returns the access check to run before a document is read: without access, requesting a bot of several MB
 * must cost no more, and take no longer, than requesting one that does not exist.
 *
 * @example
 * const bot = await readBot(botId, accessToBot('viewer', caller));
 */
export function accessToBot(role: Role, caller: Caller): (workspaceId: string) => void {
  return (workspaceId) => {
    addLogKeys({ workspaceId });
    requireRole(workspaceId, role, botNotFound, caller);
  };
}

/**
 * @returns the bot's workspace
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function requireBot(botId: string, role: Role, caller: Caller): Promise<string> {
  const bot = await readBotHead(botId);
  if (!bot) throw botNotFound();
  accessToBot(role, caller)(bot.head.workspaceId);
  return bot.head.workspaceId;
}
