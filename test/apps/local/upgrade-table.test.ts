import { readFileSync } from 'node:fs';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateItemCommand,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_TABLE_NAME, useDatabase } from '#apps/local/database/database-environment.ts';
import {
  createTable,
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '#apps/local/database/embedded-database.ts';
import { upgradeTable } from '#apps/local/database/upgrade-table.ts';
import { createLocalGateway } from '#apps/local/gateway/local-gateway.ts';
import { verifyTable } from '#apps/operator/verification/verify-table.ts';
import { generateToken, hashToken } from '#lib/platform/auth/bearer-token.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { getItem, putItem, scanTable, transact } from '#lib/platform/store/dynamodb.ts';
import { closeDynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { createTableInput } from '#lib/platform/store/table.ts';
import { resultUpdate } from '#lib/results/store/result-store.ts';

/*
 * The fixture was written by version 0.2.0: the items of a table in use, and that version's responses to
 * requests. Only the expiry times were changed, so that nothing has expired.
 */

type Line =
  | { workspaceId: string }
  | { item: Record<string, AttributeValue> }
  | { path: string; body: object };

const LINES = readFileSync(new URL('../../fixtures/table-of-0.2.0.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line, toBytes) as Line);
const ITEMS = LINES.flatMap((line) => ('item' in line ? [line.item] : []));
const RESPONSES = LINES.flatMap((line) => ('path' in line ? [line] : []));
const [{ workspaceId }] = LINES as [{ workspaceId: string }];

/** Bytes are base64 in the fixture. */
function toBytes(name: string, value: unknown): unknown {
  return name === 'B' ? Buffer.from(String(value), 'base64') : value;
}

const OLD_PROJECTION = [
  'id',
  'name',
  'icon',
  'folderId',
  'publicId',
  'workspaceId',
  'role',
  'createdAt',
  'updatedAt',
  'isArchived',
  'contentDigest',
  'published',
  'publishedAt',
  'expiresAt',
  'revokedAt',
  'lastUsedOn',
  'isCompleted',
  'hasStarted',
];

let database: EmbeddedDatabase;
let client: DynamoDBClient;
let gateway: ReturnType<typeof createLocalGateway>;
let tableName: string;

/** Tokens of the fixture under new secrets, because nobody knows the old ones. */
const adminToken = generateToken();
const revokedToken = generateToken();

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  useDatabase(database.endpoint);
});

afterAll(async () => {
  closeDynamoDbClient();
  await database.stop();
});

beforeEach(async () => {
  client = new DynamoDBClient({ endpoint: database.endpoint });
  tableName = `bots-${createId()}`;
  process.env.TABLE_NAME = tableName;
  // A gateway caches what it knows of a token, which is in another table now.
  gateway = createLocalGateway((error) => {
    throw error;
  });
});

afterEach(() => client.destroy());

async function createOldTable(name = tableName): Promise<void> {
  const input = createTableInput(name);
  const indexes = input.GlobalSecondaryIndexes?.map((index) => ({
    ...index,
    Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: OLD_PROJECTION },
  }));
  await client.send(new CreateTableCommand({ ...input, GlobalSecondaryIndexes: indexes }));
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 0.05, maxDelay: 0.5 }, { TableName: name });
  for (let start = 0; start < ITEMS.length; start += 25) {
    const requests = ITEMS.slice(start, start + 25).map((item) => ({
      PutRequest: { Item: withSecret(item) },
    }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: requests } }));
  }
}

function withSecret(item: Record<string, AttributeValue>): Record<string, AttributeValue> {
  if (!item.pk?.S?.startsWith('TOKEN#')) return item;
  if (item.name?.S === 'admin') return { ...item, pk: { S: keys.token(hashToken(adminToken)).pk } };
  if (item.revokedAt) return { ...item, pk: { S: keys.token(hashToken(revokedToken)).pk } };
  return item;
}

async function send(method: string, pathAndQuery: string, { token = adminToken, body = {} } = {}) {
  const [path = '', queryString = ''] = pathAndQuery.split('?');
  const bytes = method === 'GET' ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  const response = await gateway.handle('management', {
    method,
    path,
    queryString,
    headers: [
      ['Authorization', `Bearer ${token}`],
      ...(bytes.length > 0
        ? ([
            ['Content-Type', 'application/json'],
            ['Content-Length', String(bytes.length)],
          ] as [string, string][])
        : []),
    ],
    body: bytes,
    sourceIp: '127.0.0.1',
  });
  return { status: response.status, body: JSON.parse(response.body.toString('utf8')) };
}

/** Fields of today's responses that version 0.2.0 did not have, by the list or the object that they are in. */
const ADDED_FIELDS: Record<string, object> = {
  workspaces: { icon: null, plan: 'UNLIMITED' },
  bot: { webhookReplies: 'data' },
};

/** The fixture's responses with the added fields, and with the day on which this test has used the token. */
async function expectRecordedResponses(): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  for (const { path, body } of RESPONSES) {
    const expected = withAddedFields(
      'tokens' in body
        ? {
            tokens: (body.tokens as { name: string }[]).map((token) =>
              token.name === 'admin' ? { ...token, lastUsedOn: today } : token,
            ),
          }
        : body,
    );
    expect(await send('GET', path), path).toStrictEqual({ status: 200, body: expected });
  }
}

function withAddedFields(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const added = ADDED_FIELDS[name];
      if (added === undefined) return [name, value];
      return [
        name,
        Array.isArray(value) ? value.map((entry) => ({ ...entry, ...added })) : { ...value, ...added },
      ];
    }),
  );
}

async function findings(): Promise<string[]> {
  const found: string[] = [];
  for await (const { detail } of verifyTable({ pauseMs: 0 })) found.push(detail);
  return found;
}

async function readProjection(name = tableName): Promise<string[] | undefined> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  return Table?.GlobalSecondaryIndexes?.[0]?.Projection?.NonKeyAttributes?.toSorted();
}

const NEW_PROJECTION = ['expiresAt', 'lastUsedOn', 'listed', 'revokedAt'];

/** Makes the client fail before it sends a command, and counts the commands. */
function failBefore(isThis: (command: object, count: number) => boolean): void {
  let count = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      count++;
      const input = args.input as object;
      if (isThis({ name: context.commandName, ...input }, count)) throw new Error('Interrupted');
      return await next(args);
    },
    { step: 'initialize' },
  );
}

// DynamoDB Local takes seconds to delete or create an index.
describe('Upgrading a table of version 0.2.0', { timeout: 120_000 }, () => {
  it('changes no response', async () => {
    await createOldTable();
    await upgradeTable(client, tableName);
    await expectRecordedResponses();
  });

  it('leaves a sound table with as many items, none of which has an attribute twice', async () => {
    await createOldTable();
    await upgradeTable(client, tableName);
    expect(await findings()).toStrictEqual([]);
    let count = 0;
    for await (const page of scanTable()) {
      count += page.length;
      for (const { listed = {}, ...item } of page) {
        expect(Object.keys(listed as object).filter((name) => name in item)).toStrictEqual([]);
      }
    }
    expect(count).toBe(ITEMS.length);
    expect(await readProjection()).toStrictEqual(NEW_PROJECTION);
  });

  it('keeps a revoked token revoked', async () => {
    await createOldTable();
    await upgradeTable(client, tableName);
    expect((await send('GET', '/v1/me', { token: revokedToken })).status).toBe(401);
  });

  it('lets everything be changed that lists show', async () => {
    await createOldTable();
    await upgradeTable(client, tableName);
    const bots = (query = '') => send('GET', `/v1/bots?workspaceId=${workspaceId}${query}`);
    const [bot] = (await bots()).body.bots;
    await send('PATCH', `/v1/bots/${bot.id}`, { body: { bot: { name: 'Changed' } } });
    expect((await bots()).body.bots[0]).toMatchObject({ id: bot.id, name: 'Changed', icon: bot.icon });

    const { body: renamed } = await send('PATCH', `/v1/workspaces/${workspaceId}`, {
      body: { name: 'Renamed' },
    });
    expect(renamed).toMatchObject({ workspace: { id: workspaceId, name: 'Renamed' } });

    const tokens = `/v1/workspaces/${workspaceId}/tokens`;
    const { id } = (await send('GET', tokens)).body.tokens.find(
      ({ name }: { name: string }) => name === 'CI',
    );
    await send('DELETE', `${tokens}/${id}`);
    expect((await send('GET', tokens)).body.tokens).toContainEqual(
      expect.objectContaining({ id, name: 'CI', revokedAt: expect.any(String) }),
    );

    const result = ITEMS.find(
      ({ gsi1pk, isCompleted }) => gsi1pk?.S?.endsWith('#RESULTS') && !isCompleted?.BOOL,
    );
    const [sessionId = ''] = Object.keys(result?.sessions?.M ?? {});
    const state = { variables: [], hasStarted: true, isCompleted: true };
    await transact([resultUpdate(String(result?.id?.S), state, { sessionId, startedAt: 0 })]);
    const { body } = await send('GET', `/v1/bots/${result?.botId?.S}/results?isCompleted=true`);
    expect(body.results).toContainEqual(expect.objectContaining({ id: result?.id?.S, isCompleted: true }));
    expect(await findings()).toStrictEqual([]);
  });

  it.each<
    [string, (command: { name?: string; GlobalSecondaryIndexUpdates?: object[] }, count: number) => boolean]
  >([
    ['before it began', ({ name }) => name === UpdateItemCommand.name],
    ['between two items', ({ name }, count) => name === UpdateItemCommand.name && count > 8],
    ['before the old index was deleted', ({ name }) => name === UpdateTableCommand.name],
    [
      'before the new index was created',
      ({ GlobalSecondaryIndexUpdates: updates = [] }) => updates.some((update) => 'Create' in update),
    ],
  ])('continues where it was interrupted: %s', async (_, isThis) => {
    await createOldTable();
    failBefore(isThis);
    await expect(upgradeTable(client, tableName)).rejects.toThrow('Interrupted');
    client.destroy();
    client = new DynamoDBClient({ endpoint: database.endpoint });
    await upgradeTable(client, tableName);
    await expectRecordedResponses();
    expect(await findings()).toStrictEqual([]);
  });

  it('takes an item as moved if the response to an earlier attempt was lost', async () => {
    await createOldTable();
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName === UpdateItemCommand.name) await next(args);
        return await next(args);
      },
      { step: 'initialize' },
    );
    await upgradeTable(client, tableName);
    await expectRecordedResponses();
    expect(await findings()).toStrictEqual([]);
  });

  it('asks only once about a table that is up to date', async () => {
    await createOldTable();
    await upgradeTable(client, tableName);
    failBefore((_, count) => count > 1);
    await upgradeTable(client, tableName);
  });

  it('leaves items alone that no list of that version shows', async () => {
    await createOldTable();
    const [one, other] = [
      { pk: 'CAT#1', sk: 'META', name: 'Tom', gsi1pk: 'CATS', gsi1sk: '1' },
      { pk: 'CAT#2', sk: 'META', name: 'Felix' },
    ];
    for (const item of [one, other]) await putItem(item);
    await upgradeTable(client, tableName);
    expect(await getItem({ pk: one.pk, sk: one.sk })).toStrictEqual(one);
    expect(await getItem({ pk: other.pk, sk: other.sk })).toStrictEqual(other);
  });

  // The table of this name is everybody's in a database that is not the test's own.
  it.skipIf(process.env.DYNAMODB_ENDPOINT)('happens when the local database starts', async () => {
    await createOldTable(LOCAL_TABLE_NAME);
    await createTable(database.endpoint);
    expect(await readProjection(LOCAL_TABLE_NAME)).toStrictEqual(NEW_PROJECTION);
  });
});
