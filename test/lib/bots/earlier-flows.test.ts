import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import { updateBot } from '#lib/bots/draft/update-bot.ts';
import { publishBot } from '#lib/bots/publication/publish-bot.ts';
import { restoreRelease } from '#lib/bots/publication/restore-release.ts';
import { readPublishedFlowsBefore } from '#lib/bots/store/release-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

let database: TestDatabase;
let workspaceId: string;
let caller: Caller;

beforeAll(async () => {
  database = await startTestDatabase();
  ({ id: workspaceId } = await insertWorkspace({ name: 'Releases' }));
  caller = { tokenId: 't', tokenName: 'CI', grants: new Map([[workspaceId, 'admin']]) };
});
afterAll(() => database.stop());

const save = (botId: string, title: string, more: object = {}) =>
  updateBot(
    botId,
    { patch: { ...chatBot([{ id: 'g', title, blocks: [], ...more }]) }, overwrite: true, ifMatch: undefined },
    caller,
  );

async function publishedBot(titles: readonly string[], more: object = {}): Promise<string> {
  const { bot } = await createBot({ workspaceId, bot: {} }, caller);
  for (const title of titles) {
    await save(bot.head.id, title, more);
    await publishBot(bot.head.id, {}, caller);
  }
  return bot.head.id;
}

const titlesBefore = async (botId: string, release: number) =>
  (await readPublishedFlowsBefore(botId, release)).map(({ groups }) => groups[0]?.title);

it('Flows of earlier releases are read newest first, and no more than 20', async () => {
  const botId = await publishedBot(Array.from({ length: 23 }, (_, index) => `T${index + 1}`));
  const expected = Array.from({ length: 20 }, (_, index) => `T${22 - index}`);
  expect(await titlesBefore(botId, 23)).toEqual(expected);
  expect(await titlesBefore(botId, 3)).toEqual(['T2', 'T1']);
  expect(await titlesBefore(botId, 1)).toEqual([]);
});

it('Drafts that were never published are left out', async () => {
  const botId = await publishedBot(['A', 'B']);
  await save(botId, 'Unpublished');
  await restoreRelease(botId, '1', caller);
  expect(await titlesBefore(botId, 9)).toEqual(['B', 'A']);
});

it('The newest is read whatever its size, and of the others as many as the limits allow', async () => {
  // Compresses badly, so that it is stored in parts.
  const large = {
    blocks: [{ id: 'b', type: 'text', content: { html: randomBytes(600_000).toString('hex') } }],
  };
  expect(await titlesBefore(await publishedBot(['A', 'B', 'C'], large), 9)).toEqual(['C']);
  // Compresses well: they are three million characters each.
  const long = { blocks: [{ id: 'b', type: 'text', content: { html: 'x'.repeat(3_000_000) } }] };
  const botId = await publishedBot(['A'], { blocks: [] });
  for (const title of ['B', 'C']) {
    await save(botId, title, long);
    await publishBot(botId, {}, caller);
  }
  expect(await titlesBefore(botId, 9)).toEqual(['C']);
  await save(botId, 'D');
  await publishBot(botId, {}, caller);
  expect(await titlesBefore(botId, 9)).toEqual(['D', 'C']);
});
