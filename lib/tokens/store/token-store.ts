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

/** Sorts after every time of creation. */
const END_OF_LIST = '~';

/** Where many tokens have expired and are not deleted yet, a page ends early rather than reading on for ever. */
const MAX_QUERIES_PER_PAGE = 10;

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
export async function createToken(newToken: NewToken): Promise<CreatedToken> {
  await requireWorkspace(newToken.workspaceId);
  const { item, created } = tokenToPut(newToken);
  await putItem(item);
  return created;
}

/**
 * A new token as an item to put, alone or in the transaction that makes its workspace.
 *
 * @throws ServiceError BAD_REQUEST as `createToken`
 */
export function tokenToPut({ workspaceId, role, name, expiresAt, now = new Date() }: NewToken): {
  item: Item;
  created: CreatedToken;
} {
  const trimmedName = parseName(name);
  const expiresAtSeconds = expiresAt && Math.floor(expiresAt.getTime() / 1_000);
  // Written so that an invalid date, which is NaN, is refused too.
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

/** The token itself, by the digest of its plain text; undefined if it has expired or is unknown. */
export async function readToken(sha256Hex: string): Promise<Token | undefined> {
  const item = await getItem(keys.token(sha256Hex));
  return item && toToken(item);
}

/**
 * A page of the workspace's tokens, newest first: revoked ones too, expired ones not.
 *
 * It goes on by a key condition, not by the last item's own key: that holds the digest, and a cursor is
 * nothing to put a digest into. Times of creation and ids together are unique, so no token is passed over.
 *
 * @throws ServiceError BAD_REQUEST for a cursor that no list has given out
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
      // One more than is asked for tells whether there is a next page.
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
 * The workspace's tokens, newest first: revoked ones too, expired ones not. Never the secret nor its digest.
 * Read from the index, which a token made or revoked this very moment may not have reached yet.
 */
export async function listTokens(workspaceId: string): Promise<Token[]> {
  const items = await readTokenItems(workspaceId);
  return items.map(toToken);
}

/**
 * Revokes a token; doing so again changes nothing, the first time stays. The item stays too, so that the list
 * shows what became of it. The authorizer's cache lets a revoked token live for up to 60 s.
 *
 * @throws ServiceError NOT_FOUND if the workspace has no such token or it has expired. Found through the index,
 *   so that this can also happen in the first moments after a token was made.
 */
export async function revokeToken(workspaceId: string, tokenId: string, now = new Date()): Promise<Token> {
  const found = await findTokenItem(workspaceId, tokenId);
  if (!found) throw tokenNotFound();
  try {
    const revoked = await updateItem({ pk: found.pk, sk: found.sk } as Key, {
      expression: 'SET revokedAt = if_not_exists(revokedAt, :now)',
      values: { ':now': now.toISOString() },
      // An update of an item that has expired away meanwhile would put a fragment of it back.
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
 * How many tokens are read at once to find one by its id: some 25 KB of the index. Most that are revoked are recent.
 */
const TOKENS_PER_QUERY = 100;

/**
 * The token with this id, looked for from the newest on. The index is in the order of creation, which an id does not
 * tell, and the token's own key is a digest that nobody asks by: so this reads as far as the token is, and all of a
 * workspace's tokens only for an id that is none. An item for each id would be found at once, and would have to be
 * written for the tokens that there are.
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

/** Named fields only: the item's key holds the digest. */
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
