import type { Role } from '#lib/platform/auth/role.ts';

/** An access token as an operator sees it, without the secret, of which only a digest is stored. */
export type Token = {
  /** Identifies the token in lists and logs. Reveals nothing about the secret. */
  id: string;
  workspaceId: string;
  name: string;
  role: Role;
  /** ISO time. */
  createdAt: string;
  /** ISO time; null means never. */
  expiresAt: string | null;
  /** ISO time; null means not revoked. */
  revokedAt: string | null;
  /** UTC date, `2026-11-21`; null means never used. */
  lastUsedOn: string | null;
  /** The invitation that a person accepted to get this token. Absent for other tokens. */
  invitation?: TokenInvitation | undefined;
  /** The sign-in with an identity provider that created this token. Absent for other tokens. */
  signIn?: TokenSignIn | undefined;
};

export type TokenSignIn = {
  /** The person's account as the provider names it: an email address, a user name or an id. */
  account: string;
  /** Tells people apart, who may choose the same account. The same for all tokens of a person. */
  personId: string;
  /** Whether a claim of the provider or an invitation has given the person the role. */
  grantedBy: 'claim' | 'invitation';
};

export type TokenInvitation = {
  id: string;
  /** Whom the admin had invited, which may differ from the name that the person chose. */
  name: string;
};

/** The result of creating a token, the only place where its plain text appears. */
export type CreatedToken = Pick<
  Token,
  'id' | 'workspaceId' | 'name' | 'role' | 'createdAt' | 'expiresAt' | 'invitation' | 'signIn'
> & {
  token: string;
};
