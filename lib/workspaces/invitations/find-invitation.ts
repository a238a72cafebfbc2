import { hashInvitationSecret, parseInvitationSecret } from './invitation-secret.ts';
import { readInvitation, type StoredInvitation } from './invitation-store.ts';

/**
 * Finds the invitation that a secret belongs to. The digests are compared, not the secrets, so the time that it takes
 * reveals nothing.
 */
export async function findInvitation(secret: string): Promise<StoredInvitation | undefined> {
  const ids = parseInvitationSecret(secret);
  const found = ids && (await readInvitation(ids.workspaceId, ids.invitationId));
  return found?.secretDigest === hashInvitationSecret(secret) ? found : undefined;
}
