import type { Caller } from '#lib/auth/access.ts';
import { requireTokenAdmin } from './require-token-admin.ts';
import type { Token } from './store/token.ts';
import { revokeToken } from './store/token-store.ts';

/**
 * Revokes a token, which may be the caller's own. The gateway's cache keeps accepting it for up to a minute.
 * Idempotent.
 *
 * @throws NOT_FOUND if the token or the workspace does not exist for the caller, FORBIDDEN
 */
export async function revokeWorkspaceToken(
  workspaceId: string,
  tokenId: string,
  caller: Caller,
): Promise<Token> {
  await requireTokenAdmin(caller, workspaceId);
  return await revokeToken(workspaceId, tokenId, { by: caller });
}
