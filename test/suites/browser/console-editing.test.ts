import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import {
  type ConsoleUnderTest,
  DESKTOP,
  PHONE,
  seriousFindings,
  startConsole,
} from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';
import { everyInputBot } from './every-input-bot.ts';

noticeAbsence('the editor of the console');

describe.skipIf(!hasBrowser)('the editor of the console', () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(() => world?.stop());

  async function importBot(document: JsonObject): Promise<string> {
    const { bot } = await world.client.importBot({
      body: { workspaceId: world.workspaceId, bot: document as never },
    });
    return bot.id;
  }

  const readBot = async (botId: string) => (await world.client.getBot({ params: { botId } })).bot;

  it('builds a bot from nothing by keyboard alone, saves it, and undoes', async () => {
    const { bot } = await world.client.createBot({
      body: { workspaceId: world.workspaceId, bot: { name: 'Built here' } },
    });
    const { page, context, problems } = await world.open(`/bots/${bot.id}?panel=edit`);
    await pressButton(page, 'Add a group');
    await page.getByRole('heading', { level: 2, name: 'Group 1' }).waitFor();

    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search blocks' }).waitFor();
    await page.keyboard.type('text');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Text' }).waitFor();
    await page.getByRole('textbox', { name: 'Text' }).focus();
    await page.keyboard.type('Good morning!');

    await pressButton(page, 'Group 1');
    await page.getByRole('heading', { level: 2, name: 'Group 1' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search blocks' }).waitFor();
    await page.keyboard.type('number');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Ask number' }).waitFor();
    await page.getByRole('combobox', { name: 'Save the answer in' }).focus();
    await page.keyboard.type('Age');
    await page.keyboard.press('Enter');

    await expect.poll(async () => (await readBot(bot.id)).variables.map(({ name }) => name)).toEqual(['Age']);
    const saved = await readBot(bot.id);
    const [group] = saved.groups;
    expect(group?.blocks).toMatchObject([
      { type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Good morning!' }] }] } },
      { type: 'number input', options: { variableId: saved.variables[0]?.id } },
    ]);
    expect(saved.edges).toMatchObject([{ to: { groupId: group?.id } }]);
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Ask number' }).waitFor();

    await pressButton(page, 'Group 1');
    await pressButton(page, 'Move Ask number 2 up');
    const types = async () =>
      (await readBot(bot.id)).groups[0]?.blocks.map((block) => (block as JsonObject).type);
    await expect.poll(types).toEqual(['number input', 'text']);
    await pressButton(page, 'Undo');
    await expect.poll(types).toEqual(['text', 'number input']);
    await pressButton(page, 'Redo');
    await expect.poll(types).toEqual(['number input', 'text']);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('saves what two people change in different groups, and shows both values of one that both change', async () => {
    const botId = await importBot(
      chatBot([
        { id: 'one', blocks: [text('hello', 'Hello')] },
        { id: 'two', blocks: [text('bye', 'Bye')] },
      ]),
    );
    const first = await world.open(`/bots/${botId}?panel=edit&group=one`);
    const second = await world.open(`/bots/${botId}?panel=edit&group=two`);
    const titles = async () => (await readBot(botId)).groups.map(({ title }) => title);
    await first.page.getByLabel('Title of the group').fill('Welcome');
    await second.page.getByLabel('Title of the group').fill('Goodbye');
    await expect.poll(titles).toEqual(['Welcome', 'Goodbye']);

    await first.page.goto(`${world.service.baseUrl}/bots/${botId}?panel=edit&group=two`);
    await first.page.getByLabel('Title of the group').fill('See you');
    await expect.poll(titles).toEqual(['Welcome', 'See you']);
    await second.page.getByLabel('Title of the group').fill('Farewell');
    const conflict = second.page.getByRole('alert', { name: 'Conflicting changes' });
    await conflict.getByText('See you').waitFor();
    await conflict.getByText('Farewell').waitFor();
    await conflict.getByRole('button', { name: 'Use mine' }).click();
    await expect.poll(titles).toEqual(['Welcome', 'Farewell']);
    await first.context.close();
    await second.context.close();
  });

  it('changes nothing when each form is opened and closed', async () => {
    const botId = await importBot(everyInputBot());
    const before = await readBot(botId);
    const { page, context, problems } = await world.open(`/bots/${botId}?panel=edit`);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/edits')) requests.push(request.url());
    });
    for (const group of before.groups) {
      for (const block of group.blocks as JsonObject[]) {
        const query = new URLSearchParams({
          panel: 'edit',
          group: String(group.id),
          block: String(block.id),
        });
        await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/bots/${botId}?${query}`)})`);
        await page.getByRole('button', { name: 'Delete the block' }).waitFor();
        for (const more of await page.getByText('More options').all()) await more.click();
      }
    }
    await page.getByRole('button', { name: 'Flow', exact: true }).last().click();
    expect(requests).toEqual([]);
    expect(JSON.stringify(await readBot(botId))).toBe(JSON.stringify(before));
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows a viewer the picture, and no editor', async () => {
    const botId = await importBot(chatBot([{ id: 'one', blocks: [text('hello', 'Hello')] }]));
    const { page, context } = await world.openAsViewer(`/bots/${botId}?panel=edit`);
    await page.locator('[data-block-id="hello"]').waitFor();
    expect(await page.getByRole('button', { name: /^Edit$|Add a group/ }).count()).toBe(0);
    await context.close();
  });

  const views = [
    { size: PHONE, scheme: 'light' },
    { size: PHONE, scheme: 'dark' },
    { size: DESKTOP, scheme: 'light' },
    { size: DESKTOP, scheme: 'dark' },
  ] as const;
  it.each(pickVariants(views))('is accessible at $size.width px, $scheme', async (view) => {
    const botId = await importBot(chatBot([{ id: 'one', blocks: [text('hello', 'Hello')] }]));
    for (const query of ['', '&group=one', '&group=one&block=hello']) {
      const { page, context } = await world.open(`/bots/${botId}?panel=edit${query}`, view);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
      await context.close();
    }
  });
});

/** Presses a button with the keyboard. */
async function pressButton(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).last().focus();
  await page.keyboard.press('Enter');
}
