import { type Caller, requireRole } from '#lib/auth/access.ts';
import type { Role } from '#lib/auth/role.ts';
import { botNotFound } from './bot-not-found.ts';

/**
 * The access check that runs before a document is read. For a caller without access, a bot of several MB must
 * cost no more, and take no longer, than one that does not exist.
 */
export function accessToBot(caller: Caller, role: Role): (workspaceId: string) => void {
  return (workspaceId) => requireRole(caller, workspaceId, role, botNotFound());
}
