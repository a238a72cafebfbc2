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
 * The table, and the few ways the service uses it. Each function is one request, or as many as DynamoDB's page
 * and batch limits make of it. Refused conditions come back as values or as `ConditionFailed`, a database that
 * cannot answer as SERVICE_UNAVAILABLE; nobody above sees an SDK error name.
 */

export type Item = Record<string, unknown>;

export type Condition = {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
};

/** A condition on an item did not hold; `item` is what is stored instead, where there is something. */
export class ConditionFailed extends Error {
  readonly item: Item | undefined;
  /** In a transaction, the position of the write whose condition failed. */
  readonly index: number;
  /**
   * Whether nothing was written for sure. A write that the SDK had to repeat may have been carried out the first
   * time, its answer lost, and have failed its condition on itself or on what others made of it since.
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
        // The table's numbers have 38 digits. One that JavaScript cannot hold must not make an item unreadable.
        unmarshallOptions: { wrapNumbers: Number },
      }),
    };
  }
  return documentClient.client;
}

type AttributeValues = Parameters<typeof unmarshall>[0];

/** The document client translates the items of answers, but not those inside errors. */
function toItem({ Item: item }: { Item?: AttributeValues }): Item | undefined {
  return item && unmarshall(item, { wrapNumbers: Number });
}

/** Errors that the SDK has retried to no avail: the caller may try again, so it is told when. */
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

/** What the SDK is told beside the command. */
type SendOptions = { abortSignal?: AbortSignal };

/**
 * The one way to the database. After the request that this is for has been answered in its name, for it took too long,
 * nothing is begun any more and what is under way is broken off, the SDK's own repetitions included: a write that
 * comes after a 503 could undo what the caller has done since.
 */
async function send<T>(request: (options: SendOptions) => Promise<T>, attempt = 0): Promise<T> {
  const abortSignal = requestSignal();
  if (abortSignal?.aborted) throw tookTooLong(abortSignal.reason);
  try {
    return await request(abortSignal ? { abortSignal } : {});
  } catch (error) {
    if (abortSignal?.aborted) throw tookTooLong(error);
    const name = getName(error);
    // A single write met a transaction on the same item. The SDK leaves this one to us.
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

/** DynamoDB deletes expired items up to days late: an expired item is as good as absent at once. */
export function isExpired(item: Item, nowMs = Date.now()): boolean {
  return typeof item.expiresAt === 'number' && item.expiresAt * 1_000 <= nowMs;
}

/**
 * @param isConsistent whether the read sees every write that was answered before it. Eventually consistent, it costs half,
 *   and may miss those of the last second or so
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
 * DynamoDB takes 100 keys a request and returns 16 MB; what it leaves out is asked for again.
 *
 * @param attributes the only ones to return, a path such as `answer.parts` included; absent: all
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

/** Names are replaced throughout, for some are reserved words. */
function toProjection(attributes: string[]) {
  const names = [...new Set(attributes.flatMap((path) => path.split('.')))];
  const getPlaceholder = (name: string) => `#a${names.indexOf(name)}`;
  return {
    ProjectionExpression: attributes.map((path) => path.split('.').map(getPlaceholder).join('.')).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [getPlaceholder(name), name])),
  };
}

/** Resolves when put; rejects with `ConditionFailed`. */
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

/** Resolves with the item after the update; rejects with `ConditionFailed`. */
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

/** A batch takes 25 writes and 16 MB (items are at most 400 KB, so 25 always fit). */
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

/** Unprocessed items mean that the partition is at its limit; hammering it would keep it there. */
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
 * All or nothing. Rejects with `ConditionFailed` (and which write it was). Two transactions on one item at the
 * same time make DynamoDB refuse one of them as a conflict: that one is tried again.
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
  /** Present: the index is asked, which is eventually consistent. */
  indexName?: string;
  keyCondition: string;
  values: Record<string, unknown>;
  names?: Record<string, string>;
  newestFirst?: boolean;
};

/** One page of at most 1 MB, expired items included; `isMore` tells whether there is another. */
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

/** Every item that matches, over as many 1 MB pages as it takes; expired ones left out. */
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
 * Every item of the table, expired ones included, in pages of at most 1 MB. Eventually consistent, at half the price:
 * whoever acts on an item reads it again. No function of the service may do this; only the operator's commands do.
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
