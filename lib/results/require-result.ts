import { accessToBot, requireBot } from '#lib/bots/bot-access.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { ResultOwner } from './store/result-store.ts';

/**
 * Returns the result if it belongs to this bot and the caller has the role.
 *
 * @param result the stored result or its owner; undefined if the result does not exist
 * @throws NOT_FOUND if the bot does not exist or belongs to a workspace without access, or if the result does
 *   not exist or belongs to another bot; FORBIDDEN
 */
export async function requireResult<R extends ResultOwner>(
  botId: string,
  result: R | undefined,
  role: Role,
  caller: Caller,
): Promise<R> {
  // Without access, falls through: same reads and same error as for a bot that does not exist.
  if (result?.botId === botId && caller.grants.has(result.workspaceId)) {
    accessToBot(role, caller)(result.workspaceId);
    return result;
  }
  await requireBot(botId, role, caller);
  throw new ServiceError('NOT_FOUND', 'Result not found');
}
