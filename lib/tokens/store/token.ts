import type { Role } from '#lib/auth/role.ts';

/** An access token as an operator sees it: everything but the secret, of which only a digest is kept. */
export type Token = {
  /** Names the token in lists and logs; says nothing about the secret. */
  id: string;
  workspaceId: string;
  name: string;
  role: Role;
  /** ISO time. */
  createdAt: string;
  /** ISO time from which on the token is refused; null: never. */
  expiresAt: string | null;
  /** ISO time; null: not revoked. */
  revokedAt: string | null;
  /** UTC date, `2026-11-21`; null: never used. */
  lastUsedOn: string | null;
};

/** The answer to a token's creation, the only place where its plain text ever appears. */
export type CreatedToken = Pick<Token, 'id' | 'workspaceId' | 'name' | 'role' | 'createdAt' | 'expiresAt'> & {
  token: string;
};
