import { auditWrite } from '#lib/platform/audit/audit-entry.ts';
import { type Actor, changeOrigin } from '#lib/platform/audit/change.ts';
import { generateToken, hashToken } from '#lib/platform/auth/bearer-token.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import {
  ConditionFailedError,
  getItem,
  getItems,
  type Item,
  isExpired,
  type QueryInput,
  queryAll,
  queryOnce,
  transact,
  type Update,
  updateItem,
  writeItems,
} from '#lib/platform/store/dynamodb.ts';
import { indexKeys, isId, type Key, keys, lists } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import {
  formatCursor,
  getPosition,
  type Page,
  type Position,
  parseCursor,
} from '#lib/platform/store/page.ts';
import { TABLE } from '#lib/platform/store/table.ts';
import { parseName } from '#lib/workspaces/store/name.ts';
import { requireWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { PERSONAL_LIFETIME_DAYS } from './expiry.ts';
import { endPerson } from './person-store.ts';
import type { CreatedToken, Token, TokenInvitation, TokenSignIn } from './token.ts';

/** Sort key after every creation time. */
const END_OF_LIST = '~';

/** Maximum number of queries per page. If many expired tokens are not deleted yet, the page ends early. */
const MAX_QUERIES_PER_PAGE = 10;

export type NewToken = {
  workspaceId: string;
  role: Role;
  /** 1 to 100 characters after trimming. */
  name: string;
  /** Stored in seconds, rounded down. Absent for a token that never expires. */
  expiresAt?: Date;
  /** Makes the token personal: each day of use renews it. */
  invitation?: TokenInvitation;
  /** The sign-in that creates the token. */
  signIn?: TokenSignIn;
  /** Digest of the person who signs in: `lib/workspaces/tokens/store/person-store.ts`. */
  personDigest?: string;
  now?: Date;
};

/**
 * Creates a token for one workspace. Only the return value contains its plain text; the table stores the
 * SHA-256.
 *
 * @throws ServiceError NOT_FOUND if the workspace does not exist, BAD_REQUEST if the name is empty or too long
 *   or `expiresAt` is not in the future.
 */
export async function insertToken(newToken: NewToken, by: Actor = 'operator'): Promise<CreatedToken> {
  await requireWorkspace(newToken.workspaceId);
  const { item, created } = tokenToPut(newToken);
  const { workspaceId } = newToken;
  const change = {
    ...changeOrigin(by, newToken.now),
    action: 'createToken' as const,
    workspaceId,
    tokenId: created.id,
  };
  // Not stored as the item's `change`, because each of the authorizer's daily updates would deliver it again.
  await transact([{ put: item }, auditWrite(change)]);
  return created;
}

/**
 * Returns the item of a new token, to write in a transaction.
 *
 * @throws ServiceError BAD_REQUEST like `insertToken`
 */
export function tokenToPut({
  workspaceId,
  role,
  name,
  expiresAt,
  invitation,
  signIn,
  personDigest,
  now = new Date(),
}: NewToken): { item: Item; created: CreatedToken } {
  const trimmedName = parseName(name);
  const expiresAtSeconds = expiresAt && Math.floor(expiresAt.getTime() / 1_000);
  // Negated to also refuse an invalid date, whose time is NaN.
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
    grants: { [workspaceId]: role },
    createdAt,
    expiresAt: expiresAtSeconds,
    ...(invitation && { renewalDays: PERSONAL_LIFETIME_DAYS }),
    personDigest,
    listed: { name: trimmedName, role, ...(invitation && { invitation }), ...(signIn && { signIn }) },
  };
  const created = {
    token,
    id,
    workspaceId,
    role,
    name: trimmedName,
    createdAt,
    expiresAt: formatIsoTime(expiresAtSeconds),
    ...(invitation && { invitation }),
    ...(signIn && { signIn }),
  };
  return { item, created };
}

/** Returns the token with this digest, or undefined if it is unknown or has expired. */
export async function readToken(sha256Hex: string): Promise<Token | undefined> {
  const item = await getItem(keys.token(sha256Hex));
  return item && toToken(item, item.workspaceId as string);
}

/**
 * Reads a page of the workspace's tokens, newest first, including revoked but not expired ones.
 *
 * The next page starts from a key condition rather than the last item's key, because that key is the digest,
 * which must not be in a cursor. Creation time and id together are unique, so no token is skipped.
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
      // One extra item, to detect whether there is a next page.
      { limit: limit + 1 - tokens.length },
    );
    for (const item of page.items.filter((one) => !isExpired(one))) {
      const last = tokens.at(-1);
      if (last && tokens.length === limit) return { items: tokens, nextCursor: formatCursor(last) };
      tokens.push(toToken(item, workspaceId));
    }
    const lastRead = page.items.at(-1);
    if (!page.isMore || !lastRead) return { items: tokens };
    before = lastRead.gsi1sk as string;
  }
  const [createdAt = '', id = ''] = before.split('#');
  return { items: tokens, nextCursor: formatCursor({ createdAt, id }) };
}

function toSortKey({ createdAt, id }: Position): string {
  return `${createdAt}#${id}`;
}

/**
 * Lists the workspace's tokens, newest first, without secrets or digests, including revoked but not expired
 * ones. Reads the eventually consistent index, which may miss very recent changes.
 */
export async function readAllTokens(workspaceId: string): Promise<Token[]> {
  const items = await readTokenItems(workspaceId);
  return items.map((item) => toToken(item, workspaceId));
}

/**
 * Revokes a token. Idempotent: `revokedAt` keeps the first time. The item stays, so that lists show the token
 * as revoked. The authorizer's cache accepts a revoked token for up to 60 s. If the token is that of a person who signs in
 * with an identity provider, the person's other tokens and an accepted invitation end, too.
 *
 * @throws ServiceError NOT_FOUND if the workspace has no such token or it has expired; also possible in the
 *   first moments after its creation, because the token is found through the index.
 */
export async function markRevoked(
  workspaceId: string,
  tokenId: string,
  { by = 'operator', now = new Date() }: { by?: Actor; now?: Date } = {},
): Promise<Token> {
  const found = await findTokenItem(workspaceId, tokenId);
  if (!found) throw tokenNotFound();
  const item = await revokeItem(found, {
    expression: 'SET revokedAt = :now, #change = :change',
    names: { '#change': 'change' },
    values: {
      ':now': now.toISOString(),
      ':change': { ...changeOrigin(by, now), action: 'revokeToken', workspaceId, tokenId },
    },
    // Otherwise the update would recreate a fragment of an item that expired and was deleted meanwhile.
    condition: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
  });
  // Repeated for a token that is revoked already, in case the first request was interrupted here.
  if (typeof item.personDigest === 'string') await endAccess(workspaceId, item.personDigest, { by, now });
  return toToken(item, workspaceId);
}

/**
 * Revokes all tokens of a person who signs in with an identity provider, and ends an accepted invitation. Each token gets
 * an entry in the audit trail.
 *
 * @param by absent if the identity provider is the reason. The entries then name each token itself as the actor
 */
export async function endAccess(
  workspaceId: string,
  personDigest: string,
  { by, sourceIp, now = new Date() }: { by?: Actor; sourceIp?: string | undefined; now?: Date } = {},
): Promise<void> {
  await endPerson(workspaceId, personDigest, async (key) => {
    const item = await tryUpdate(key, revocation(now));
    // It has expired, or its entry is there already.
    if (item === undefined || isExpired(item, now.getTime()) || item.change !== undefined) return;
    const { id, name } = toToken(item, workspaceId);
    const actor = by ?? { tokenId: id, tokenName: name, ...(sourceIp !== undefined && { sourceIp }) };
    // The id of a token is known only now, from its digest.
    await tryUpdate(key, {
      expression: 'SET #change = :change',
      names: { '#change': 'change' },
      values: {
        ':change': { ...changeOrigin(actor, now), action: 'revokeToken', workspaceId, tokenId: id },
      },
      condition: 'attribute_exists(pk) AND attribute_not_exists(#change)',
    });
  });
}

/** @returns the whole item, as it was if the condition failed. Undefined if it does not exist */
async function tryUpdate(key: Key, update: Update): Promise<Item | undefined> {
  try {
    return await updateItem(key, update);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return error.item;
  }
}

/** @returns the whole item of the token, also if it was revoked before */
async function revokeItem({ pk, sk }: Item, update: Update): Promise<Item> {
  try {
    return await updateItem({ pk, sk } as Key, update);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    if (error.item === undefined) throw tokenNotFound();
    return error.item;
  }
}

function tokenNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Token not found');
}

/** Page size when searching for a token by id: about 25 KB of the index. Mostly recent tokens get revoked. */
const TOKENS_PER_QUERY = 100;

/**
 * Searches for the token with this id, newest first. The index is sorted by creation time, which cannot be
 * derived from an id, and the token's key is a digest, which the caller does not have. In the worst case, the
 * search reads all tokens of the workspace. A separate item per id would be faster but would first have to be
 * written for all existing tokens.
 */
async function findTokenItem(workspaceId: string, tokenId: string): Promise<Item | undefined> {
  if (!isId(workspaceId) || !isId(tokenId)) return undefined;
  let startAfter: Item | undefined;
  do {
    const page = await queryOnce(toTokensQuery(workspaceId), {
      limit: TOKENS_PER_QUERY,
      ...(startAfter && { startAfter }),
    });
    const found = page.items.find((item) => getPosition(item).id === tokenId && !isExpired(item));
    if (found) return found;
    startAfter = page.lastKey;
  } while (startAfter);
  return undefined;
}

/** Number of tokens to revoke concurrently. */
const CONCURRENT_REVOCATIONS = 10;

/**
 * Revokes all tokens of a workspace that is about to be erased, without audit entries. The token that started
 * the erasure becomes a viewer instead, so that its owner can watch the progress.
 *
 * @returns whether any token was changed
 */
export async function revokeAllTokens(
  workspaceId: string,
  viewerTokenId: string,
  now = new Date(),
): Promise<boolean> {
  let isChanged = false;
  for await (const page of tokenPages(workspaceId)) {
    const valid = page.filter((item) => item.revokedAt === undefined && !isExpired(item));
    const changed = await mapConcurrently(valid, CONCURRENT_REVOCATIONS, async (item) => {
      if (getPosition(item).id !== viewerTokenId) return await closeToken(item, revocation(now));
      return getListedAttributes(item).role === 'viewer'
        ? false
        : await closeToken(item, downgrade(workspaceId));
    });
    isChanged ||= changed.some(Boolean);
  }
  return isChanged;
}

const revocation = (now: Date): Update => ({
  expression: 'SET revokedAt = :now',
  values: { ':now': now.toISOString() },
  condition: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
});

const downgrade = (workspaceId: string): Update => ({
  expression: 'SET #grants = :grants, listed.#role = :viewer',
  names: { '#grants': 'grants', '#role': 'role' },
  values: { ':grants': { [workspaceId]: 'viewer' }, ':viewer': 'viewer' },
  condition: 'attribute_exists(pk)',
});

/** @returns false if another request did it first */
async function closeToken({ pk, sk }: Item, update: Update): Promise<boolean> {
  try {
    await updateItem({ pk, sk } as Key, update);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

/**
 * Deletes the tokens of a workspace that is being erased.
 *
 * @param keptTokenId a token to keep
 */
export async function eraseTokens(workspaceId: string, keptTokenId: string): Promise<void> {
  for await (const page of tokenPages(workspaceId)) {
    const gone = page.filter((item) => getPosition(item).id !== keptTokenId);
    await writeItems(gone.map(({ pk, sk }) => ({ delete: { pk, sk } as Key })));
  }
}

/** Returns the key of a workspace's token with this id, if there is one. */
export async function findTokenKey(workspaceId: string, tokenId: string): Promise<Key | undefined> {
  const found = await findTokenItem(workspaceId, tokenId);
  return found && { pk: String(found.pk), sk: String(found.sk) };
}

/** Tells whether the workspace has any token besides this one. */
export async function hasOtherTokens(workspaceId: string, tokenId: string): Promise<boolean> {
  for await (const page of tokenPages(workspaceId)) {
    const others = page.filter((item) => getPosition(item).id !== tokenId);
    // The index can still list tokens that were just deleted.
    if (
      (
        await getItems(
          others.map(({ pk, sk }) => ({ pk, sk }) as Key),
          ['pk'],
        )
      ).length > 0
    )
      return true;
  }
  return false;
}

/** Yields the index entries of all tokens of a workspace, including revoked and expired ones. */
async function* tokenPages(workspaceId: string): AsyncGenerator<Item[]> {
  let startAfter: Item | undefined;
  do {
    const page = await queryOnce(toTokensQuery(workspaceId), {
      limit: TOKENS_PER_QUERY,
      ...(startAfter && { startAfter }),
    });
    yield page.items;
    startAfter = page.lastKey;
  } while (startAfter);
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

/**
 * Copies named fields only, because the item's key contains the digest.
 *
 * @param item an index entry or the whole item
 */
function toToken(item: Item, workspaceId: string): Token {
  const { id, createdAt } = getPosition(item);
  const { name, role, invitation, signIn } = getListedAttributes(item);
  return {
    id,
    workspaceId,
    name: name as string,
    role: role as Role,
    createdAt,
    expiresAt: formatIsoTime(item.expiresAt as number | undefined),
    revokedAt: (item.revokedAt as string | undefined) ?? null,
    lastUsedOn: (item.lastUsedOn as string | undefined) ?? null,
    ...(invitation !== undefined && { invitation: invitation as TokenInvitation }),
    ...(signIn !== undefined && { signIn: signIn as TokenSignIn }),
  };
}

function formatIsoTime(epochSeconds: number | undefined): string | null {
  return epochSeconds === undefined ? null : new Date(epochSeconds * 1_000).toISOString();
}
