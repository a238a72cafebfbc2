import type { Caller } from '#lib/auth/access.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { transact } from '#lib/store/dynamodb.ts';
import { expiryInDays } from '#lib/tokens/expiry.ts';
import type { CreatedToken } from '#lib/tokens/token.ts';
import { tokenToPut } from '#lib/tokens/token-store.ts';
import type { Workspace } from './workspace.ts';
import { workspaceToPut } from './workspace-store.ts';

/** What the first token is called in the list of tokens. */
const FIRST_TOKEN_NAME = 'First admin';

/**
 * Makes a workspace and its first admin token, both or neither: a workspace without a token would be out of reach.
 * Whoever is an admin somewhere may; the caller's own token gets no access. See docs/decisions/0010.
 *
 * @throws FORBIDDEN, BAD_REQUEST for a name that is none
 */
export async function createWorkspaceAs(
  caller: Caller,
  name: string,
): Promise<{ workspace: Workspace; token: CreatedToken }> {
  if (![...caller.grants.values()].includes('admin')) {
    throw new ServiceError('FORBIDDEN', 'This needs a token with the role admin in some workspace');
  }
  const now = new Date();
  const workspace = workspaceToPut({ name, now });
  const expiresAt = expiryInDays(undefined, now);
  const token = tokenToPut({
    workspaceId: workspace.created.id,
    role: 'admin',
    name: FIRST_TOKEN_NAME,
    now,
    ...(expiresAt && { expiresAt }),
  });
  await transact([{ put: workspace.item }, { put: token.item }]);
  return { workspace: workspace.created, token: token.created };
}
