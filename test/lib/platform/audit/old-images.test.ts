import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/triggers/write-audit-entries.ts';
import { type Change, changeOrigin } from '#lib/platform/audit/change.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { databaseError, failing, isFromTheStream } from '#test/support/database-faults.ts';
import { recordingLines } from '#test/support/log-lines.ts';
import { tableContents } from '#test/support/table-contents.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

/*
 * The stream carries what an item was before a change: answers of respondents, documents, hashes of tokens.
 */

vi.hoisted(() => {
  process.env.LOG_LEVEL = 'DEBUG';
});

const SECRET = 'said-in-confidence';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

let workspaces = 0;
function createChange(): Change {
  return {
    ...changeOrigin({ tokenId: 't1', tokenName: 'CI', sourceIp: '192.0.2.1' }),
    action: 'updateBot',
    workspaceId: `old-images-${++workspaces}`,
    botId: 'b1',
  };
}

type Images = { eventName: 'INSERT' | 'MODIFY' | 'REMOVE'; newImage?: object; oldImage?: object };

let records = 0;
function toRecord({ eventName, newImage, oldImage }: Images): DynamoDBRecord {
  return {
    eventSource: 'aws:dynamodb',
    eventName,
    dynamodb: {
      Keys: marshall({ pk: 'BOT#b1', sk: 'DRAFT' }) as never,
      ...(newImage && { NewImage: marshall(newImage) as never }),
      ...(oldImage && { OldImage: marshall(oldImage) as never }),
      SequenceNumber: String(++records),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
}

/** Runs the writer, and expects the secret neither in its response, nor in its lines, nor in the table. */
async function handleSilently(Records: DynamoDBRecord[]) {
  const { value, lines } = await recordingLines(() =>
    handler({ Records }, { awsRequestId: 'some-call' } as Context),
  );
  expect(JSON.stringify([value, lines, await tableContents()])).not.toContain(SECRET);
  return { failures: value.batchItemFailures, lines };
}

describe('old images in the stream', () => {
  it('reach neither an entry nor a log line', async () => {
    const [before, change] = [createChange(), createChange()];
    const { failures } = await handleSilently([
      toRecord({ eventName: 'MODIFY', newImage: { change }, oldImage: { content: SECRET, change: before } }),
    ]);
    expect(failures).toEqual([]);
    expect(await readTrail(change.workspaceId)).toEqual([change]);
    expect(await readTrail(before.workspaceId)).toEqual([]);
  });

  it.each(['InternalServerError', 'ValidationException'])(
    'do not when the entry fails with %s',
    async (name) => {
      const change = createChange();
      const record = toRecord({ eventName: 'MODIFY', newImage: { change }, oldImage: { content: SECRET } });
      const error = Object.assign(databaseError(name), { message: `${SECRET} is not valid` });
      const { value } = await failing({ when: isFromTheStream, error }, () => handleSilently([record]));
      expect(value.failures).toEqual([{ itemIdentifier: record.dynamodb?.SequenceNumber }]);
      expect(value.lines).toHaveLength(1);
    },
  );

  it('do not when the change cannot be read', async () => {
    const newImage = { change: { id: 'c1', at: SECRET, workspaceId: 'w' } };
    const record = toRecord({ eventName: 'MODIFY', newImage, oldImage: { content: SECRET } });
    expect((await handleSilently([record])).failures).toHaveLength(1);
  });

  it('make no entry when an item is deleted, by a call or after its time', async () => {
    const change = createChange();
    const removed = toRecord({ eventName: 'REMOVE', oldImage: { content: SECRET, change } });
    const userIdentity = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };
    const { failures, lines } = await handleSilently([removed, { ...removed, userIdentity }]);
    expect([failures, lines]).toEqual([[], []]);
    expect(await readTrail(change.workspaceId)).toEqual([]);
  });
});
