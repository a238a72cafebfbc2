import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closeDynamoDbClient, dynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import type { DynamoDbHttpHandler } from '#lib/platform/store/dynamodb-http-handler.ts';
import { type StubFault, startDynamoDbStub } from '#test/support/dynamodb-stub.ts';
import { createUntouchedClient } from './untouched-client.ts';

/*
 * The service's client and the untouched SDK send the same requests to a database that fails the same attempts. Both
 * have to try as often, end the same way, and carry out each write once.
 */

const REQUESTS = 2_000;
const AT_ONCE = 64;
const SEED = 'seed-1';
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'secret' };

/** Shares of all attempts, in percent. */
const SHARES: [StubFault, percent: number][] = [
  ['throttled', 5],
  ['overloaded', 5],
  ['reset', 1],
  ['reset applied', 1],
  ['cut applied', 1],
  ['failed', 1],
  ['expired', 1],
  ['late', 2],
  ['hung', 0.2],
  ['hung applied', 0.2],
];

/** These fail until the client gives up. */
const HOPELESS: Record<string, StubFault> = {
  'request-100': 'throttled',
  'request-501': 'overloaded',
  'request-902': 'failed',
  'request-1303': 'reset',
  'request-1704': 'invalid',
  'request-1901': 'expired',
};

function findFault(id: string, attempt: number): StubFault | undefined {
  const hash = createHash('sha256').update(`${SEED} ${id} ${attempt}`).digest();
  let percent = (hash.readUInt32BE() / 2 ** 32) * 100;
  if (HOPELESS[id]) return HOPELESS[id];
  return SHARES.find(([, share]) => {
    percent -= share;
    return percent < 0;
  })?.[0];
}

const TableName = 'table';
const CREATED = 'attribute_not_exists(pk)';

const COMMANDS = [
  (id: string) => new GetCommand({ TableName, Key: { pk: id } }),
  (id: string) => new PutCommand({ TableName, Item: { pk: id }, ConditionExpression: CREATED }),
  (id: string) =>
    new UpdateCommand({
      TableName,
      Key: { pk: id },
      UpdateExpression: 'SET rev = :next',
      ConditionExpression: 'rev = :rev',
      ExpressionAttributeValues: { ':rev': 1, ':next': 2 },
    }),
  (id: string) =>
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': id },
    }),
  (id: string) => new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: { pk: id } } }] }),
];

type Outcome = {
  attempts: number | undefined;
  error: string | undefined;
  status: number | undefined;
  isWrite: boolean;
};
type Failure = { name: string; code?: string; $metadata?: Metadata };
type Metadata = { attempts?: number; httpStatusCode?: number };

async function sendAll(client: DynamoDBClient): Promise<Map<string, Outcome>> {
  const documents = DynamoDBDocumentClient.from(client);
  const outcomes = new Map<string, Outcome>();
  let next = 0;
  const sendInTurn = async () => {
    while (next < REQUESTS) {
      const number = next++;
      const id = `request-${number}`;
      const command = COMMANDS[number % COMMANDS.length]?.(id) as GetCommand;
      const isWrite = ![0, 3].includes(number % COMMANDS.length);
      const toOutcome = (metadata: Metadata = {}, error?: string): Outcome => ({
        attempts: metadata.attempts,
        status: metadata.httpStatusCode,
        error,
        isWrite,
      });
      const outcome = await documents.send(command).then(
        ({ $metadata }) => toOutcome($metadata),
        ({ name, code = '', $metadata }: Failure) => toOutcome($metadata, `${name} ${code}`.trim()),
      );
      outcomes.set(id, outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
  return outcomes;
}

async function run(createClient: () => DynamoDBClient) {
  const stub = await startDynamoDbStub({ findFault, getCredentials: () => CREDENTIALS });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', stub.url);
  const client = createClient();
  // Only requests that are hung may time out, also on a busy machine.
  const handler = client.config.requestHandler as unknown as DynamoDbHttpHandler;
  handler.updateHttpClientConfig('connectionTimeout', 60_000);
  handler.updateHttpClientConfig('requestTimeout', 15_000);
  try {
    return { outcomes: await sendAll(client), attempts: stub.attempts, effects: stub.effects };
  } finally {
    client.destroy();
    await stub.stop();
  }
}

function findDifferences<T>(ours: Map<string, T>, untouched: Map<string, T>) {
  return [...new Set([...ours.keys(), ...untouched.keys()])]
    .map((id) => ({ id, ours: ours.get(id), untouched: untouched.get(id) }))
    .filter((row) => !isDeepStrictEqual(row.ours, row.untouched));
}

beforeAll(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', CREDENTIALS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', CREDENTIALS.secretAccessKey);
  // The SDK waits for random times between attempts, up to 20 seconds.
  vi.spyOn(Math, 'random').mockReturnValue(0.02);
});
afterAll(() => {
  closeDynamoDbClient();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('tries as often as the SDK, ends the same way, and neither loses nor doubles a write', async () => {
  const ours = await run(dynamoDbClient);
  const untouched = await run(createUntouchedClient);

  expect(ours.outcomes.size).toBe(REQUESTS);
  expect(findDifferences(ours.outcomes, untouched.outcomes)).toStrictEqual([]);
  expect(findDifferences(ours.attempts, untouched.attempts)).toStrictEqual([]);
  expect(findDifferences(ours.effects, untouched.effects)).toStrictEqual([]);
  expect([...ours.effects.values()].filter((times) => times > 1)).toStrictEqual([]);

  const all = [...ours.outcomes];
  const lost = all.filter(([id, { error, isWrite }]) => isWrite && !error && !ours.effects.has(id));
  expect(lost).toStrictEqual([]);
  // A write that was carried out although its response was lost fails by its condition when it is repeated.
  const failed = all.filter(([id, { error }]) => error && !HOPELESS[id]);
  expect(failed.filter(([, { error }]) => error !== 'ConditionalCheckFailedException')).toStrictEqual([]);
  expect(failed.filter(([id]) => !ours.effects.has(id))).toStrictEqual([]);
  expect(failed.length).toBeGreaterThan(10);

  expect(Object.fromEntries(Object.keys(HOPELESS).map((id) => [id, ours.outcomes.get(id)]))).toMatchObject({
    'request-100': { attempts: 8, error: 'ThrottlingException', status: 400 },
    'request-501': { attempts: 8, error: 'ProvisionedThroughputExceededException', status: 400 },
    'request-902': { attempts: 8, error: 'InternalServerError', status: 500 },
    'request-1303': { attempts: 8, error: 'TimeoutError ECONNRESET' },
    'request-1704': { attempts: 1, error: 'ValidationException', status: 400 },
    'request-1901': { attempts: 8, error: 'InvalidSignatureException', status: 400 },
  });
}, 600_000);
