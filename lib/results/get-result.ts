import type { Caller } from '#lib/auth/access.ts';
import { requireResult } from './require-result.ts';
import type { Result } from './result-schema.ts';
import { readResult } from './result-store.ts';

/**
 * One respondent's run of a bot, with its answers.
 *
 * @throws NOT_FOUND for a bot that is absent or foreign, and for a result that is absent or of another bot;
 *   FORBIDDEN
 */
export async function getResult(botId: string, resultId: string, caller: Caller): Promise<Result> {
  const stored = await readResult(resultId);
  const owned = stored && { ...stored, botId: stored.result.botId };
  return (await requireResult(botId, owned, 'viewer', caller)).result;
}
