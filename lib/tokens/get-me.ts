import type { Caller } from '#lib/auth/access.ts';
import { hashToken, parseBearer } from '#lib/auth/bearer-token.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { listGrantedWorkspaces, type WorkspaceWithRole } from '#lib/workspaces/list-workspaces.ts';
import type { Token } from './store/token.ts';
import { readToken } from './store/token-store.ts';

/**
 * The caller's token, and its role in each workspace. The token is looked up by its digest, which is its key
 * and takes one read. A search for the id that the authorizer passes on would read all tokens of the
 * workspace.
 *
 * @throws NOT_FOUND if the token has expired or was revoked, but the gateway still has it cached as valid.
 *   Not UNAUTHORIZED, because only the gateway can send WWW-Authenticate with it.
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
