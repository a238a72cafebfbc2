import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#lib/platform/store/dynamodb.ts';
import { dynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import type { Key } from '#lib/platform/store/keys.ts';
import { TABLE } from '#lib/platform/store/table.ts';

/** Reads a table that was restored from a backup, while the service's own table stays in use. */
export type RestoredTable = {
  getItem(key: Key): Promise<Item | undefined>;
  /** Yields the items of a partition, page by page. */
  partition(pk: string): AsyncGenerator<Item[]>;
  /** Yields the primary keys of a list, page by page. */
  list(gsi1pk: string): AsyncGenerator<Key[]>;
};

export function openRestoredTable(TableName: string): RestoredTable {
  // Must match the options in `lib/platform/store/dynamodb.ts`, because document clients of the same client share them.
  const client = DynamoDBDocumentClient.from(dynamoDbClient(), {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: Number },
  });

  async function* query(name: 'pk' | 'gsi1pk', value: string): AsyncGenerator<Item[]> {
    let startAfter: Item | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: `${name} = :value`,
          ExpressionAttributeValues: { ':value': value },
          ...(name === 'gsi1pk' && { IndexName: TABLE.index.name }),
          ...(startAfter && { ExclusiveStartKey: startAfter }),
        }),
      );
      yield page.Items ?? [];
      startAfter = page.LastEvaluatedKey;
    } while (startAfter);
  }

  return {
    async getItem(Key) {
      return (await client.send(new GetCommand({ TableName, Key }))).Item;
    },
    partition: (pk) => query('pk', pk),
    async *list(gsi1pk) {
      for await (const page of query('gsi1pk', gsi1pk)) {
        yield page.map(({ pk, sk }) => ({ pk, sk }) as Key);
      }
    },
  };
}
