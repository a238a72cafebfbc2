import * as z from 'zod';
import { ROLES } from '#lib/platform/auth/role.ts';

const timestamp = z.iso.datetime();

/** A token as its owner sees it, without the secret. */
export const token = z.strictObject({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  /** UTC date; null means never used. */
  lastUsedOn: z.iso.date().nullable(),
  /** The invitation that a person accepted to get this token. */
  invitation: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  /** The sign-in with an identity provider that created this token. */
  signIn: z
    .strictObject({ account: z.string(), personId: z.string(), grantedBy: z.enum(['claim', 'invitation']) })
    .optional(),
});

/** The only response that contains a token's plain text. */
export const createdToken = token.omit({ revokedAt: true, lastUsedOn: true }).extend({ token: z.string() });
