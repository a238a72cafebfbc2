import type { Change } from '#lib/audit/change.ts';
import { sessionDeletion } from '#lib/chat/store/session-store.ts';
import { eraseLogs } from '#lib/logs/log-store.ts';
import { writeItems } from '#lib/store/dynamodb.ts';
import { isId } from '#lib/store/keys.ts';
import { erasureWrite } from './store/erasure-memory.ts';
import { deleteResult, endResult, eraseAnswers } from './store/result-store.ts';

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
  await deleteResult(resultId);
  return true;
}
