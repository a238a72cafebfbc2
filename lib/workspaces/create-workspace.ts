import { adminWorkspaces, type Caller } from '#lib/auth/access.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { transact } from '#lib/store/dynamodb.ts';
import { expiryInDays } from '#lib/tokens/store/expiry.ts';
import type { CreatedToken } from '#lib/tokens/store/token.ts';
import { tokenToPut } from '#lib/tokens/store/token-store.ts';
import type { Workspace } from './store/workspace.ts';
import { readMakers, workspaceToPut } from './store/workspace-store.ts';

/** What the first token is called in the list of tokens. */
const FIRST_TOKEN_NAME = 'First admin';

/** Each is told of the new workspace, in an item of its own. */
const MAX_MAKERS = 8;

/**
 * Makes a workspace and its first admin token, both or neither: a workspace without a token would be out of reach.
 * Whoever is an admin somewhere may; the caller's own token gets no access. Admins of the
 * caller's workspace, and of those that it goes back to, can see and revoke the tokens. See docs/decisions/0010.
 *
 * @throws FORBIDDEN, BAD_REQUEST if the name is empty or too long
 */
export async function createWorkspaceAs(
  caller: Caller,
  name: string,
): Promise<{ workspace: Workspace; token: CreatedToken }> {
  const [maker] = adminWorkspaces(caller);
  if (maker === undefined) {
    throw new ServiceError('FORBIDDEN', 'This needs a token with the role admin in some workspace');
  }
  const makers = [maker, ...(await readMakers(maker))];
  if (makers.length > MAX_MAKERS) {
    throw new ServiceError(
      'FORBIDDEN',
      `A workspace that goes back to ${MAX_MAKERS} others cannot make a further one`,
    );
  }
  const now = new Date();
  const workspace = workspaceToPut({ name, makers, now });
  const expiresAt = expiryInDays(undefined, now);
  const token = tokenToPut({
    workspaceId: workspace.created.id,
    role: 'admin',
    name: FIRST_TOKEN_NAME,
    now,
    ...(expiresAt && { expiresAt }),
  });
  await transact([workspace.item, token.item, ...workspace.entries].map((item) => ({ put: item })));
  return { workspace: workspace.created, token: token.created };
}
