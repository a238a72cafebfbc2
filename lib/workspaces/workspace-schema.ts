import * as z from 'zod';
import { ROLES } from '#lib/platform/auth/role.ts';

export const workspace = z.strictObject({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() });

/** Warning for those who create a workspace. */
export const workspaceWarning = z.strictObject({ code: z.enum(['SHARED_ORIGIN']), message: z.string() });

/** A workspace with the caller's role in it. */
export const workspaceWithRole = workspace.extend({ role: z.enum(ROLES) });

/** A workspace created with a token of another workspace. */
export const madeWorkspace = workspace.extend({
  /** Id of the workspace whose token created it. */
  madeBy: z.string(),
});
