import { createId } from '@paralleldrive/cuid2';
import { generateToken, hashToken } from '#lib/auth/bearer-token.ts';
import type { Role } from '#lib/auth/role.ts';
import { badRequest, ServiceError } from '#lib/errors/service-error.ts';
import {
  ConditionFailed,
  getItem,
  type Item,
  isExpired,
  putItem,
  type QueryInput,
  queryAll,
  queryOnce,
  updateItem,
} from '#lib/store/dynamodb.ts';
import { indexKeys, isId, type Key, keys, lists } from '#lib/store/keys.ts';
import { formatCursor, type Page, type Place, parseCursor } from '#lib/store/page.ts';
import { TABLE } from '#lib/store/table.ts';
import { parseName } from '#lib/workspaces/store/name.ts';
import { requireWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import type { CreatedToken, Token } from './token.ts';

/** Sorts after every creation time. */
const END_OF_LIST = '~';

/** If many expired tokens are not deleted yet, a page ends early instead of reading on indefinitely. */
const MAX_QUERIES_PER_PAGE = 10;

export type NewToken = {
  workspaceId: string;
  role: Role;
  /** 1 to 100 characters after trimming. */
  name: string;
  /** Stored in seconds, rounded down. If absent, the token never expires. */
  expiresAt?: Date;
  now?: Date;
};

/**
 * Creates a token for one workspace. Only the returned value contains its plain text. The table stores the
 * SHA-256.
 *
 * @throws ServiceError NOT_FOUND if the workspace does not exist, BAD_REQUEST if the name is empty or too
 *   long or `expiresAt` is not in the future.
 */
export async function createToken(newToken: NewToken): Promise<CreatedToken> {
  await requireWorkspace(newToken.workspaceId);
  const { item, created } = tokenToPut(newToken);
  await putItem(item);
  return created;
}

/**
 * The item of a new token, to be put alone or in the transaction that creates its workspace.
 *
 * @throws ServiceError BAD_REQUEST like `createToken`
 */
export function tokenToPut({ workspaceId, role, name, expiresAt, now = new Date() }: NewToken): {
  item: Item;
  created: CreatedToken;
} {
  const trimmedName = parseName(name);
  const expiresAtSeconds = expiresAt && Math.floor(expiresAt.getTime() / 1_000);
  // The comparison is negated so that it also refuses an invalid date, which is NaN.
  if (expiresAtSeconds !== undefined && !(expiresAtSeconds * 1_000 > now.getTime())) {
    throw badRequest('expiresAt', 'The expiry must be in the future');
  }
  const token = generateToken();
  const id = createId();
  const createdAt = now.toISOString();
  const item = {
    ...keys.token(hashToken(token)),
    ...indexKeys.tokenOfWorkspace(workspaceId, createdAt, id),
    id,
    workspaceId,
    name: trimmedName,
    role,
    grants: { [workspaceId]: role },
    createdAt,
    expiresAt: expiresAtSeconds,
  };
  const created = {
    token,
    id,
    workspaceId,
    role,
    name: trimmedName,
    createdAt,
    expiresAt: formatIsoTime(expiresAtSeconds),
  };
  return { item, created };
}

/** The token with this digest. Undefined if it has expired or is unknown. */
export async function readToken(sha256Hex: string): Promise<Token | undefined> {
  const item = await getItem(keys.token(sha256Hex));
  return item && toToken(item);
}

/**
 * A page of the workspace's tokens, newest first. Includes revoked tokens, but not expired ones.
 *
 * The next page starts from a key condition, not from the key of the last item, because that key is the
 * digest, which must not be in a cursor. Creation time and id together are unique, so no token is skipped.
 *
 * @throws ServiceError BAD_REQUEST if the cursor is invalid
 */
export async function readTokenPage(
  workspaceId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Token>> {
  const tokens: Token[] = [];
  let before = cursor === undefined ? END_OF_LIST : toSortKey(parseCursor(cursor));
  for (let queries = 0; queries < MAX_QUERIES_PER_PAGE; queries++) {
    const page = await queryOnce(
      {
        indexName: TABLE.index.name,
        keyCondition: 'gsi1pk = :tokens AND gsi1sk < :before',
        values: { ':tokens': lists.tokens(workspaceId), ':before': before },
        newestFirst: true,
      },
      // One more than requested, to find out whether there is a next page.
      { limit: limit + 1 - tokens.length },
    );
    for (const token of page.items.filter((item) => !isExpired(item)).map(toToken)) {
      const last = tokens.at(-1);
      if (last && tokens.length === limit) return { items: tokens, nextCursor: formatCursor(last) };
      tokens.push(token);
    }
    const lastRead = page.items.at(-1);
    if (!page.isMore || !lastRead) return { items: tokens };
    before = lastRead.gsi1sk as string;
  }
  const [createdAt = '', id = ''] = before.split('#');
  return { items: tokens, nextCursor: formatCursor({ createdAt, id }) };
}

function toSortKey({ createdAt, id }: Place): string {
  return `${createdAt}#${id}`;
}

/**
 * The workspace's tokens, newest first, without secrets and digests. Includes revoked tokens, but not expired
 * ones. Reads the index, which may not yet show a token that was created or revoked just now.
 */
export async function listTokens(workspaceId: string): Promise<Token[]> {
  const items = await readTokenItems(workspaceId);
  return items.map(toToken);
}

/**
 * Revokes a token. Revoking it again changes nothing, and `revokedAt` keeps the first time. The item is kept,
 * so that the list shows that the token was revoked. The authorizer's cache accepts a revoked token for up to
 * 60 s.
 *
 * @throws ServiceError NOT_FOUND if the workspace has no such token or it has expired. The token is found
 *   through the index, so this can also happen in the first moments after its creation.
 */
export async function revokeToken(workspaceId: string, tokenId: string, now = new Date()): Promise<Token> {
  const found = await findTokenItem(workspaceId, tokenId);
  if (!found) throw tokenNotFound();
  try {
    const revoked = await updateItem({ pk: found.pk, sk: found.sk } as Key, {
      expression: 'SET revokedAt = if_not_exists(revokedAt, :now)',
      values: { ':now': now.toISOString() },
      // If the item has expired and been deleted meanwhile, an update would create a fragment of it.
      condition: 'attribute_exists(pk)',
    });
    return toToken(revoked);
  } catch (error) {
    if (error instanceof ConditionFailed) throw tokenNotFound();
    throw error;
  }
}

function tokenNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Token not found');
}

/**
 * Tokens per query when searching for an id: about 25 KB of the index. Most revoked tokens are recent ones.
 */
const TOKENS_PER_QUERY = 100;

/**
 * Searches for the token with this id, starting with the newest. The index is in the order of creation, which
 * cannot be derived from an id, and the token's own key is a digest, which the caller does not have. The
 * search therefore reads up to the token, and reads all tokens of the workspace only if the id does not
 * exist. An item for each id would be found at once, but would first have to be written for all existing
 * tokens.
 */
async function findTokenItem(workspaceId: string, tokenId: string): Promise<Item | undefined> {
  if (!isId(workspaceId) || !isId(tokenId)) return undefined;
  let startAfter: Item | undefined;
  do {
    const page = await queryOnce(toTokensQuery(workspaceId), {
      limit: TOKENS_PER_QUERY,
      ...(startAfter && { startAfter }),
    });
    const found = page.items.find((item) => item.id === tokenId && !isExpired(item));
    if (found) return found;
    startAfter = page.lastKey;
  } while (startAfter);
  return undefined;
}

async function readTokenItems(workspaceId: string): Promise<Item[]> {
  if (!isId(workspaceId)) return [];
  return await queryAll(toTokensQuery(workspaceId));
}

function toTokensQuery(workspaceId: string): QueryInput {
  return {
    indexName: TABLE.index.name,
    keyCondition: 'gsi1pk = :tokens',
    values: { ':tokens': lists.tokens(workspaceId) },
    newestFirst: true,
  };
}

/** Copies named fields only, because the item's key contains the digest. */
function toToken(item: Item): Token {
  return {
    id: item.id as string,
    workspaceId: item.workspaceId as string,
    name: item.name as string,
    role: item.role as Role,
    createdAt: item.createdAt as string,
    expiresAt: formatIsoTime(item.expiresAt as number | undefined),
    revokedAt: (item.revokedAt as string | undefined) ?? null,
    lastUsedOn: (item.lastUsedOn as string | undefined) ?? null,
  };
}

function formatIsoTime(epochSeconds: number | undefined): string | null {
  return epochSeconds === undefined ? null : new Date(epochSeconds * 1_000).toISOString();
}
