import { setTimeout as delay } from 'node:timers/promises';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type GlobalSecondaryIndexDescription,
  paginateScan,
  UpdateItemCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { createTableInput } from '#lib/platform/store/table.ts';

/*
 * Upgrades a local table created by an earlier version of the service. Indexes are replaced after the items have
 * been rewritten, so an interrupted upgrade is noticed and continued at the next start.
 */

const BOT_ATTRIBUTES = ['name', 'icon', 'folderId', 'publicId', 'updatedAt', 'contentDigest', 'published'];

/**
 * The attributes that version 0.2.0 stored at the top level and that are now in the map `listed`. The key is the
 * last part of the item's index partition.
 */
const MOVED: Record<string, string[]> = {
  LIST: ['name'],
  TOKENS: ['name', 'role'],
  BOTS: BOT_ATTRIBUTES,
  ARCHIVED_BOTS: BOT_ATTRIBUTES,
  RELEASES: ['publishedAt'],
  RESULTS: ['hasStarted', 'isCompleted', 'isArchived'],
};

/** Maximum number of concurrent updates of items. */
const CONCURRENT_UPDATES = 10;

/** Upgrades the items and indexes of an active table if it lacks an index of this version. */
export async function upgradeTable(client: DynamoDBClient, tableName: string): Promise<void> {
  const { GlobalSecondaryIndexes: wanted = [] } = createTableInput(tableName);
  const existing = await readIndexes(client, tableName);
  const missing = wanted.filter((index) => !existing.some((one) => isSame(one, index)));
  if (missing.length === 0) return;

  await moveListedAttributes(client, tableName);
  for (const index of missing) {
    const isOutdated = existing.some(({ IndexName: name }) => name === index.IndexName);
    if (isOutdated) await deleteIndex(client, tableName, index);
    await createIndex(client, tableName, index);
  }
}

type ItemAttributes = Record<string, AttributeValue>;

/** Works on marshalled attributes, because unmarshalling could change values. */
async function moveListedAttributes(client: DynamoDBClient, tableName: string): Promise<void> {
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: 'attribute_exists(gsi1pk) AND attribute_not_exists(listed)',
      ConsistentRead: true,
    },
  );
  for await (const { Items: items = [] } of pages) {
    await mapConcurrently(items, CONCURRENT_UPDATES, (item) => moveAttributes(client, tableName, item));
  }
}

async function moveAttributes(
  client: DynamoDBClient,
  tableName: string,
  item: ItemAttributes,
): Promise<void> {
  const { pk, sk, gsi1pk } = item;
  const list = gsi1pk?.S?.split('#').at(-1) ?? '';
  const moved = MOVED[list]?.filter((name) => item[name] !== undefined);
  // Version 0.2.0 had no other lists.
  if (!pk || !sk || !moved) return;
  const placeholders = moved.map((_, index) => `#a${index}`);
  const update = new UpdateItemCommand({
    TableName: tableName,
    Key: { pk, sk },
    UpdateExpression: [
      'SET listed = :listed',
      ...(moved.length > 0 ? [`REMOVE ${placeholders.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(listed)',
    ...(moved.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(moved.map((name, index) => [`#a${index}`, name])),
    }),
    ExpressionAttributeValues: {
      ':listed': { M: Object.fromEntries(moved.map((name) => [name, item[name]])) as ItemAttributes },
    },
  });
  try {
    await client.send(update);
  } catch (error) {
    // An earlier attempt has moved them: one whose response was lost, or that an interrupted upgrade had sent.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

async function deleteIndex(
  client: DynamoDBClient,
  tableName: string,
  { IndexName }: GlobalSecondaryIndex,
): Promise<void> {
  await client.send(
    new UpdateTableCommand({
      TableName: tableName,
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }],
    }),
  );
  await waitUntilIndex(client, tableName, IndexName, (status) => status === undefined);
}

/** Creates the index and waits until the database has filled it from the items. */
async function createIndex(
  client: DynamoDBClient,
  tableName: string,
  { IndexName, KeySchema, Projection }: GlobalSecondaryIndex,
): Promise<void> {
  await client.send(
    new UpdateTableCommand({
      TableName: tableName,
      AttributeDefinitions: createTableInput(tableName).AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: { IndexName, KeySchema, Projection } }],
    }),
  );
  await waitUntilIndex(client, tableName, IndexName, (status) => status === 'ACTIVE');
}

/** The embedded database fills an index before it responds; DynamoDB Local and AWS respond first. */
const INDEX_TIMEOUT_MS = 10 * 60_000;
const POLL_MS = 50;

async function waitUntilIndex(
  client: DynamoDBClient,
  tableName: string,
  indexName: string | undefined,
  isDone: (status: string | undefined) => boolean,
): Promise<void> {
  const deadlineMs = Date.now() + INDEX_TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    const index = (await readIndexes(client, tableName)).find((one) => one.IndexName === indexName);
    if (isDone(index?.IndexStatus)) return;
    await delay(POLL_MS);
  }
  throw new Error('The database is still rebuilding an index; start the server again to keep waiting');
}

async function readIndexes(
  client: DynamoDBClient,
  tableName: string,
): Promise<GlobalSecondaryIndexDescription[]> {
  const { Table: table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  return table?.GlobalSecondaryIndexes ?? [];
}

/** Whether both indexes have the same name, keys and projection, in any order. */
function isSame(one: GlobalSecondaryIndexDescription, other: GlobalSecondaryIndex): boolean {
  return toComparable(one) === toComparable(other);
}

function toComparable({
  IndexName,
  KeySchema = [],
  Projection,
}: GlobalSecondaryIndexDescription | GlobalSecondaryIndex): string {
  const keys = KeySchema.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).toSorted();
  const attributes = (Projection?.NonKeyAttributes ?? []).toSorted();
  return JSON.stringify([IndexName, keys, Projection?.ProjectionType, attributes]);
}
