import type { Caller } from '#lib/platform/auth/access.ts';
import { hashToken, parseBearer } from '#lib/platform/auth/bearer-token.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { listGrantedWorkspaces, type WorkspaceWithRole } from '#lib/workspaces/list-workspaces.ts';
import type { Token } from '#lib/workspaces/tokens/store/token.ts';
import { readToken } from '#lib/workspaces/tokens/store/token-store.ts';

/**
 * Returns the caller's token and its role in each workspace. Looks the token up by digest, which is its key and
 * takes one read. Searching for the id passed on by the authorizer would read all tokens of the workspace.
 *
 * @throws NOT_FOUND if the token has expired or been revoked, but is still cached as valid by the gateway. Not
 *   UNAUTHORIZED, because only the gateway can send the WWW-Authenticate header that goes with it.
 */
export async function getMe(
  authorization: string,
  caller: Caller,
): Promise<{ token: Omit<Token, 'revokedAt'>; workspaces: WorkspaceWithRole[] }> {
  const plainText = parseBearer(authorization);
  const stored = plainText === undefined ? undefined : await readToken(hashToken(plainText));
  if (!stored || stored.id !== caller.tokenId || stored.revokedAt !== null) {
    throw new ServiceError('NOT_FOUND', 'Token not found');
  }
  const { revokedAt: _, ...token } = stored;
  return { token, workspaces: await listGrantedWorkspaces(caller) };
}
