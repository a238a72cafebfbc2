import { eraseFiles } from '#lib/jobs/erasure/erase-files.ts';
import { eraseResult } from '#lib/jobs/erasure/erase-result.ts';
import { erasePartition } from '#lib/platform/store/erase-partition.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { readResultOwner } from '#lib/results/store/result-store.ts';
import { eraseSessions } from './erase-sessions.ts';

/** A command may take as long as it needs. */
const hasTime = () => true;

/**
 * Erases a result with its answers, logs and sessions and, from the bucket, its files. Also erases what an interrupted
 * erasure has left in the table.
 *
 * @throws Error if files were to be erased, and the result is gone
 */
export async function eraseResultFromTable(
  resultId: string,
  bucket: string | undefined,
): Promise<{ results: number; sessions: number }> {
  const owner = await readResultOwner(resultId, { orEnded: true });
  await eraseResult(resultId, undefined, hasTime);
  await erasePartition(keys.result(resultId).pk, { hasTime });
  await erasePartition(keys.logPartition(resultId), { hasTime });
  if (bucket) {
    if (!owner) {
      throw new Error(
        'The result is already gone, so nothing tells which bot it belonged to and where its files are',
      );
    }
    await eraseFiles(bucket, [owner.workspaceId, owner.botId, resultId], hasTime);
  }
  const sessions = await eraseSessions((session) => session.resultId === resultId);
  return { results: owner ? 1 : 0, sessions };
}
