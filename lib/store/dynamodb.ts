import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ServiceError } from '#lib/errors/service-error.ts';
import { dynamoDbClient, tableName } from './client.ts';
import type { Key } from './keys.ts';
import { requestSignal } from './request-signal.ts';

/*
 * The table, and the operations that the service performs on it. Each function sends one request, or as many
 * as DynamoDB's page and batch limits require. A failed condition is reported as a value or as
 * `ConditionFailed`, an unavailable database as SERVICE_UNAVAILABLE. Callers never see the name of an SDK
 * error.
 */

export type Item = Record<string, unknown>;

export type Condition = {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
};

/** A condition on an item did not hold. `item` is the stored item, if there is one. */
export class ConditionFailed extends Error {
  readonly item: Item | undefined;
  /** In a transaction, the position of the write whose condition failed. */
  readonly index: number;
  /**
   * Whether it is certain that nothing was written. If the SDK had to repeat a write, the first attempt may
   * have succeeded although its response was lost. The repetition then fails its condition because of that
   * first write, or because of what others have written since.
   */
  readonly isSure: boolean;

  constructor(item: Item | undefined, { index = 0, isSure = true } = {}) {
    super('A condition on an item did not hold');
    this.name = 'ConditionFailed';
    this.item = item;
    this.index = index;
    this.isSure = isSure;
  }
}

let documentClient: { of: ReturnType<typeof dynamoDbClient>; client: DynamoDBDocumentClient } | undefined;

function client(): DynamoDBDocumentClient {
  const of = dynamoDbClient();
  if (documentClient?.of !== of) {
    documentClient = {
      of,
      client: DynamoDBDocumentClient.from(of, {
        marshallOptions: { removeUndefinedValues: true },
        // DynamoDB numbers have 38 digits. One that JavaScript cannot hold must not make the
        // item unreadable.
        unmarshallOptions: { wrapNumbers: Number },
      }),
    };
  }
  return documentClient.client;
}

type AttributeValues = Parameters<typeof unmarshall>[0];

/** The document client unmarshalls the items in responses, but not those in errors. */
function toItem({ Item: item }: { Item?: AttributeValues }): Item | undefined {
  return item && unmarshall(item, { wrapNumbers: Number });
}

/** Errors that remain after the SDK's retries. The caller is told when to try again. */
const UNAVAILABLE = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionInProgressException',
  'TimeoutError',
  'ECONNREFUSED',
  'ECONNRESET',
]);

function getName(error: unknown): string {
  return error instanceof Error ? ((error as { code?: string }).code ?? error.name) : '';
}

function tookTooLong(cause: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'The request took too long; please try again', {
    retryAfterSeconds: 1,
    cause,
  });
}

export function unavailable(cause: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'The database is busy; please try again', {
    retryAfterSeconds: 1,
    cause,
  });
}

/** Options of the SDK's `send`, besides the command. */
type SendOptions = { abortSignal?: AbortSignal };

/**
 * Every call to the database goes through this function. When an HTTP request has timed out and the pipeline
 * has responded 503, no further call is started and those under way are aborted, the SDK's retries included.
 * A write after the 503 could undo what the caller has done since.
 */
async function send<T>(request: (options: SendOptions) => Promise<T>, attempt = 0): Promise<T> {
  const abortSignal = requestSignal();
  if (abortSignal?.aborted) throw tookTooLong(abortSignal.reason);
  try {
    return await request(abortSignal ? { abortSignal } : {});
  } catch (error) {
    if (abortSignal?.aborted) throw tookTooLong(error);
    const name = getName(error);
    // A single write conflicted with a transaction on the same item. The SDK does not retry this error.
    if (name === 'TransactionConflictException') {
      await backOff(attempt + 1);
      return send(request, attempt + 1);
    }
    if (name === 'ConditionalCheckFailedException') {
      const { $metadata: metadata } = error as { $metadata?: { attempts?: number } };
      throw new ConditionFailed(toItem(error as { Item?: AttributeValues }), {
        isSure: metadata?.attempts === 1,
      });
    }
    if (UNAVAILABLE.has(name)) throw unavailable(error);
    throw error;
  }
}

/** DynamoDB may delete an expired item days late, so readers treat it as absent from its expiry on. */
export function isExpired(item: Item, nowMs = Date.now()): boolean {
  return typeof item.expiresAt === 'number' && item.expiresAt * 1_000 <= nowMs;
}

/**
 * @param isConsistent whether the read sees every write that was confirmed before it. An eventually
 *   consistent read costs half as much and may miss the writes of the last second or so
 */
export async function getItem(key: Key, { isConsistent = true } = {}): Promise<Item | undefined> {
  const { Item: item } = await send((options) =>
    client().send(
      new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: isConsistent }),
      options,
    ),
  );
  return item && !isExpired(item) ? item : undefined;
}

/**
 * DynamoDB accepts 100 keys per request and returns at most 16 MB. The keys that it leaves out are requested
 * again.
 *
 * @param attributes the attributes to return, also paths such as `answer.parts`. Default: all
 */
export async function getItems(itemKeys: Key[], attributes?: string[]): Promise<Item[]> {
  const items: Item[] = [];
  const table = tableName();
  for (let start = 0; start < itemKeys.length; start += 100) {
    let wanted: Record<string, unknown>[] = itemKeys.slice(start, start + 100);
    for (let attempt = 0; wanted.length > 0; attempt++) {
      if (attempt > 0) await backOff(attempt);
      const request = {
        [table]: { Keys: wanted, ConsistentRead: true, ...(attributes && toProjection(attributes)) },
      };
      const answer = await send((options) =>
        client().send(new BatchGetCommand({ RequestItems: request }), options),
      );
      items.push(...(answer.Responses?.[table] ?? []));
      wanted = answer.UnprocessedKeys?.[table]?.Keys ?? [];
    }
  }
  return items;
}

/** Replaces every name by a placeholder, because some names are reserved words. */
function toProjection(attributes: string[]) {
  const names = [...new Set(attributes.flatMap((path) => path.split('.')))];
  const getPlaceholder = (name: string) => `#a${names.indexOf(name)}`;
  return {
    ProjectionExpression: attributes.map((path) => path.split('.').map(getPlaceholder).join('.')).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [getPlaceholder(name), name])),
  };
}

/** @throws ConditionFailed */
export async function putItem(item: Item, condition?: Condition): Promise<void> {
  await send((options) =>
    client().send(
      new PutCommand({
        TableName: tableName(),
        Item: item,
        ...toExpression(condition),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
      options,
    ),
  );
}

export type Update = {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
  condition?: string;
};

/**
 * @returns the item after the update
 * @throws ConditionFailed
 */
export async function updateItem(key: Key, update: Update): Promise<Item> {
  const { Attributes: item } = await send((options) =>
    client().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: update.expression,
        ...toExpression({
          expression: update.condition ?? '',
          ...(update.names && { names: update.names }),
          ...(update.values && { values: update.values }),
        }),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
      options,
    ),
  );
  return item ?? {};
}

/** DynamoDB accepts 25 writes and 16 MB per batch. Items have at most 400 KB, so 25 always fit. */
const WRITES_PER_BATCH = 25;

export async function writeItems(writes: ({ put: Item } | { delete: Key })[]): Promise<void> {
  const table = tableName();
  for (let start = 0; start < writes.length; start += WRITES_PER_BATCH) {
    let pending: Record<string, unknown>[] = writes
      .slice(start, start + WRITES_PER_BATCH)
      .map((write) =>
        'put' in write ? { PutRequest: { Item: write.put } } : { DeleteRequest: { Key: write.delete } },
      );
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt > 0) await backOff(attempt);
      const request = { [table]: pending };
      const answer = await send((options) =>
        client().send(new BatchWriteCommand({ RequestItems: request }), options),
      );
      pending = (answer.UnprocessedItems?.[table] ?? []) as Record<string, unknown>[];
    }
  }
}

/** Unprocessed items mean that the partition is at its limit. Retrying at once would keep it there. */
async function backOff(attempt: number): Promise<void> {
  if (attempt > 8) throw unavailable(new Error('Items were left unprocessed'));
  const delayMs = Math.random() * Math.min(2_000, 50 * 2 ** attempt);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
}

export type TransactionWrite =
  | { put: Item; condition?: Condition }
  | { update: Key; with: Update }
  | { delete: Key; condition?: Condition };

/**
 * Carries out all of the writes or none of them. If two transactions on one item run at the same time,
 * DynamoDB refuses one of them as a conflict, and that one is retried.
 *
 * @throws ConditionFailed with the index of the write whose condition did not hold
 */
export async function transact(writes: TransactionWrite[]): Promise<void> {
  const TransactItems = writes.map(toTransactItem);
  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) await backOff(attempt);
    try {
      await send((options) => client().send(new TransactWriteCommand({ TransactItems }), options));
      return;
    } catch (error) {
      if (getName(error) !== 'TransactionCanceledException') throw error;
      const reasons =
        (error as { CancellationReasons?: { Code?: string; Item?: AttributeValues }[] })
          .CancellationReasons ?? [];
      const failed = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
      if (failed >= 0) throw new ConditionFailed(toItem(reasons[failed] ?? {}), { index: failed });
      const isWorthRetrying = reasons.some((reason) =>
        ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'].includes(
          reason.Code ?? '',
        ),
      );
      if (!isWorthRetrying) throw error;
    }
  }
}

function toTransactItem(
  write: TransactionWrite,
): NonNullable<TransactWriteCommandInput['TransactItems']>[number] {
  const onFailure = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  const TableName = tableName();
  if ('put' in write) {
    return { Put: { TableName, Item: write.put, ...toExpression(write.condition), ...onFailure } };
  }
  if ('delete' in write) {
    return { Delete: { TableName, Key: write.delete, ...toExpression(write.condition), ...onFailure } };
  }
  const { expression, condition, names, values } = write.with;
  return {
    Update: {
      TableName,
      Key: write.update,
      UpdateExpression: expression,
      ...toExpression({ expression: condition ?? '', ...(names && { names }), ...(values && { values }) }),
      ...onFailure,
    },
  };
}

function toExpression(condition: Condition | undefined) {
  if (!condition) return {};
  return {
    ...(condition.expression && { ConditionExpression: condition.expression }),
    ...(condition.names && { ExpressionAttributeNames: condition.names }),
    ...(condition.values && { ExpressionAttributeValues: condition.values }),
  };
}

export type QueryInput = {
  /** Queries this index, which is eventually consistent. Default: the table, strongly consistent. */
  indexName?: string;
  keyCondition: string;
  values: Record<string, unknown>;
  names?: Record<string, string>;
  newestFirst?: boolean;
};

/** One page of at most 1 MB, expired items included. `isMore` tells whether there is another page. */
export async function queryOnce(
  query: QueryInput,
  { limit, startAfter }: { limit?: number; startAfter?: Item } = {},
): Promise<{ items: Item[]; isMore: boolean; lastKey: Item | undefined }> {
  const page = await send((options) =>
    client().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: query.keyCondition,
        ExpressionAttributeValues: query.values,
        ...(query.names && { ExpressionAttributeNames: query.names }),
        ...(query.indexName ? { IndexName: query.indexName } : { ConsistentRead: true }),
        ScanIndexForward: query.newestFirst !== true,
        ...(limit !== undefined && { Limit: limit }),
        ...(startAfter && { ExclusiveStartKey: startAfter }),
      }),
      options,
    ),
  );
  return {
    items: page.Items ?? [],
    isMore: page.LastEvaluatedKey !== undefined,
    lastKey: page.LastEvaluatedKey,
  };
}

/** Every matching item that has not expired, over as many 1 MB pages as it takes. */
export async function queryAll(query: QueryInput): Promise<Item[]> {
  const items: Item[] = [];
  let startAfter: Item | undefined;
  do {
    const page = await queryOnce(query, startAfter ? { startAfter } : {});
    items.push(...page.items.filter((item) => !isExpired(item)));
    startAfter = page.lastKey;
  } while (startAfter);
  return items;
}

/**
 * Every item of the table, expired ones included, in pages of at most 1 MB. Eventually consistent, which
 * costs half as much, so a caller has to read an item again before it acts on it. Only the operator's
 * commands may scan; no function of the service may.
 *
 * @param pageSize how many items a page holds at most
 */
export async function* scanTable(pageSize?: number): AsyncGenerator<Item[]> {
  let startAfter: Item | undefined;
  do {
    const page = await send((options) =>
      client().send(
        new ScanCommand({
          TableName: tableName(),
          ...(pageSize !== undefined && { Limit: pageSize }),
          ...(startAfter && { ExclusiveStartKey: startAfter }),
        }),
        options,
      ),
    );
    yield page.Items ?? [];
    startAfter = page.LastEvaluatedKey;
  } while (startAfter);
}
