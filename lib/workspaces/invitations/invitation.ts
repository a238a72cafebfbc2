import type { Role } from '#lib/platform/auth/role.ts';

/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 7;

/** Maximum number of pending invitations of a workspace, so that their list is one query. */
export const MAX_PENDING_INVITATIONS = 100;

/** A pending invitation as an admin sees it, without the secret, of which only a digest is stored. */
export type Invitation = {
  id: string;
  workspaceId: string;
  /** Whom the admin has invited: a name or an address. */
  name: string;
  /** Role of the token that whoever accepts it gets. */
  role: Role;
  /** ISO time. */
  createdAt: string;
  /** ISO time. */
  expiresAt: string;
  createdBy: { tokenId: string; tokenName: string };
};

/** The result of creating an invitation, the only place where its secret appears. */
export type CreatedInvitation = {
  invitation: Invitation;
  secret: string;
  /** Path and fragment of the console's page that accepts it. Browsers never send a fragment to a server. */
  path: string;
};
