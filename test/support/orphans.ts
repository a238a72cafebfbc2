import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamoDbClient, tableName } from '#lib/store/client.ts';
import type { Item } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';

/** Everything in the table. For tests only: the service never scans. */
export async function allItems(): Promise<Item[]> {
  const items: Item[] = [];
  let startAfter: Record<string, unknown> | undefined;
  do {
    const page = await dynamoDbClient().send(
      new ScanCommand({
        TableName: tableName(),
        ConsistentRead: true,
        ...(startAfter && { ExclusiveStartKey: startAfter as never }),
      }),
    );
    items.push(...(page.Items ?? []).map((item) => unmarshall(item)));
    startAfter = page.LastEvaluatedKey;
  } while (startAfter);
  return items;
}

/** Answers and logs whose result is gone, as `pk sk`. Nobody could find them, and so nobody could erase them. */
export async function orphans(): Promise<string[]> {
  const items = await allItems();
  const results = new Set(items.filter(({ sk }) => sk === keys.result('any').sk).map(({ pk }) => pk));
  return items
    .filter(({ pk, sk }) => {
      const [kind, id = ''] = String(pk).split('#');
      const isOfResult = (kind === 'RESULT' && String(sk).startsWith('ANSWER#')) || kind === 'LOGS';
      return isOfResult && !results.has(keys.result(id).pk);
    })
    .map(({ pk, sk }) => `${pk} ${sk}`);
}
