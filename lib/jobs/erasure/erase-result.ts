import { sessionDeletion } from '#lib/chat/store/session-store.ts';
import type { Change } from '#lib/platform/audit/change.ts';
import { writeItems } from '#lib/platform/store/dynamodb.ts';
import { isId } from '#lib/platform/store/keys.ts';
import { eraseLogs } from '#lib/results/logs/log-store.ts';
import { erasureWrite } from '#lib/results/store/erasure-memory.ts';
import { endResult, eraseAnswers, removeResult } from '#lib/results/store/result-store.ts';

/**
 * Erases a result together with its answers, logs and sessions.
 *
 * The order matters. Marking the result as ended comes first: from then on, no session can write to it. The
 * sessions are next, because a client with a session could still send logs; the same request remembers the
 * erasure, which has to be done while the result still exists. The result itself is deleted last, so that a
 * retry can resume an interrupted deletion.
 *
 * @param change the deletion that this is part of, unless its entry is in the audit trail already. An erasure that
 *   an earlier deletion began stays part of that one.
 * @param hasTime checked before each page; once it returns false, the rest is left for another request
 * @returns whether everything was erased
 */
export async function eraseResult(
  resultId: string,
  change: Change | undefined,
  hasTime: () => boolean,
): Promise<boolean> {
  if (!hasTime()) return false;
  const ended = await endResult(resultId, change);
  // Already erased by another request.
  if (!ended) return true;
  const { botId, sessionIds } = ended;
  // A malformed result may have no bot. Then no import can bring it back either.
  const memory = isId(botId) ? [erasureWrite(botId, resultId)] : [];
  await writeItems([...sessionIds.map(sessionDeletion), ...memory]);
  if (!(await eraseAnswers(resultId, hasTime))) return false;
  if (!(await eraseLogs(resultId, hasTime))) return false;
  await removeResult(resultId);
  return true;
}
