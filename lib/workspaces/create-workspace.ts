import { auditWrite } from '#lib/platform/audit/audit-entry.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import { adminWorkspaces, type Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { transact } from '#lib/platform/store/dynamodb.ts';
import { expiryInDays } from '#lib/workspaces/tokens/store/expiry.ts';
import type { CreatedToken } from '#lib/workspaces/tokens/store/token.ts';
import { tokenToPut } from '#lib/workspaces/tokens/store/token-store.ts';
import type { Workspace } from './store/workspace.ts';
import { readMakers, workspaceToPut } from './store/workspace-store.ts';

/** Name of the first token in the list of tokens. */
const FIRST_TOKEN_NAME = 'First admin';

/** Upper bound for a workspace's makers, because creating it writes an item for each of them. */
const MAX_MAKERS = 8;

/**
 * Atomically creates a workspace and its first admin token, because nobody could reach a workspace without a
 * token. Any token that is an admin of some workspace may do this, but gets no access to the new one. Admins of
 * the caller's workspace and of its makers can list and revoke the new workspace's tokens. See
 * docs/decisions/0010.
 *
 * @throws FORBIDDEN, BAD_REQUEST if the name is empty or too long
 */
export async function createWorkspace(
  name: string,
  caller: Caller,
): Promise<{ workspace: Workspace; token: CreatedToken }> {
  const [maker] = adminWorkspaces(caller);
  if (maker === undefined) {
    throw new ServiceError(
      'FORBIDDEN',
      'This requires a token with the role admin in at least one workspace',
    );
  }
  const makers = [maker, ...(await readMakers(maker))];
  if (makers.length > MAX_MAKERS) {
    throw new ServiceError(
      'FORBIDDEN',
      `This workspace already descends from ${MAX_MAKERS} others, the maximum, and cannot create another`,
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
  const change = {
    ...changeOrigin(caller, now),
    action: 'createWorkspace' as const,
    workspaceId: workspace.created.id,
    tokenId: token.created.id,
  };
  const items = [workspace.item, token.item, ...workspace.entries];
  await transact([...items.map((item) => ({ put: item })), auditWrite(change)]);
  return { workspace: workspace.created, token: token.created };
}
