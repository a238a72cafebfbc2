import { type AttributeValue, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { isRole, type Role } from '#lib/auth/role.ts';
import { dynamoDbClient, tableName } from '#lib/store/client.ts';
import { type Key, keys } from '#lib/store/keys.ts';

/*
 * What the authorizer asks of the table. Every cold call waits for the authorizer's bundle, so this uses the
 * bare client: `lib/store/dynamodb.ts`, with the document client, would make the bundle 14 KB larger.
 */

/** A token as the authorizer needs it. */
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

/** A day's mark is worth a second of a caller's time, not more. */
const MARK_TIMEOUT_MS = 1_000;

/**
 * The token with this digest, read strongly consistently so that a revocation counts at once. Also finds one
 * that has expired: DynamoDB deletes those days later, judging is the caller's business.
 *
 * @param sha256 digest of the token, hex
 * @throws the SDK's error if the database does not answer; a plain Error if the item is not a token's.
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
 * Writes the day of last use. The condition makes it one write a day, however many authorizers have read the
 * token without it at the same time, and keeps an item that has expired away from coming back as a fragment.
 *
 * @param today UTC date, `2026-11-21`
 * @returns false if the day was already there or the token is gone
 * @throws the SDK's error if the database does not answer within a second
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

/** Says nothing of the item, whose key is the digest. */
function malformed(): never {
  throw new Error('A stored token is malformed');
}
