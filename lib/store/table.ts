import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

/**
 * The one table, said once: CDK builds the deployed table from this object and the local database is created
 * from it. Key patterns are in `keys.ts`, items in docs/storage-schema.md.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. DynamoDB deletes expired items within days, so every read filters them too. */
  ttlAttribute: 'expiresAt',
  index: {
    name: 'gsi1',
    partitionKey: 'gsi1pk',
    sortKey: 'gsi1sk',
    /** What a list shows, so that listing never reads an item's document. */
    projectedAttributes: [
      'id',
      'name',
      'icon',
      'folderId',
      'publicId',
      'workspaceId',
      'role',
      'createdAt',
      'updatedAt',
      'isArchived',
      'contentDigest',
      'published',
      'publishedAt',
      'expiresAt',
      'revokedAt',
      'lastUsedOn',
      'isCompleted',
      'hasStarted',
    ],
  },
} as const;

/** Input that creates the table in an embedded database or in a test. */
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
