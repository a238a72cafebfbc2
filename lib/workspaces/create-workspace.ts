import { adminWorkspaces, type Caller } from '#lib/auth/access.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { transact } from '#lib/store/dynamodb.ts';
import { expiryInDays } from '#lib/tokens/store/expiry.ts';
import type { CreatedToken } from '#lib/tokens/store/token.ts';
import { tokenToPut } from '#lib/tokens/store/token-store.ts';
import type { Workspace } from './store/workspace.ts';
import { readMakers, workspaceToPut } from './store/workspace-store.ts';

/** Name of the first token in the list of tokens. */
const FIRST_TOKEN_NAME = 'First admin';

/** An item is written for each maker, so that it can list the new workspace. */
const MAX_MAKERS = 8;

/**
 * Creates a workspace and its first admin token, both or neither, because nobody could reach a workspace
 * without a token. Any token that is an admin of some workspace may do this, but it gets no access to the new
 * one. Admins of the caller's workspace and of its makers can see and revoke the new workspace's tokens. See
 * docs/decisions/0010.
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
