import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { findCredentialsVault } from '#lib/platform/credentials/credentials-vault.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { CredentialsRecord } from './credentials-record.ts';
import { readRecords } from './credentials-store.ts';

/**
 * Lists the credentials that were stored over the API, by id, without reading a value. Editors may, because they choose
 * among them for their blocks.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace, FORBIDDEN
 */
export async function listCredentials(
  workspaceId: string,
  caller: Caller,
): Promise<{ records: CredentialsRecord[]; usdPerMonth: number | null }> {
  requireRole(workspaceId, 'editor', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  return {
    records: await readRecords(workspaceId),
    usdPerMonth: findCredentialsVault()?.usdPerMonth ?? null,
  };
}
