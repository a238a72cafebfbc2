import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Change, changeOrigin } from '#lib/platform/audit/change.ts';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';
import { handler } from '../../../../functions/triggers/write-audit-entries.ts';

const DAY_SECONDS = 24 * 60 * 60;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
afterEach(() => vi.unstubAllEnvs());

let workspaces = 0;
const newWorkspace = () => `w${++workspaces}`;

function newChange(workspaceId: string, now = new Date()): Change {
  const caller = { tokenId: 't1', tokenName: 'CI', sourceIp: '192.0.2.1' };
  return { ...changeOrigin(caller, now), action: 'importBot', workspaceId, botId: 'b1' };
}

let records = 0;
function toRecord(image: object): DynamoDBRecord {
  const NewImage = marshall(image, { removeUndefinedValues: true });
  return { dynamodb: { NewImage, SequenceNumber: String(++records) } } as DynamoDBRecord;
}

const handle = ({ Records }: { Records: DynamoDBRecord[] }) =>
  handler({ Records }, { awsRequestId: 'some-call' } as Context);

const carrying = (change: Change) => toRecord({ pk: 'BOT#b1', sk: 'DRAFT', change });

describe('the writer of audit entries', () => {
  it('writes the entry of each change that an item carries', async () => {
    const workspaceId = newWorkspace();
    const [first, second] = [newChange(workspaceId), newChange(workspaceId)];
    const { batchItemFailures } = await handle({ Records: [carrying(first), carrying(second)] });
    expect(batchItemFailures).toEqual([]);
    expect(new Set(await readTrail(workspaceId))).toEqual(new Set([first, second]));
  });

  it('writes one entry for a change of many items, and for records that come again', async () => {
    const workspaceId = newWorkspace();
    const change = newChange(workspaceId);
    const Records = [carrying(change), carrying(change)];
    await handle({ Records });
    await handle({ Records });
    expect(await readTrail(workspaceId)).toEqual([change]);
  });

  it('ignores items without a change', async () => {
    expect(await handle({ Records: [toRecord({ pk: 'BOT#b1', sk: 'DRAFT' })] })).toEqual({
      batchItemFailures: [],
    });
  });

  it('reports the first record that failed, and leaves those after it for later', async () => {
    const [one, two, three] = [newWorkspace(), newWorkspace(), newWorkspace()];
    const Records = [one, two, three].map((workspaceId) => carrying(newChange(workspaceId)));
    const fault = {
      when: ({ text }: { text: string }) => text.includes(`AUDIT#${two}`),
      error: databaseError('InternalServerError'),
    };
    const { value } = await failing(fault, () => handle({ Records }));
    expect(value.batchItemFailures).toEqual([{ itemIdentifier: Records[1]?.dynamodb?.SequenceNumber }]);
    expect(await readTrail(one)).toHaveLength(1);
    expect([await readTrail(two), await readTrail(three)]).toEqual([[], []]);
  });

  it('reports a change that is not one', async () => {
    const record = toRecord({ change: { id: 'c1', at: 'yesterday', workspaceId: 'w' } });
    const { batchItemFailures } = await handle({ Records: [record] });
    expect(batchItemFailures).toHaveLength(1);
  });
});

describe('an entry', () => {
  const storedEntry = async (change: Change) => {
    await handle({ Records: [carrying(change)] });
    return await getItem(keys.auditEntry(change.workspaceId, change.at, change.id));
  };

  it.each([
    ['365 days by default', undefined, 365],
    ['as long as the operator says', '30', 30],
  ])('is kept %s', async (_, setting, days) => {
    vi.stubEnv('AUDIT_RETENTION_DAYS', setting);
    const now = new Date();
    const item = await storedEntry(newChange(newWorkspace(), now));
    expect(item?.expiresAt).toBe(Math.floor(now.getTime() / 1_000) + days * DAY_SECONDS);
  });

  it('is kept for good if the operator says 0', async () => {
    vi.stubEnv('AUDIT_RETENTION_DAYS', '0');
    expect(await storedEntry(newChange(newWorkspace()))).not.toHaveProperty('expiresAt');
  });

  it('is not written, nor shown, once its time is over', async () => {
    const workspaceId = newWorkspace();
    const longAgo = new Date(Date.now() - 366 * DAY_SECONDS * 1_000);
    expect(await storedEntry(newChange(workspaceId, longAgo))).toBeUndefined();
    expect(await readTrail(workspaceId)).toEqual([]);
  });
});
