import type { Caller } from '#lib/platform/auth/access.ts';
import { includesRole, type Role } from '#lib/platform/auth/role.ts';

/**
 * Whether the caller may read or write, in the words of Typebot. It also knows `guest`, for people whom
 * somebody let in without a role, which no token is.
 */
export const COMPATIBLE_ACCESS = ['read', 'write'] as const;

/** @param writing the least role that may write */
export function toCompatibleAccess(
  caller: Caller | undefined,
  workspaceId: unknown,
  writing: Role,
): (typeof COMPATIBLE_ACCESS)[number] {
  const held = caller?.grants.get(String(workspaceId));
  return held !== undefined && includesRole(held, writing) ? 'write' : 'read';
}
