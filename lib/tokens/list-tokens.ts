import { type Caller, requireRole } from '#lib/auth/access.ts';
import type { Page } from '#lib/store/page.ts';
import { workspaceNotFound } from '#lib/workspaces/workspace-store.ts';
import type { Token } from './token.ts';
import { readTokenPage } from './token-store.ts';

const DEFAULT_LIMIT = 50;

/**
 * A page of a workspace's tokens, newest first; revoked ones are among them, expired ones are not.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST for a cursor that no list has given out
 */
export async function listWorkspaceTokens(
  workspaceId: string,
  { limit, cursor }: { limit?: string | undefined; cursor?: string | undefined },
  caller: Caller,
): Promise<Page<Token>> {
  requireRole(caller, workspaceId, 'admin', workspaceNotFound());
  return await readTokenPage(workspaceId, { limit: Number(limit ?? DEFAULT_LIMIT), cursor });
}
