import type { OperationData } from '#apps/client/client.ts';
import { type Load, useLoad } from '../data/use-load.ts';
import { useSession } from './session.ts';

/** The credentials of a workspace, without their values, and the price of one. */
export type CredentialsList = OperationData<'listCredentials'>;

export type StoredCredentials = CredentialsList['credentials'][number];

/**
 * Loads the credentials of the workspace. The service lists them for editors and admins.
 *
 * @param isWanted if false, nothing is loaded
 */
export function useStoredCredentials({ isWanted = true } = {}): Load<CredentialsList> {
  const { client, workspace } = useSession();
  return useLoad(
    isWanted ? `credentials:${workspace.id}` : undefined,
    async (signal) => await client.listCredentials({ params: { workspaceId: workspace.id }, signal }),
  );
}
