import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

/**
 * Definition of the table, from which CDK and the local database create it. Its keys are in `keys.ts`, its
 * items in docs/storage-schema.md.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. DynamoDB can take days to delete an expired item, so every read filters them too. */
  ttlAttribute: 'expiresAt',
  index: {
    name: 'gsi1',
    partitionKey: 'gsi1pk',
    sortKey: 'gsi1sk',
    /**
     * Everything that lists show, so that listing never reads an item's document. The projection of an index
     * cannot be changed, so it consists of one map, `listed`, and the few attributes that must be at the top
     * level: TTL requires it for `expiresAt`, and the authorizer for `revokedAt`, by which it decides, and
     * `lastUsedOn`, the only one it may write.
     */
    projectedAttributes: ['listed', 'expiresAt', 'revokedAt', 'lastUsedOn'],
  },
} as const;

/** Returns the input that creates the table in an embedded database or a test. */
export function createTableInput(tableName: string): CreateTableCommandInput {
  const keys = [TABLE.partitionKey, TABLE.sortKey, TABLE.index.partitionKey, TABLE.index.sortKey];
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: keys.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: TABLE.partitionKey, KeyType: 'HASH' },
      { AttributeName: TABLE.sortKey, KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: TABLE.index.name,
        KeySchema: [
          { AttributeName: TABLE.index.partitionKey, KeyType: 'HASH' },
          { AttributeName: TABLE.index.sortKey, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...TABLE.index.projectedAttributes] },
      },
    ],
  };
}
