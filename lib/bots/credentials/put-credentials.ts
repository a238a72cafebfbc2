import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { isCredentialsId } from '#lib/platform/credentials/credentials-name.ts';
import { findCredentialsVault } from '#lib/platform/credentials/credentials-vault.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { checkCredentialFields } from './credential-field-check.ts';
import type { CredentialsRecord } from './credentials-record.ts';
import { beginPut, finishPut, markIncomplete, readRecords } from './credentials-store.ts';

/** Each costs the operator $0.40 a month, and bots in use have a handful. Racing requests may exceed it a little. */
export const MAX_CREDENTIALS = 100;

export type PutCredentials = {
  workspaceId: string;
  credentialsId: string;
  /** A key of `CREDENTIAL_KINDS`. */
  kind: string;
  /** If absent, an earlier name stays. */
  name?: string | undefined;
  /** The value. Never log it. */
  data?: JsonObject | undefined;
  /** Obtains the value instead. Called once everything else has been checked, because it may work only once. */
  authorize?: (() => Promise<JsonObject>) | undefined;
};

/**
 * Stores credentials of a workspace, or replaces those with the same id.
 *
 * @returns the credentials without their value, and what a secret costs in US dollars a month, or null if nothing
 * @throws NOT_FOUND if the caller has no access to the workspace, FORBIDDEN, BAD_REQUEST, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE,
 *   CONFLICT if the service has no place for credentials, the workspace has too many, or they are being changed by others; and
 *   whatever `authorize` throws
 */
export async function putCredentials(
  { workspaceId, credentialsId, kind, name: sentName, ...sent }: PutCredentials,
  caller: Caller,
): Promise<{ record: CredentialsRecord; usdPerMonth: number | null }> {
  requireRole(workspaceId, 'admin', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  if (!isCredentialsId(credentialsId) || !isCredentialsId(workspaceId)) {
    throw badRequest('credentialsId', 'Must have 1 to 64 letters, digits, hyphens and underscores');
  }
  const obtainValue = chooseSource(kind, sent);
  const vault = findCredentialsVault();
  if (!vault) {
    throw new ServiceError('CONFLICT', 'This service has no place where credentials can be stored');
  }
  const now = new Date();
  const records = await readRecords(workspaceId);
  const before = records.find(({ id }) => id === credentialsId);
  if (!before && records.length >= MAX_CREDENTIALS) {
    throw new ServiceError('CONFLICT', `A workspace can have at most ${MAX_CREDENTIALS} credentials`);
  }
  const value = await obtainValue();
  const name = sentName ?? before?.name;
  const updatedAt = now.toISOString();
  const change = await beginPut(
    {
      id: credentialsId,
      workspaceId,
      kind,
      ...(name !== undefined && { name }),
      createdAt: before?.createdAt ?? updatedAt,
      updatedAt,
    },
    caller,
    now,
  );
  // Blocks of other kinds do not use it: chats read the value alone.
  await vault.write(workspaceId, credentialsId, { ...value, kind });
  if (!(await finishPut(change))) {
    await markIncomplete(change);
    throw createOvertaken();
  }
  return { record: { ...change.record, state: 'stored' }, usdPerMonth: vault.usdPerMonth };
}

/** Returns the function that obtains the value. A value that was sent is checked at once. */
function chooseSource(
  kind: string,
  { data, authorize }: Pick<PutCredentials, 'data' | 'authorize'>,
): () => Promise<JsonObject> {
  if (data && authorize) throw badRequest('authorization', 'Send either data or authorization');
  if (authorize) {
    return async () => {
      const obtained = await authorize();
      checkCredentialFields(kind, obtained);
      return obtained;
    };
  }
  if (!data) throw badRequest('data', 'Missing: send data, or authorization for Google');
  checkCredentialFields(kind, data);
  return async () => data;
}

/** Two changes met: nobody knows whose value was written last. */
export function createOvertaken(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'Another request changed these credentials at the same time, so they may be incomplete: store them again',
  );
}
