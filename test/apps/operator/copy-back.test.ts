import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CopyBack, type CopyOptions } from '#apps/operator/copy-back.ts';
import { openRestoredTable } from '#apps/operator/restored-table.ts';
import { beginPut } from '#lib/bots/credentials/credentials-store.ts';
import { insertDomain } from '#lib/bots/domains/domain-store.ts';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import { importBot } from '#lib/bots/draft/import-bot.ts';
import { updateBot } from '#lib/bots/draft/update-bot.ts';
import { createFolder } from '#lib/bots/folders/create-folder.ts';
import { publishBot } from '#lib/bots/publication/publish-bot.ts';
import { type Item, writeItems } from '#lib/platform/store/dynamodb.ts';
import type { Key } from '#lib/platform/store/keys.ts';
import { createTableInput } from '#lib/platform/store/table.ts';
import { createInvitation } from '#lib/workspaces/invitations/create-invitation.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { insertToken } from '#lib/workspaces/tokens/store/token-store.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { appendLogs } from '#test/support/stored-logs.ts';
import { secondsLater, storedResult } from '#test/support/stored-results.ts';
import { tableContents } from '#test/support/table-contents.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const RESTORED = 'bots-restored';

let database: TestDatabase;
let workspaceId: string;
let botId: string;
let resultId: string;
let publicId: string;
let lost: Item[];

beforeAll(async () => {
  database = await startTestDatabase();
  const client = new DynamoDBClient({ endpoint: database.endpoint });
  await client.send(new CreateTableCommand(createTableInput(RESTORED)));
  client.destroy();
});
afterAll(async () => {
  await expectSoundTable();
  await database.stop();
});

const NOW = '2026-05-04T08:00:00.000Z';

/** Creates a workspace in both tables. */
beforeEach(async () => {
  ({ id: workspaceId } = await insertWorkspace({ name: 'Lost' }));
  const { token } = await insertToken({ workspaceId, role: 'admin', name: 'Old' });
  await createInvitation({ workspaceId, role: 'viewer', name: 'Guest' }, `Bearer ${token}`, toCaller());
  publicId = uniqueName('lost');
  const caller = toCaller();
  const domain = `${publicId}.example.com`;
  await insertDomain({ workspaceId, name: domain }, caller);
  const record = { id: 'c1', workspaceId, kind: 'openai', createdAt: NOW, updatedAt: NOW };
  // Stays incomplete, as credentials are once they were copied back.
  await beginPut(record, caller, new Date(NOW));
  await createFolder({ workspaceId, name: 'Shop' }, caller);
  const { bot } = await createBot({ workspaceId, bot: { publicId, customDomain: `${domain}/a` } }, caller);
  botId = bot.head.id;
  await publishBot(botId, {}, caller);
  await importBot({ workspaceId, botId, bot: bot.document, source: { id: 'source' } }, caller);
  ({ id: resultId } = await storedResult(workspaceId, botId, { answers: 2 }));
  await appendLogs(resultId, secondsLater(0), [{ status: 'info', description: 'x' }]);
  lost = (await tableContents()).filter(isOurs);
  await inRestored(() => writeItems(lost.map((put) => ({ put }))));
});

const toCaller = () => ({
  tokenId: 't',
  tokenName: 'CI',
  grants: new Map([[workspaceId, 'admin' as const]]),
});
const isOurs = (item: Item) =>
  [workspaceId, botId, resultId].some((id) =>
    JSON.stringify([item.pk, item.gsi1pk, item.botId]).includes(id),
  );
const getName = ({ pk, sk }: Item) => `${pk} ${sk}`;

async function inRestored(work: () => Promise<void>): Promise<void> {
  const table = process.env.TABLE_NAME;
  process.env.TABLE_NAME = RESTORED;
  try {
    await work();
  } finally {
    process.env.TABLE_NAME = table;
  }
}

async function remove(items: Item[]): Promise<void> {
  await writeItems(items.map(({ pk, sk }) => ({ delete: { pk, sk } as Key })));
}

function copying(options: Partial<CopyOptions> = {}): CopyBack {
  return new CopyBack({
    from: openRestoredTable(RESTORED),
    isApplied: true,
    replacesBots: false,
    ...options,
  });
}

it('copies a workspace back, without its tokens and invitations', async () => {
  await remove(lost);
  const rehearsal = copying({ isApplied: false });
  expect(await rehearsal.workspace(workspaceId)).toBe(true);
  expect((await tableContents()).filter(isOurs)).toStrictEqual([]);

  const copy = copying();
  await copy.workspace(workspaceId);
  expect(copy.counts).toMatchObject({ bots: 1, results: 1, kept: 0, takenNames: [] });
  expect(rehearsal.counts).toStrictEqual(copy.counts);
  const back = (await tableContents()).filter(isOurs);
  expect(back.map(getName)).toStrictEqual(
    lost.filter(({ pk }) => !/^(TOKEN|INVITATION)#/.test(String(pk))).map(getName),
  );
  await expectSoundTable();

  const again = copying();
  await again.workspace(workspaceId);
  expect(again.counts).toMatchObject({ bots: 0, results: 0, items: 0 });
});

it('keeps what the table has, which is newer, unless it is told to replace the bot', async () => {
  await updateBot(botId, { patch: { name: 'Newer' }, overwrite: false, ifMatch: undefined }, toCaller());
  const newer = (await tableContents()).filter(isOurs);
  const careful = copying();
  await careful.bot(botId);
  expect(careful.counts).toMatchObject({ bots: 0, results: 0, items: 0 });
  expect((await tableContents()).filter(isOurs)).toStrictEqual(newer);

  const replacing = copying({ replacesBots: true });
  await replacing.bot(botId);
  expect(replacing.counts).toMatchObject({ bots: 1, results: 0 });
  const draft = (items: Item[]) => items.find(({ sk }) => sk === 'DRAFT');
  expect(draft((await tableContents()).filter(isOurs))).toStrictEqual(draft(lost));
  await expectSoundTable();
});

it('leaves a name to the bot that has it now', async () => {
  await remove(lost.filter(({ pk }) => /^(BOT|PUBLIC_ID|DOMAIN)#/.test(String(pk))));
  const { bot } = await createBot({ workspaceId, bot: { publicId } }, toCaller());
  const copy = copying();
  await copy.bot(botId);
  expect(copy.counts.takenNames).toStrictEqual([publicId]);
  const claim = (await tableContents()).find(({ pk }) => pk === `PUBLIC_ID#${publicId}`);
  expect(claim?.botId).toBe(bot.head.id);
  await expectSoundTable();
});

it('copies a result with its answers and logs, whose sessions are over', async () => {
  await remove(lost.filter(({ pk }) => String(pk).endsWith(`#${resultId}`)));
  const copy = copying();
  expect(await copy.result(resultId)).toBe(true);
  expect(copy.counts).toMatchObject({ results: 1, items: 4 });
  const back = (await tableContents()).find(({ pk, sk }) => pk === `RESULT#${resultId}` && sk === '#META');
  expect(back?.sessions).toStrictEqual({});
  await expectSoundTable();
});

it('refuses what belongs to nothing in the table', async () => {
  await remove(lost);
  await expect(copying().bot(botId)).rejects.toThrow('copy it back first');
  await expect(copying().result(resultId)).rejects.toThrow('copy it back first');
});

it.each(['workspace', 'bot', 'result'] as const)(
  'knows no %s that the restored table lacks',
  async (subject) => {
    expect(await copying()[subject]('unknown')).toBe(false);
  },
);

it('does not copy what has expired since', async () => {
  await remove(lost);
  await inRestored(async () => {
    const items = lost.filter(({ pk }) => String(pk).endsWith(`#${resultId}`));
    await writeItems(items.map((item) => ({ put: { ...item, expiresAt: 1 } })));
  });
  const copy = copying();
  await copy.workspace(workspaceId);
  expect(copy.counts).toMatchObject({ bots: 1, results: 0 });
  expect((await tableContents()).filter(({ pk }) => String(pk).endsWith(`#${resultId}`))).toStrictEqual([]);
});
