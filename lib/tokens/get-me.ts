import type { Caller } from '#lib/auth/access.ts';
import { hashToken, parseBearer } from '#lib/auth/bearer-token.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { listGrantedWorkspaces, type WorkspaceWithRole } from '#lib/workspaces/list-workspaces.ts';
import type { Token } from './store/token.ts';
import { readToken } from './store/token-store.ts';

/**
 * The token that asks, and where it may do what. The token is found by its own digest, which is its key: one read,
 * while looking for the id that the authorizer hands on would mean reading all tokens of the workspace.
 *
 * @throws NOT_FOUND for a token that has ended although the gateway still remembers it as good. Not UNAUTHORIZED:
 *   that is the gateway's to say, which alone can send WWW-Authenticate with it.
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
