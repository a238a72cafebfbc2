import { createId } from '@paralleldrive/cuid2';
import { generateToken, hashToken } from '#lib/auth/bearer-token.ts';
import type { Role } from '#lib/auth/role.ts';
import { badRequest, ServiceError } from '#lib/errors/service-error.ts';
import { ConditionFailed, type Item, putItem, queryAll, updateItem } from '#lib/store/dynamodb.ts';
import { indexKeys, isId, type Key, keys, lists } from '#lib/store/keys.ts';
import { TABLE } from '#lib/store/table.ts';
import { parseName } from '#lib/workspaces/name.ts';
import { requireWorkspace } from '#lib/workspaces/workspace-store.ts';
import type { CreatedToken, Token } from './token.ts';

export type NewToken = {
  workspaceId: string;
  role: Role;
  /** 1 to 100 characters after trimming. */
  name: string;
  /** Kept to the second, rounded down. Absent: the token never expires. */
  expiresAt?: Date;
  now?: Date;
};

/**
 * Makes a token for one workspace. Its plain text is in the answer and nowhere else: only its SHA-256 is stored.
 *
 * @throws ServiceError NOT_FOUND if the workspace does not exist, BAD_REQUEST if the name is empty or too long
 *   or `expiresAt` is not in the future.
 */
export async function createToken({
  workspaceId,
  role,
  name,
  expiresAt,
  now = new Date(),
}: NewToken): Promise<CreatedToken> {
  const trimmedName = parseName(name);
  const expiresAtSeconds = expiresAt && Math.floor(expiresAt.getTime() / 1_000);
  // Written so that an invalid date, which is NaN, is refused too.
  if (expiresAtSeconds !== undefined && !(expiresAtSeconds * 1_000 > now.getTime())) {
    throw badRequest('expiresAt', 'The expiry must be in the future');
  }
  await requireWorkspace(workspaceId);

  const token = generateToken();
  const id = createId();
  const createdAt = now.toISOString();
  await putItem({
    ...keys.token(hashToken(token)),
    ...indexKeys.tokenOfWorkspace(workspaceId, createdAt, id),
    id,
    workspaceId,
    name: trimmedName,
    role,
    grants: { [workspaceId]: role },
    createdAt,
    expiresAt: expiresAtSeconds,
  });
  return {
    token,
    id,
    workspaceId,
    role,
    name: trimmedName,
    createdAt,
    expiresAt: isoTimeOf(expiresAtSeconds),
  };
}

/**
 * The workspace's tokens, newest first: revoked ones too, expired ones not. Never the secret nor its digest.
 * Read from the index, which a token made or revoked this very moment may not have reached yet.
 */
export async function listTokens(workspaceId: string): Promise<Token[]> {
  const items = await tokenItemsOf(workspaceId);
  return items.map(tokenOf);
}

/**
 * Revokes a token; doing so again changes nothing, the first time stays. The item stays too, so that the list
 * shows what became of it. The authorizer's cache lets a revoked token live for up to 60 s.
 *
 * @throws ServiceError NOT_FOUND if the workspace has no such token or it has expired. Found through the index,
 *   so that this can also happen in the first moments after a token was made.
 */
export async function revokeToken(workspaceId: string, tokenId: string, now = new Date()): Promise<Token> {
  const items = await tokenItemsOf(workspaceId);
  const found = items.find((item) => item.id === tokenId);
  if (!found) throw tokenNotFound();
  try {
    const revoked = await updateItem({ pk: found.pk, sk: found.sk } as Key, {
      expression: 'SET revokedAt = if_not_exists(revokedAt, :now)',
      values: { ':now': now.toISOString() },
      // An update of an item that has expired away meanwhile would put a fragment of it back.
      condition: 'attribute_exists(pk)',
    });
    return tokenOf(revoked);
  } catch (error) {
    if (error instanceof ConditionFailed) throw tokenNotFound();
    throw error;
  }
}

function tokenNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Token not found');
}

async function tokenItemsOf(workspaceId: string): Promise<Item[]> {
  if (!isId(workspaceId)) return [];
  return await queryAll({
    indexName: TABLE.index.name,
    keyCondition: 'gsi1pk = :tokens',
    values: { ':tokens': lists.tokens(workspaceId) },
    newestFirst: true,
  });
}

/** Named fields only: the item's key holds the digest. */
function tokenOf(item: Item): Token {
  return {
    id: item.id as string,
    workspaceId: item.workspaceId as string,
    name: item.name as string,
    role: item.role as Role,
    createdAt: item.createdAt as string,
    expiresAt: isoTimeOf(item.expiresAt as number | undefined),
    revokedAt: (item.revokedAt as string | undefined) ?? null,
    lastUsedOn: (item.lastUsedOn as string | undefined) ?? null,
  };
}

function isoTimeOf(epochSeconds: number | undefined): string | null {
  return epochSeconds === undefined ? null : new Date(epochSeconds * 1_000).toISOString();
}
