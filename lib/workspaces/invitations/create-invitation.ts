import { changeOrigin } from '#lib/platform/audit/change.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { hashToken, parseBearer } from '#lib/platform/auth/bearer-token.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { parseName } from '#lib/workspaces/store/name.ts';
import { workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';
import { addDays } from '#lib/workspaces/tokens/store/expiry.ts';
import { findPersonOfToken } from '#lib/workspaces/tokens/store/person-store.ts';
import { type CreatedInvitation, INVITATION_DAYS, MAX_PENDING_INVITATIONS } from './invitation.ts';
import { generateInvitationSecret, hashInvitationSecret } from './invitation-secret.ts';
import { dropInvitations, insertInvitation, readInvitations } from './invitation-store.ts';
import { toListedInvitation } from './list-invitations.ts';

export type InvitationRequest = {
  workspaceId: string;
  /** Whom it is for: a name or an address. */
  name: string;
  role: Role;
};

/**
 * Invites a person to a workspace. The invitation ends with the token that creates it, or with the access of the person
 * who signed in to get that token. Only the return value contains its secret.
 *
 * @param authorization the Authorization header, because the invitation refers to the caller's token by its digest
 * @throws NOT_FOUND also if the token has ended but is still cached as valid by the gateway, FORBIDDEN, BAD_REQUEST if
 *   the name is invalid, CONFLICT if the workspace has too many pending invitations
 */
export async function createInvitation(
  { workspaceId, name, role }: InvitationRequest,
  authorization: string,
  caller: Caller,
): Promise<CreatedInvitation> {
  requireRole(workspaceId, 'admin', workspaceNotFound, caller);
  const parsedName = parseName(name);
  const { pending, ended } = await readInvitations(workspaceId);
  if (pending.length >= MAX_PENDING_INVITATIONS) {
    throw new ServiceError(
      'CONFLICT',
      `The workspace has ${MAX_PENDING_INVITATIONS} pending invitations, the maximum: revoke one first`,
    );
  }
  const now = new Date();
  const creatorDigest = hashToken(parseBearer(authorization) ?? '');
  const creatorPerson = await findPersonOfToken(creatorDigest);
  const id = createId();
  const secret = generateInvitationSecret(workspaceId, id);
  const stored = {
    id,
    workspaceId,
    name: parsedName,
    role,
    createdAt: now.toISOString(),
    expiresAt: toWholeSeconds(addDays(now, INVITATION_DAYS)),
    createdBy: { tokenId: caller.tokenId, tokenName: caller.tokenName },
    secretDigest: hashInvitationSecret(secret),
    creatorDigest,
    ...(creatorPerson !== undefined && { creatorPerson }),
  };
  const change = {
    ...changeOrigin(caller, now),
    action: 'createInvitation' as const,
    workspaceId,
    invitationId: id,
  };
  if (!(await insertInvitation(stored, change))) throw workspaceNotFound();
  if (ended.length > 0) await dropInvitations(ended);
  return { invitation: toListedInvitation(stored), secret, path: `/invite#${secret}` };
}

/** The table stores seconds, and responses should show the same time before and after. */
function toWholeSeconds(time: Date): string {
  return new Date(Math.floor(time.getTime() / 1_000) * 1_000).toISOString();
}
