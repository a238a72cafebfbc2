import { type Caller, requireRole } from '#lib/auth/access.ts';
import type { Role } from '#lib/auth/role.ts';
import { botNotFound } from './bot-not-found.ts';

/**
 * What a reader of bots asks before it reads a document: a bot of several MB must cost a stranger, and take, no more
 * than one that does not exist.
 */
export function accessToBot(caller: Caller, role: Role): (workspaceId: string) => void {
  return (workspaceId) => requireRole(caller, workspaceId, role, botNotFound());
}
