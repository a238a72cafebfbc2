import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

/**
 * Definition of the table, from which both CDK and the local database create it. The keys are in `keys.ts`,
 * the items in docs/storage-schema.md.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. DynamoDB can take days to delete an expired item, so every read filters them as well. */
  ttlAttribute: 'expiresAt',
  index: {
    name: 'gsi1',
    partitionKey: 'gsi1pk',
    sortKey: 'gsi1sk',
    /** The attributes that lists show, so that listing never reads an item's document. */
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
