import type { Caller } from '#lib/platform/auth/access.ts';
import { requireResult } from './require-result.ts';
import type { Result } from './result-schema.ts';
import { readResult } from './store/result-store.ts';

/**
 * Reads one respondent's run of a bot, with its answers.
 *
 * @throws NOT_FOUND if the bot does not exist or belongs to a workspace without access, or if the result does
 *   not exist or belongs to another bot; FORBIDDEN
 */
export async function getResult(botId: string, resultId: string, caller: Caller): Promise<Result> {
  const stored = await readResult(resultId);
  const owned = stored && { ...stored, botId: stored.result.botId };
  return (await requireResult(botId, owned, 'viewer', caller)).result;
}
