import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { findCredentialsVault } from '#lib/platform/credentials/credentials-vault.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { beginDeletion, finishDeletion, markIncomplete, readRecord } from './credentials-store.ts';
import { createOvertaken } from './put-credentials.ts';

/**
 * Deletes credentials with their value. Blocks that name them do nothing from then on.
 *
 * @throws NOT_FOUND if there are none or the caller has no access to the workspace, FORBIDDEN, SERVICE_UNAVAILABLE, CONFLICT if
 *   they are being changed by others
 */
export async function deleteCredentials(
  { workspaceId, credentialsId }: { workspaceId: string; credentialsId: string },
  caller: Caller,
): Promise<void> {
  requireRole(workspaceId, 'admin', createCredentialsNotFound, caller);
  const record = await readRecord(workspaceId, credentialsId);
  const change = record && (await beginDeletion(record, caller));
  if (!change) throw createCredentialsNotFound();
  await findCredentialsVault()?.remove(workspaceId, credentialsId, { isForGood: false });
  if (await finishDeletion(change)) return;
  await markIncomplete(change);
  throw createOvertaken();
}

export function createCredentialsNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Credentials not found');
}
