import type { Caller } from '#lib/auth/access.ts';
import { requireTokenAdmin } from './require-token-admin.ts';
import type { Token } from './store/token.ts';
import { revokeToken } from './store/token-store.ts';

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
  await requireTokenAdmin(caller, workspaceId);
  return await revokeToken(workspaceId, tokenId);
}
