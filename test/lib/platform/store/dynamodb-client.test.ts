import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { closeDynamoDbClient, dynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { keys } from '#lib/platform/store/keys.ts';
import {
  type DynamoDbStub,
  type StubCredentials,
  type StubOptions,
  startDynamoDbStub,
} from '#test/support/dynamodb-stub.ts';
import { createUntouchedClient } from './untouched-client.ts';

const CREDENTIALS: StubCredentials = { accessKeyId: 'local', secretAccessKey: 'secret' };

function useCredentials({ accessKeyId, secretAccessKey, sessionToken }: StubCredentials) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', sessionToken);
}

let stub: DynamoDbStub;
async function startStub(options: StubOptions = {}) {
  stub = await startDynamoDbStub(options);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', stub.url);
}

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('TABLE_NAME', 'table');
  useCredentials(CREDENTIALS);
});
afterEach(async () => {
  closeDynamoDbClient();
  await stub.stop();
  vi.unstubAllEnvs();
});

const CLIENTS: [name: string, create: () => DynamoDBClient][] = [
  ['the service', dynamoDbClient],
  ['the untouched SDK', createUntouchedClient],
];

const read = (client: DynamoDBClient) =>
  DynamoDBDocumentClient.from(client).send(
    new GetCommand({ TableName: 'table', Key: { pk: 'request-1', sk: 'é' } }),
  );

it('times out a request without a response and retries it', async () => {
  await startStub({ findFault: (_, attempt) => (attempt === 1 ? 'hung' : undefined) });
  expect(await getItem(keys.session('request-1'))).toStrictEqual({ id: 'request-1' });
  expect(stub.attempts).toStrictEqual(new Map([['request-1', 2]]));
}, 9_000);

it('has the middleware of the SDK, except for three', async () => {
  await startStub();
  const untouched = createUntouchedClient().middlewareStack.identify();
  const ours = dynamoDbClient().middlewareStack.identify();
  expect(untouched.filter((entry) => !ours.includes(entry))).toStrictEqual([
    'loggerMiddleware - initialize',
    'getUserAgentMiddleware - build',
    'recursionDetectionMiddleware - build',
  ]);
  expect(ours).toStrictEqual([
    'serializerMiddleware - serialize',
    'contentLengthMiddleware - build',
    'hostHeaderMiddleware - build',
    'retryMiddleware - finalizeRequest',
    'httpSigningMiddleware (a.k.a. apiKeyMiddleware,tokenMiddleware,awsAuthMiddleware) - finalizeRequest',
    'deserializerMiddleware - deserialize',
  ]);
});

it('sends what the SDK sends, but does not say who it is', async () => {
  await startStub({ getCredentials: () => CREDENTIALS });
  for (const [, createClient] of CLIENTS) await read(createClient());
  const [ours, untouched] = stub.headers.map((headers) => Object.keys(headers).sort());
  expect(untouched?.filter((name) => !ours?.includes(name))).toStrictEqual([
    'user-agent',
    'x-amz-user-agent',
  ]);
  expect(ours?.filter((name) => !untouched?.includes(name))).toStrictEqual([]);
  const [{ 'content-length': length, connection } = {}] = stub.headers;
  expect({ length, connection }).toStrictEqual({ length: '68', connection: 'keep-alive' });
});

describe.each(CLIENTS)('%s', (_, createClient) => {
  it('corrects its clock by a refusal, and once it is right again', async () => {
    let offsetMs = 0;
    await startStub({ getCredentials: () => CREDENTIALS, now: () => Date.now() + offsetMs });
    const client = createClient();
    const attempts = [];
    for (const minutes of [0, 10, 10, -60, -60, 0, 0]) {
      offsetMs = minutes * 60_000;
      attempts.push((await read(client)).$metadata.attempts);
    }
    expect(attempts).toStrictEqual([1, 2, 1, 2, 1, 2, 1]);
  });

  it('signs with the credentials of the moment', async () => {
    // Expired ones are read again before each request.
    vi.stubEnv('AWS_CREDENTIAL_EXPIRATION', '2026-01-01T00:00:00Z');
    let current = CREDENTIALS;
    await startStub({ getCredentials: () => current });
    const client = createClient();
    for (const name of ['one', 'two']) {
      current = {
        accessKeyId: `key-${name}`,
        secretAccessKey: `secret-${name}`,
        sessionToken: `token-${name}`,
      };
      await expect(read(client)).rejects.toThrow('The security token included in the request is invalid');
      useCredentials(current);
      expect((await read(client)).$metadata.attempts).toBe(1);
    }
  });

  it('repeats a transaction with the token of the first attempt', async () => {
    await startStub({ findFault: (_, attempt) => (attempt === 1 ? 'reset applied' : undefined) });
    const Put = { TableName: 'table', Item: { pk: 'request-1' } };
    await DynamoDBDocumentClient.from(createClient()).send(
      new TransactWriteCommand({ TransactItems: [{ Put }] }),
    );
    expect({ attempts: stub.attempts, effects: stub.effects }).toStrictEqual({
      attempts: new Map([['request-1', 2]]),
      effects: new Map([['request-1', 1]]),
    });
  });
});
