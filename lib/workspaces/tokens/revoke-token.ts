import type { Caller } from '#lib/platform/auth/access.ts';
import type { Token } from '#lib/workspaces/tokens/store/token.ts';
import { markRevoked } from '#lib/workspaces/tokens/store/token-store.ts';
import { requireTokenAdmin } from './require-token-admin.ts';

/**
 * Revokes a token, which may be the caller's own. The gateway's cache keeps accepting it for up to a minute.
 * Idempotent.
 *
 * @throws NOT_FOUND if the token or the workspace does not exist for the caller, FORBIDDEN
 */
export async function revokeToken(workspaceId: string, tokenId: string, caller: Caller): Promise<Token> {
  await requireTokenAdmin(workspaceId, caller);
  return await markRevoked(workspaceId, tokenId, { by: caller });
}
