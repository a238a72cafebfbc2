import { type Caller, requireRole } from '#lib/auth/access.ts';
import { workspaceNotFound } from '#lib/workspaces/workspace-store.ts';
import type { Token } from './token.ts';
import { revokeToken } from './token-store.ts';

/**
 * Ends a token, also the one that asks for it. The gateway's cache lets it live for up to a minute more.
 * Doing so again changes nothing.
 *
 * @throws NOT_FOUND for a token or a workspace that is not there for the caller, FORBIDDEN
 */
export async function revokeWorkspaceToken(
  workspaceId: string,
  tokenId: string,
  caller: Caller,
): Promise<Token> {
  requireRole(caller, workspaceId, 'admin', workspaceNotFound());
  return await revokeToken(workspaceId, tokenId);
}
