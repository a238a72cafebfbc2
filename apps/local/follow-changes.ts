import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { loadFunction } from '#apps/local/gateway/load-function.ts';
import type { Change } from '#lib/platform/audit/change.ts';
import { getItem, type Item } from '#lib/platform/store/dynamodb.ts';
import { dynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import type { Key } from '#lib/platform/store/keys.ts';

/*
 * Replaces the part of the table's stream that the service needs, for local databases. The embedded database
 * has streams, but it never deletes records and counts them on each write: after 5,000 writes, a write takes
 * ten times as long.
 */

type Input = Record<string, unknown> & {
  Item?: Item;
  Key?: Key;
  ExpressionAttributeValues?: Record<string, unknown>;
};

/** As many retries as Lambda, but without delays. */
const MAX_DELIVERIES = 5;

/**
 * From now on, passes every change stored in an item to the function that writes audit entries, before the
 * write returns.
 */
export function followChanges(): void {
  // Runs outside the request's context, because the request's deadline and grants do not apply to this
  // function.
  const outside = AsyncLocalStorage.snapshot();
  let records = 0;
  const deliver = async (change: unknown): Promise<void> => {
    records += 1;
    const event = toStreamEvent(change, String(records));
    const handler = (await loadFunction('write-audit-entries')) as unknown as (
      event: DynamoDBStreamEvent,
      context: Context,
    ) => Promise<DynamoDBBatchResponse>;
    for (let delivery = 0; delivery < MAX_DELIVERIES; delivery++) {
      const { batchItemFailures } = await handler(event, {
        awsRequestId: randomUUID(),
        getRemainingTimeInMillis: () => Number.POSITIVE_INFINITY,
      } as Context);
      if (batchItemFailures.length === 0) return;
    }
  };
  dynamoDbClient().middlewareStack.add(
    (next) => async (args) => {
      const input = args.input as Input;
      const carried = getCarriedChange(input);
      if (!carried) return await next(args);
      try {
        const result = await next(args);
        // An update that does not set the item's first change leaves the change of an earlier write in place.
        const { Attributes } = result.output as unknown as { Attributes?: Item };
        await outside(() => deliver(Attributes?.change ?? carried));
        return result;
      } catch (error) {
        // The write may have succeeded even so, if only its response was lost.
        const stored = await outside(() => findStored(input, error));
        if ((stored?.change as Change | undefined)?.id === carried.id) {
          await outside(() => deliver(stored?.change));
        }
        throw error;
      }
    },
    { step: 'initialize', priority: 'high', name: 'follow-changes' },
  );
}

function getCarriedChange({ Item: item, ExpressionAttributeValues: values }: Input): Change | undefined {
  return (item?.change ?? values?.[':change']) as Change | undefined;
}

/** Returns the item as reported by a failed condition, or else as it is now. */
async function findStored({ Item: item, Key: key }: Input, error: unknown): Promise<Item | undefined> {
  const { Item: reported } = error as { Item?: Parameters<typeof unmarshall>[0] };
  if (reported) return unmarshall(reported);
  if ((error as Error).name === 'ConditionalCheckFailedException') return undefined;
  return await getItem(key ?? { pk: String(item?.pk), sk: String(item?.sk) }).catch(() => undefined);
}

function toStreamEvent(change: unknown, sequenceNumber: string): DynamoDBStreamEvent {
  const image = marshall({ change }, { removeUndefinedValues: true });
  const record = {
    eventSource: 'aws:dynamodb',
    eventName: 'MODIFY',
    dynamodb: { NewImage: image, SequenceNumber: sequenceNumber, StreamViewType: 'NEW_IMAGE' },
  } as DynamoDBRecord;
  return { Records: [record] };
}
