import { inspect } from 'node:util';
import { isItemKind } from '#apps/operator/verification/check-item.ts';
import { tableReader } from '#apps/operator/verification/table-reader.ts';
import { verifyItems } from '#apps/operator/verification/verify-table.ts';
import type { Item } from '#lib/platform/store/dynamodb.ts';
import { databaseError } from './database-faults.ts';
import { type DatabaseRequest, intercepting } from './database-requests.ts';
import { isAuthorizing } from './table-grants.ts';

type Send = () => Promise<Record<string, unknown>>;

/** A fault injected into one database request. */
export type SingleFault = {
  name: string;
  /** Selects the requests that the fault can hit. Defaults to all. */
  concerns?: (request: DatabaseRequest) => boolean;
  /** 'attempt' injects the fault inside the SDK's retries, 'request' outside. */
  attempt: 'request' | 'attempt';
  /** Fails the request that the fault hits. */
  strike: (request: DatabaseRequest, send: Send) => Promise<never>;
  /** Set if all later requests fail as well. */
  isDeath?: true;
};

const lost = () => databaseError('TimeoutError');

export const SINGLE_FAULTS: SingleFault[] = [
  {
    name: 'the database fails',
    attempt: 'request',
    strike: () => Promise.reject(databaseError('InternalServerError')),
  },
  {
    name: 'the database throttles every attempt',
    attempt: 'request',
    strike: () => Promise.reject(databaseError('ProvisionedThroughputExceededException')),
  },
  {
    name: 'the response is lost once',
    attempt: 'attempt',
    strike: async (_, send) => {
      await send();
      throw lost();
    },
  },
  {
    name: 'the response is lost for good',
    attempt: 'request',
    strike: async (_, send) => {
      await send();
      throw lost();
    },
  },
  {
    name: 'a concurrent write comes first',
    concerns: (request) => getConditions(request).some(canFail),
    attempt: 'request',
    strike: (request) => Promise.reject(conditionError(request)),
  },
  {
    name: 'the process dies before the request',
    attempt: 'request',
    strike: () => Promise.reject(databaseError('UnknownError')),
    isDeath: true,
  },
];

type TransactItem = Record<string, { ConditionExpression?: string } | undefined>;

/** Returns the condition of each write, in order. Undefined for unconditional writes. */
function getConditions({ input }: DatabaseRequest): (string | undefined)[] {
  const writes = (input.TransactItems as TransactItem[] | undefined)?.map((item) => Object.values(item)[0]);
  return (writes ?? [input as { ConditionExpression?: string }]).map((write) => write?.ConditionExpression);
}

/** Tells whether a concurrent write can make the condition fail. For a freshly generated id, it cannot. */
function canFail(condition: string | undefined): boolean {
  return condition !== undefined && condition !== 'attribute_not_exists(pk)';
}

/** Creates the error of a request whose first breakable condition failed. */
function conditionError(request: DatabaseRequest): Error {
  const conditions = getConditions(request);
  if (request.command !== 'TransactWriteItemsCommand') {
    return databaseError('ConditionalCheckFailedException', { $metadata: { attempts: 1 } });
  }
  const first = conditions.findIndex(canFail);
  return databaseError('TransactionCanceledException', {
    CancellationReasons: conditions.map((_, index) => ({
      Code: index === first ? 'ConditionalCheckFailed' : 'None',
    })),
  });
}

export type Observation<T> = {
  value: T;
  requests: DatabaseRequest[];
  /** Keys of the partitions that were read or written. */
  partitions: Set<string>;
  /** Errors of the database that nobody injected, to explain a response that nobody expected. */
  errors: string[];
};

/**
 * Runs with a fault injected into one database request of the endpoint. The authorizer's do not count.
 *
 * @param at zero-based index of the request; if omitted, no request fails
 */
export async function withFault<T>(
  run: () => Promise<T>,
  fault?: SingleFault,
  at = Number.POSITIVE_INFINITY,
): Promise<Observation<T>> {
  const requests: DatabaseRequest[] = [];
  const partitions = new Set<string>();
  const errors: string[] = [];
  let hasStruck = false;
  const value = await intercepting(
    async (request, send) => {
      if (isAuthorizing()) return await send(request.input);
      const number = requests.push(request) - 1;
      for (const partition of listPartitions(request)) partitions.add(partition);
      const isStruck = fault?.isDeath ? number >= at : number === at && !hasStruck;
      if (!fault || !isStruck) {
        return await send(request.input).catch((error: unknown) => {
          errors.push(`${request.command}: ${inspect(error, { depth: 1 })}`);
          throw error;
        });
      }
      hasStruck = true;
      return await fault.strike(request, () => send(request.input));
    },
    run,
    fault?.attempt,
  );
  return { value, requests, partitions, errors };
}

function listPartitions({ text }: DatabaseRequest): string[] {
  return [...text.matchAll(/"([A-Z_]+)(#[^"]+)"/g)].flatMap(([, kind = '', rest]) =>
    isItemKind(kind) ? [`${kind}${rest}`] : [],
  );
}

/** Returns the problems in the items of these partitions and in the items they refer to. */
export async function findingsIn(partitions: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const { problem, item, detail } of verifyItems(listPages(partitions), tableReader, {
    looks: 1,
  })) {
    found.push(`${problem}: ${item.pk} ${item.sk}: ${detail}`);
  }
  return found;
}

async function* listPages(partitions: Iterable<string>): AsyncGenerator<Item[]> {
  for (const partition of partitions) yield* tableReader.readPartition(partition);
}
