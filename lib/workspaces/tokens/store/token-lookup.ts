import { type AttributeValue, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { isRole, type Role } from '#lib/platform/auth/role.ts';
import { dynamoDbClient, tableName } from '#lib/platform/store/dynamodb-client.ts';
import { type Key, keys } from '#lib/platform/store/keys.ts';

/*
 * The authorizer's reads and writes. Cold calls wait for the authorizer's bundle to load, so this uses the bare
 * client: the document client in `lib/platform/store/dynamodb.ts` would make the bundle 14 KB larger.
 */

/** The token attributes that the authorizer needs. */
export type TokenGrants = {
  id: string;
  name: string;
  /** Workspace id → role. */
  grants: ReadonlyMap<string, Role>;
  /** Epoch seconds. */
  expiresAt?: number;
  /** ISO time. */
  revokedAt?: string;
  /** UTC date, `2026-11-21`. */
  lastUsedOn?: string;
  /** Days until it expires after each day of use. Only a personal token has them. */
  renewalDays?: number;
};

/** Maximum time that callers wait for the day of last use to be stored. */
const MARK_TIMEOUT_MS = 1_000;

/**
 * Finds the token with this digest. The read is strongly consistent, so that a revocation takes effect
 * immediately. The caller has to check the expiry, because DynamoDB deletes expired tokens up to days later.
 *
 * @param sha256 digest of the token, in hex
 * @throws the SDK's error if the database does not respond, or a plain Error if the item is not a token
 */
export async function findToken(sha256: string): Promise<TokenGrants | undefined> {
  const { Item: item } = await dynamoDbClient().send(
    new GetItemCommand({ TableName: tableName(), Key: marshall(keys.token(sha256)), ConsistentRead: true }),
  );
  if (!item) return undefined;
  return {
    id: item.id?.S ?? throwMalformed(),
    name: item.listed?.M?.name?.S ?? throwMalformed(),
    grants: toGrants(item.grants?.M ?? throwMalformed()),
    ...(item.expiresAt && { expiresAt: Number(item.expiresAt.N ?? throwMalformed()) }),
    ...(item.revokedAt && { revokedAt: item.revokedAt.S ?? throwMalformed() }),
    ...(item.lastUsedOn?.S !== undefined && { lastUsedOn: item.lastUsedOn.S }),
    ...(item.renewalDays && { renewalDays: Number(item.renewalDays.N ?? throwMalformed()) }),
  };
}

/**
 * Stores the day of last use, and with it the new expiry of a personal token. The condition limits this to one write a day even if several authorizers read
 * the token at the same time, and keeps an item that expired and was deleted from being recreated as a
 * fragment.
 *
 * @param today UTC date, `2026-11-21`
 * @param expiresAt epoch seconds; absent to leave the expiry as it is
 * @returns false if the day was already stored or the token no longer exists
 * @throws the SDK's error if the database does not respond within a second
 */
export async function markUsedToday(sha256: string, today: string, expiresAt?: number): Promise<boolean> {
  const isRenewed = expiresAt !== undefined;
  try {
    await dynamoDbClient().send(
      new UpdateItemCommand({
        TableName: tableName(),
        Key: marshall(keys.token(sha256)),
        UpdateExpression: `SET lastUsedOn = :today${isRenewed ? ', expiresAt = :expiresAt' : ''}`,
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(lastUsedOn) OR lastUsedOn < :today)',
        ExpressionAttributeValues: {
          ':today': { S: today },
          ...(isRenewed && { ':expiresAt': { N: String(expiresAt) } }),
        },
      }),
      { abortSignal: AbortSignal.timeout(MARK_TIMEOUT_MS) },
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

function marshall(key: Key): Record<string, AttributeValue> {
  return { pk: { S: key.pk }, sk: { S: key.sk } };
}

function toGrants(map: Record<string, AttributeValue>): Map<string, Role> {
  const grants = new Map<string, Role>();
  for (const [workspaceId, { S: role }] of Object.entries(map)) {
    grants.set(workspaceId, isRole(role) ? role : throwMalformed());
  }
  return grants;
}

/** The message does not quote the item, because its key is the digest. */
function throwMalformed(): never {
  throw new Error('A stored token is malformed');
}
