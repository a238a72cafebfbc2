import * as z from 'zod';
import { ROLES } from '#lib/platform/auth/role.ts';

/** A pending invitation, without its secret. */
export const invitation = z.strictObject({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  createdBy: z.object({ tokenId: z.string(), tokenName: z.string() }),
});
