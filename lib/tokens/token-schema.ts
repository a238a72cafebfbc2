import * as z from 'zod';
import { ROLES } from '#lib/auth/role.ts';

const timestamp = z.iso.datetime();

/** A token as its owner sees it: the secret is not in it. */
export const token = z.strictObject({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  /** UTC date; null: never used. */
  lastUsedOn: z.iso.date().nullable(),
});

/** The only answer that ever holds a token's plain text. */
export const createdToken = token.omit({ revokedAt: true, lastUsedOn: true }).extend({ token: z.string() });
