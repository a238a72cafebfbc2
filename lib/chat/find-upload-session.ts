import { readResultSessions } from '#lib/results/store/result-store.ts';
import type { OpenSession } from './store/session.ts';
import { readOpenSession } from './store/session-store.ts';

/** Old clients know the result that they fill and the block that asks, but not their session. */
export type UploadSessionQuery = {
  sessionId?: string | undefined;
  resultId?: string | undefined;
  blockId?: string | undefined;
};

/**
 * Reads the session that an upload belongs to. For a result, that is its newest session in which this block waits, or
 * any block if none is named. A result lists at most 20 sessions, so this reads no more.
 */
export async function findUploadSession({
  sessionId,
  resultId,
  blockId,
}: UploadSessionQuery): Promise<OpenSession | undefined> {
  if (sessionId !== undefined) return await readOpenSession(sessionId);
  for (const id of resultId === undefined ? [] : await readResultSessions(resultId)) {
    const session = await readOpenSession(id);
    if (!session || session.resultId !== resultId) continue;
    if (blockId === undefined || session.state.waitingBlockId === blockId) return session;
  }
  return undefined;
}
