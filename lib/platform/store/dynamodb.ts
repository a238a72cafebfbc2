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
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { dynamoDbClient, tableName } from './dynamodb-client.ts';
import type { Key } from './keys.ts';
import { requestSignal } from './request-signal.ts';

/*
 * The table operations the service uses. Each function sends one request, or as many as DynamoDB's page and
 * batch limits require. A failed condition is returned as a value or thrown as `ConditionFailedError`; an
 * unavailable database becomes SERVICE_UNAVAILABLE. Callers never handle SDK errors.
 */

export type Item = Record<string, unknown>;

export type Condition = {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
};

/** Thrown when an item's condition fails. `item` is the stored item, if there is one. */
export class ConditionFailedError extends Error {
  readonly item: Item | undefined;
  /** In a transaction, the index of the write whose condition failed. */
  readonly index: number;
  /**
   * Whether definitely nothing was written. If the SDK retried, the first attempt may have succeeded and its
   * response been lost; the retry then fails because of that first write, or because of later writes by others.
   */
  readonly isSure: boolean;

  constructor(item: Item | undefined, { index = 0, isSure = true } = {}) {
    super('A condition on an item failed');
    this.name = 'ConditionFailedError';
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
        // DynamoDB numbers have 38 digits. One that JavaScript cannot represent must not make the item
        // unreadable.
        unmarshallOptions: { wrapNumbers: Number },
      }),
    };
  }
  return documentClient.client;
}

type AttributeValues = Parameters<typeof unmarshall>[0];

/** Unmarshalls an item in an error. The document client only does so for items in responses. */
function toItem({ Item: item }: { Item?: AttributeValues }): Item | undefined {
  return item && unmarshall(item, { wrapNumbers: Number });
}

/**
 * SDK errors that mean DynamoDB is unavailable, once retries are exhausted. The response then has a
 * Retry-After header.
 */
const UNAVAILABLE = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionInProgressException',
  'TimeoutError',
  // Node's codes of a connection that cannot be opened. A lost one is a TimeoutError, whatever its code.
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

function getName(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function isUnavailable(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return UNAVAILABLE.has(getName(error)) || UNAVAILABLE.has(code);
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

/** Options of the SDK's `send`. */
type SendOptions = { abortSignal?: AbortSignal };

/**
 * Every database call goes through this function. Once an HTTP request has timed out and the pipeline has
 * responded 503, no further call is started and pending ones are aborted, including the SDK's retries. A
 * write after the 503 could overwrite what the caller has done since.
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
      throw new ConditionFailedError(toItem(error as { Item?: AttributeValues }), {
        isSure: metadata?.attempts === 1,
      });
    }
    if (isUnavailable(error)) throw unavailable(error);
    throw error;
  }
}

/** Readers must treat an item as absent once it expires, because DynamoDB may delete it days late. */
export function isExpired(item: Item, nowMs = Date.now()): boolean {
  return typeof item.expiresAt === 'number' && item.expiresAt * 1_000 <= nowMs;
}

/**
 * @param isConsistent whether to read strongly consistently. An eventually consistent read costs half as much
 *   and may miss the writes of the last second or so
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
 * DynamoDB accepts 100 keys per request and returns at most 16 MB. Unprocessed keys are requested again.
 *
 * @param attributes the attributes to return; can be paths such as `answer.parts`. Default: all
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
      const response = await send((options) =>
        client().send(new BatchGetCommand({ RequestItems: request }), options),
      );
      items.push(...(response.Responses?.[table] ?? []));
      wanted = response.UnprocessedKeys?.[table]?.Keys ?? [];
    }
  }
  return items;
}

/** Replaces every name by a placeholder, because some are reserved words. */
function toProjection(attributes: string[]) {
  const names = [...new Set(attributes.flatMap((path) => path.split('.')))];
  const getPlaceholder = (name: string) => `#a${names.indexOf(name)}`;
  return {
    ProjectionExpression: attributes.map((path) => path.split('.').map(getPlaceholder).join('.')).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [getPlaceholder(name), name])),
  };
}

/** @throws ConditionFailedError */
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
 * @throws ConditionFailedError
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

/** DynamoDB accepts 25 writes and 16 MB per batch. Items are at most 400 KB, so 25 always fit. */
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
      const response = await send((options) =>
        client().send(new BatchWriteCommand({ RequestItems: request }), options),
      );
      pending = (response.UnprocessedItems?.[table] ?? []) as Record<string, unknown>[];
    }
  }
}

/** Unprocessed items mean that the partition is throttled; retrying immediately would keep it so. */
async function backOff(attempt: number): Promise<void> {
  if (attempt > 8) throw unavailable(new Error('Items were left unprocessed'));
  const delayMs = Math.random() * Math.min(2_000, 50 * 2 ** attempt);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
}

export type TransactionWrite =
  | { put: Item; condition?: Condition }
  | { update: Key; with: Update }
  | { delete: Key; condition?: Condition }
  /** Writes nothing: only the condition has to hold. */
  | { check: Key; condition: Condition };

/**
 * Performs all writes atomically. If DynamoDB refuses a transaction because of a conflict with another one,
 * it is retried.
 *
 * @throws ConditionFailedError with the index of the write whose condition failed
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
      if (failed >= 0) throw new ConditionFailedError(toItem(reasons[failed] ?? {}), { index: failed });
      const isWorthRetrying = reasons.some((reason) =>
        ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'].includes(
          reason.Code ?? '',
        ),
      );
      if (!isWorthRetrying) throw error;
    }
  }
}

/** Some functions may check and delete tokens, but not read them. A failed condition must not show them one either. */
function isItemHidden(write: TransactionWrite): boolean {
  const key = 'check' in write ? write.check : 'delete' in write ? write.delete : undefined;
  return key?.pk.startsWith('TOKEN#') === true;
}

function toTransactItem(
  write: TransactionWrite,
): NonNullable<TransactWriteCommandInput['TransactItems']>[number] {
  const onFailure = {
    ReturnValuesOnConditionCheckFailure: isItemHidden(write) ? 'NONE' : 'ALL_OLD',
  } as const;
  const TableName = tableName();
  if ('put' in write) {
    return { Put: { TableName, Item: write.put, ...toExpression(write.condition), ...onFailure } };
  }
  if ('check' in write) {
    const { expression: ConditionExpression } = write.condition;
    const check = { TableName, Key: write.check, ConditionExpression };
    return { ConditionCheck: { ...check, ...toExpression(write.condition), ...onFailure } };
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
  /** Index to query, eventually consistent. Default: the table, strongly consistent. */
  indexName?: string;
  keyCondition: string;
  values: Record<string, unknown>;
  names?: Record<string, string>;
  newestFirst?: boolean;
};

/** Queries one page of at most 1 MB, including expired items. `isMore` is true if there are more pages. */
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

/** Queries every matching unexpired item, over as many 1 MB pages as necessary. */
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
 * Yields every item of the table, including expired ones, in pages of at most 1 MB. Eventually consistent at
 * half the cost, so callers have to read an item again before acting on it. For the operator's commands only;
 * no function may scan.
 *
 * @param pageSize maximum number of items per page
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
