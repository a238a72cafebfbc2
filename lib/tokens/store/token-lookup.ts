import { type AttributeValue, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { isRole, type Role } from '#lib/auth/role.ts';
import { dynamoDbClient, tableName } from '#lib/store/client.ts';
import { type Key, keys } from '#lib/store/keys.ts';

/*
 * The authorizer's reads and writes. Every cold call waits for the authorizer's bundle to load, so this uses
 * the bare client: `lib/store/dynamodb.ts` with its document client would make the bundle 14 KB larger.
 */

/** The attributes of a token that the authorizer needs. */
export type TokenGrants = {
  id: string;
  /** Workspace id → role. */
  grants: ReadonlyMap<string, Role>;
  /** Epoch seconds. */
  expiresAt?: number;
  /** ISO time. */
  revokedAt?: string;
  /** UTC date, `2026-11-21`. */
  lastUsedOn?: string;
};

/** Callers wait at most this long for the day of last use to be stored. */
const MARK_TIMEOUT_MS = 1_000;

/**
 * The token with this digest. The read is strongly consistent, so that a revocation takes effect at once.
 * Also finds expired tokens, because DynamoDB deletes them up to days later. The caller has to check the
 * expiry.
 *
 * @param sha256 digest of the token, in hex
 * @throws the SDK's error if the database does not respond, or a plain Error if the item is not a token
 */
export async function findToken(sha256: string): Promise<TokenGrants | undefined> {
  const { Item: item } = await dynamoDbClient().send(
    new GetItemCommand({ TableName: tableName(), Key: marshalled(keys.token(sha256)), ConsistentRead: true }),
  );
  if (!item) return undefined;
  return {
    id: item.id?.S ?? malformed(),
    grants: toGrants(item.grants?.M ?? malformed()),
    ...(item.expiresAt && { expiresAt: Number(item.expiresAt.N ?? malformed()) }),
    ...(item.revokedAt && { revokedAt: item.revokedAt.S ?? malformed() }),
    ...(item.lastUsedOn?.S !== undefined && { lastUsedOn: item.lastUsedOn.S }),
  };
}

/**
 * Stores the day of last use. The condition limits this to one write a day, even if several authorizers read
 * the token at the same time. It also prevents an expired and deleted item from coming back as a fragment.
 *
 * @param today UTC date, `2026-11-21`
 * @returns false if the day was already stored or the token no longer exists
 * @throws the SDK's error if the database does not respond within a second
 */
export async function markUsedToday(sha256: string, today: string): Promise<boolean> {
  try {
    await dynamoDbClient().send(
      new UpdateItemCommand({
        TableName: tableName(),
        Key: marshalled(keys.token(sha256)),
        UpdateExpression: 'SET lastUsedOn = :today',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(lastUsedOn) OR lastUsedOn < :today)',
        ExpressionAttributeValues: { ':today': { S: today } },
      }),
      { abortSignal: AbortSignal.timeout(MARK_TIMEOUT_MS) },
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

function marshalled(key: Key): Record<string, AttributeValue> {
  return { pk: { S: key.pk }, sk: { S: key.sk } };
}

function toGrants(map: Record<string, AttributeValue>): Map<string, Role> {
  const grants = new Map<string, Role>();
  for (const [workspaceId, { S: role }] of Object.entries(map)) {
    grants.set(workspaceId, isRole(role) ? role : malformed());
  }
  return grants;
}

/** The message does not describe the item, because its key is the digest. */
function malformed(): never {
  throw new Error('A stored token is malformed');
}
