import { findCredentialsVault } from '#lib/platform/credentials/credentials-vault.ts';
import { erasePartition } from '#lib/platform/store/erase-partition.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { readRecords } from './credentials-store.ts';

/** Below the 50 deletions a second that Secrets Manager allows an account. */
const CONCURRENT_DELETIONS = 5;

/**
 * Deletes all credentials of a workspace that is being erased. Values go first, and for good: as long as one may be left, its
 * item is there, so that a repeated erasure finds it.
 *
 * @returns whether everything was deleted
 */
export async function eraseCredentials(workspaceId: string, hasTime: () => boolean): Promise<boolean> {
  const vault = findCredentialsVault();
  const records = await readRecords(workspaceId);
  await mapConcurrently(records, CONCURRENT_DELETIONS, async ({ id }) => {
    await vault?.remove(workspaceId, id, { isForGood: true });
  });
  return await erasePartition(keys.credentialsPartition(workspaceId), { hasTime });
}
