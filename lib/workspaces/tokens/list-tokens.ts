import type { Caller } from '#lib/platform/auth/access.ts';
import type { Page } from '#lib/platform/store/page.ts';
import type { Token } from '#lib/workspaces/tokens/store/token.ts';
import { readTokenPage } from '#lib/workspaces/tokens/store/token-store.ts';
import { requireTokenAdmin } from './require-token-admin.ts';

const DEFAULT_LIMIT = 50;

/**
 * Returns a page of a workspace's tokens, newest first, including revoked but not expired ones.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the cursor is invalid
 */
export async function listTokens(
  workspaceId: string,
  { limit, cursor }: { limit?: string | undefined; cursor?: string | undefined },
  caller: Caller,
): Promise<Page<Token>> {
  await requireTokenAdmin(workspaceId, caller);
  return await readTokenPage(workspaceId, { limit: Number(limit ?? DEFAULT_LIMIT), cursor });
}
