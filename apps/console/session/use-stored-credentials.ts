import type { OperationData } from '#apps/client/client.ts';
import { type Load, useLoad } from '../data/use-load.ts';
import { useSession } from './session.ts';

/** The credentials of a workspace, without their values, and the price of one. */
export type CredentialsList = OperationData<'listCredentials'>;

export type StoredCredentials = CredentialsList['credentials'][number];

/**
 * Loads the credentials of the workspace. The service lists them for editors and admins.
 *
 * @param workspaceId by default that of the session
 * @param isWanted if false, nothing is loaded
 */
export function useStoredCredentials({
  workspaceId,
  isWanted = true,
}: {
  workspaceId?: string;
  isWanted?: boolean;
} = {}): Load<CredentialsList> {
  const { client, workspace } = useSession();
  const id = workspaceId ?? workspace.id;
  return useLoad(
    isWanted ? `credentials:${id}` : undefined,
    async (signal) => await client.listCredentials({ params: { workspaceId: id }, signal }),
  );
}
