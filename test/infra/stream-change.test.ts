import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  type StreamViewType,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler } from '#functions/triggers/write-audit-entries.ts';
import { type Change, changeOrigin } from '#lib/platform/audit/change.ts';
import { createTableInput } from '#lib/platform/store/table.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';
import { uniqueName } from '#test/support/unique-name.ts';

/*
 * "Change the stream of the table" in docs/operate.md, step by step, on AWS's DynamoDB Local. The embedded database changes
 * enabled streams and forgets disabled ones.
 */

describe.skipIf(!process.env.DYNAMODB_ENDPOINT)('changing the stream of a table', () => {
  let database: TestDatabase;
  let client: DynamoDBClient;
  const tableName = uniqueName('bots-stream');
  const workspaceId = uniqueName('w');

  beforeAll(async () => {
    database = await startTestDatabase();
    client = new DynamoDBClient({ endpoint: database.endpoint });
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } as const;
    await client.send(new CreateTableCommand({ ...createTableInput(tableName), StreamSpecification }));
  });
  afterAll(async () => {
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    client.destroy();
    await database.stop();
  });

  const describeTable = async () =>
    (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table ?? {};
  const disableStream = () =>
    client.send(
      new UpdateTableCommand({ TableName: tableName, StreamSpecification: { StreamEnabled: false } }),
    );
  const enableStream = (view: StreamViewType) =>
    client.send(
      new UpdateTableCommand({
        TableName: tableName,
        StreamSpecification: { StreamEnabled: true, StreamViewType: view },
      }),
    );

  async function changeDraft(): Promise<Change> {
    const caller = { tokenId: 't1', tokenName: 'CI', sourceIp: '192.0.2.1' };
    const change: Change = { ...changeOrigin(caller), action: 'updateBot', workspaceId, botId: 'b1' };
    const Item = marshall({ pk: 'BOT#b1', sk: 'DRAFT', change }, { removeUndefinedValues: true });
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
    return change;
  }

  async function deliver(records: DynamoDBRecord[]): Promise<void> {
    const { batchItemFailures } = await handler({ Records: records }, { awsRequestId: 'call' } as Context);
    expect(batchItemFailures).toEqual([]);
  }

  /** Calls DynamoDB Streams, for which the service has no client: Lambda reads the stream. */
  async function callStreams<T>(operation: string, input: object): Promise<T> {
    const response = await fetch(database.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
        authorization: `AWS4-HMAC-SHA256 Credential=${process.env.AWS_ACCESS_KEY_ID}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
      },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  }

  /** Reads all records of a stream, as an event source mapping does from TRIM_HORIZON. */
  async function readStream(StreamArn: string | undefined) {
    const { StreamDescription } = await callStreams<{
      StreamDescription: { StreamStatus: string; Shards: { ShardId: string }[] };
    }>('DescribeStream', { StreamArn });
    const records: DynamoDBRecord[] = [];
    let isAtEnd = true;
    for (const { ShardId } of StreamDescription.Shards) {
      const { ShardIterator } = await callStreams<{ ShardIterator: string }>('GetShardIterator', {
        StreamArn,
        ShardId,
        ShardIteratorType: 'TRIM_HORIZON',
      });
      const page = await callStreams<{ Records: DynamoDBRecord[]; NextShardIterator?: string }>(
        'GetRecords',
        { ShardIterator },
      );
      records.push(...page.Records);
      // A closed shard has nothing after its last record.
      if (page.NextShardIterator !== undefined) isAtEnd = false;
    }
    return { status: StreamDescription.StreamStatus, records, isAtEnd };
  }

  it('loses nothing, and makes no entry twice', async () => {
    const made = [await changeDraft(), await changeDraft()];
    const { LatestStreamArn: oldArn } = await describeTable();

    // Before any step, DynamoDB would refuse.
    await expect(enableStream('NEW_AND_OLD_IMAGES')).rejects.toThrow('already has an enabled stream');

    // The writer has read only a part when the stream is disabled.
    await deliver((await readStream(oldArn)).records.slice(0, 1));
    await disableStream();
    expect((await describeTable()).StreamSpecification).toBeUndefined();
    const closed = await readStream(oldArn);
    expect([closed.status, closed.isAtEnd]).toEqual(['DISABLED', true]);
    expect(closed.records).toHaveLength(made.length);

    await enableStream('NEW_AND_OLD_IMAGES');
    const { LatestStreamArn: newArn } = await describeTable();
    expect(newArn).not.toBe(oldArn);
    made.push(await changeDraft());

    // The old stream can be read to its end even now.
    await deliver((await readStream(oldArn)).records);
    const { records } = await readStream(newArn);
    expect(records.map(({ dynamodb }) => Object.keys(dynamodb ?? {}))).toEqual([
      expect.arrayContaining(['NewImage', 'OldImage']),
    ]);
    await deliver(records);
    expect(new Set(await readTrail(workspaceId))).toEqual(new Set(made));
    expect(await readTrail(workspaceId)).toHaveLength(made.length);
  });

  it('would lose what is written between the two streams, so writes pause', async () => {
    const { LatestStreamArn: oldArn } = await describeTable();
    await disableStream();
    const lost = await changeDraft();
    await enableStream('NEW_AND_OLD_IMAGES');
    const { LatestStreamArn: newArn } = await describeTable();
    const all = [...(await readStream(oldArn)).records, ...(await readStream(newArn)).records];
    expect(JSON.stringify(all.map(({ dynamodb }) => dynamodb?.NewImage))).not.toContain(lost.id);
  });
});
