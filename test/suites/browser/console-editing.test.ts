import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { v5Document } from '#test/fixtures/documents.ts';
import { type ConsoleUnderTest, PHONE, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';
import { everyInputBot } from './every-input-bot.ts';
import { countKeptEdits } from './kept-edits.ts';

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

  async function renameGroup(botId: string, groupId: string, value: string): Promise<void> {
    const was = (await readBot(botId)).groups.find(({ id }) => id === groupId)?.title ?? '';
    const operations = [{ op: 'changeGroup' as const, groupId, path: ['title'], was, value }];
    await world.client.editBot({ params: { botId }, body: { operations } });
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
    // Into the new block at once. Letters that were shortcuts elsewhere are text.
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

    // The second person types before the first one's change arrives.
    const isDraft = ({ pathname }: URL) => pathname === `/v1/bots/${botId}`;
    await second.page.route(isDraft, (route) => route.abort());
    await first.page.goto(`${world.service.baseUrl}/bots/${botId}?panel=edit&group=two`);
    await first.page.getByLabel('Title of the group').fill('See you');
    await expect.poll(titles).toEqual(['Welcome', 'See you']);
    await second.page.unroute(isDraft);
    await second.page.getByLabel('Title of the group').fill('Farewell');
    const conflict = second.page.getByRole('alert', { name: 'Conflicting changes' });
    await conflict.getByText('See you', { exact: true }).waitFor();
    await conflict.getByText('Farewell', { exact: true }).waitFor();
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

  it('shows what somebody else has changed, and keeps what could not be sent', async () => {
    const botId = await importBot(
      chatBot([
        { id: 'one', blocks: [text('hello', 'Hello')] },
        { id: 'two', blocks: [text('bye', 'Bye')] },
      ]),
    );
    const { page, context } = await world.open(`/bots/${botId}?panel=edit&group=one`);
    const title = page.getByLabel('Title of the group');
    await title.waitFor();
    await page.route('**/edits', (route) => route.abort());
    await title.fill('Mine');
    await page.getByRole('status').getByText('Not saved').waitFor();

    await renameGroup(botId, 'two', 'Theirs');
    await showTab(page);
    await pressButton(page, 'Flow');
    await page.getByRole('button', { name: 'Theirs 1 block' }).waitFor();
    await page.getByRole('button', { name: 'Mine 1 block' }).waitFor();
    await page.unroute('**/edits');
    await pressButton(page, 'Try again');
    const titles = async () => (await readBot(botId)).groups.map((group) => group.title);
    await expect.poll(titles).toEqual(['Mine', 'Theirs']);

    const responses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes(`/v1/bots/${botId}?`)) responses.push(response.status());
    });
    const readAgain = async () => {
      await showTab(page);
      return responses.at(-1);
    };
    await expect.poll(readAgain).toBe(304);
    await context.close();
  });

  it('keeps edits that are made offline, and saves them once the browser is online again', async () => {
    const botId = await importBot(chatBot([{ id: 'one', blocks: [text('hello', 'Hello')] }]));
    const { page, context } = await world.open(`/bots/${botId}?panel=edit&group=one`);
    await page.getByLabel('Title of the group').waitFor();
    await context.setOffline(true);
    await page.getByLabel('Title of the group').fill('On the train');
    await page.getByRole('status').getByText('Not saved').waitFor();
    expect((await readBot(botId)).groups[0]?.title).toBe('one');
    await context.setOffline(false);
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    expect((await readBot(botId)).groups[0]?.title).toBe('On the train');
    await context.close();
  });

  it('offers edits that could not be saved to the same token alone, until it signs out', async () => {
    const botId = await importBot(chatBot([{ id: 'one', blocks: [text('hello', 'Hello')] }]));
    const address = `/bots/${botId}?panel=edit&group=one`;
    const { page, context } = await world.open(address);
    const open = async (token = world.token) => {
      const opened = await context.newPage();
      await opened.goto(`${world.service.baseUrl}${address}#token=${token}`);
      await opened.getByLabel('Title of the group').waitFor();
      return opened;
    };
    const offer = (opened: Page) => opened.getByRole('status', { name: 'Edits that were not saved' });
    const editInVain = async (opened: Page, title: string) => {
      await opened.route('**/edits', (route) => route.abort());
      await opened.getByLabel('Title of the group').fill(title);
      await opened.getByRole('status').getByText('Not saved').waitFor();
      await expect.poll(() => countKeptEdits(opened)).toBeGreaterThan(0);
    };
    await editInVain(page, 'Kept');
    const beside = await open();
    expect(await offer(beside).count()).toBe(0);
    await page.close();
    await beside.reload();
    await offer(beside).getByText('An edit').waitFor();
    expect((await readBot(botId)).groups[0]?.title).not.toBe('Kept');
    await offer(beside).getByRole('button', { name: 'Edit again' }).click();
    await expect.poll(async () => (await readBot(botId)).groups[0]?.title).toBe('Kept');
    await expect.poll(() => countKeptEdits(beside)).toBe(0);

    await editInVain(beside, 'For nobody else');
    await beside.close();
    const { token: other } = await world.client.createToken({
      params: { workspaceId: world.workspaceId },
      body: { name: 'Somebody else', role: 'editor' },
    });
    const stranger = await open(other.token);
    expect(await offer(stranger).count()).toBe(0);
    await expect.poll(() => countKeptEdits(stranger)).toBe(0);
    await context.close();
  });

  it('adds events and variables, renames a variable in every text, and says what uses it', async () => {
    const botId = await importBot({
      ...chatBot([{ id: 'one', blocks: [text('hello', 'Hello {{Name}}')] }]),
      variables: [{ id: 'name', name: 'Name' }],
    });
    const { page, context, problems } = await world.open(`/bots/${botId}?panel=edit`);
    const additions = page.getByRole('group', { name: 'Add an event' });
    await additions.getByRole('button', { name: 'Command' }).click();
    await page.getByRole('heading', { level: 2, name: 'Command' }).waitFor();
    await page.getByLabel('Name of the command').fill('help');
    await page.getByLabel('Command leads to').selectOption('one');
    await expect
      .poll(async () => (await readBot(botId)).events?.at(-1))
      .toMatchObject({ type: 'command', options: { command: 'help' }, outgoingEdgeId: expect.any(String) });

    await pressButton(page, 'Flow');
    await page.getByText('Variables (1)').click();
    await page.getByText('Name', { exact: true }).click();
    await page.getByRole('list', { name: 'Uses of Name' }).getByRole('button').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('First name');
    await expect.poll(async () => JSON.stringify((await readBot(botId)).groups)).toContain('{{First name}}');
    await pressButton(page, 'Delete the variable');
    await page.getByRole('dialog').getByText('It is used once.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await readBot(botId)).variables).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('connects to a block in a group by a form, and by dragging in the picture', async () => {
    const botId = await importBot(
      chatBot([
        { id: 'one', blocks: [text('hello', 'Hello')] },
        { id: 'two', blocks: [text('first', 'First'), text('second', 'Second')] },
      ]),
    );
    const { page, context, problems } = await world.open(`/bots/${botId}?panel=edit&group=one&block=hello`);
    const target = async () => {
      const { groups, edges } = await readBot(botId);
      const [block] = (groups[0]?.blocks ?? []) as JsonObject[];
      return edges.find(({ id }) => id === block?.outgoingEdgeId)?.to;
    };
    await page.getByLabel('The block leads to').selectOption('two');
    await page.getByLabel('Block of that group').selectOption('second');
    await expect.poll(target).toEqual({ groupId: 'two', blockId: 'second' });

    await page.getByRole('button', { name: 'Show all' }).click();
    const port = await page.locator('[data-block-id="hello"] .port').boundingBox();
    const other = await page.locator('[data-group-id="two"] text').first().boundingBox();
    if (!port || !other) throw new Error('The picture has no handle or no group');
    await page.mouse.move(port.x + port.width / 2, port.y + port.height / 2);
    await page.mouse.down();
    await page.mouse.move(other.x + 4, other.y + 4, { steps: 5 });
    await page.mouse.up();
    await expect.poll(target).toEqual({ groupId: 'two' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('leads to new groups by a drag to an empty spot and by a button, and drags groups', async () => {
    const botId = await importBot(chatBot([{ id: 'one', blocks: [text('hello', 'Hello')] }]));
    const { page, context, problems } = await world.open(`/bots/${botId}?panel=edit&group=one`);
    await page.getByRole('button', { name: 'Show all' }).click();
    const port = await page.locator('[data-block-id="hello"] .port').boundingBox();
    if (!port) throw new Error('The picture has no handle');
    await page.mouse.move(port.x + port.width / 2, port.y + port.height / 2);
    await page.mouse.down();
    await page.mouse.move(port.x + 60, port.y + 120, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('heading', { level: 2, name: 'Group 2' }).waitFor();
    const readTarget = async () => {
      const { groups, edges } = await readBot(botId);
      const block = groups.flatMap(({ blocks }) => blocks as JsonObject[]).find(({ id }) => id === 'hello');
      return groups.findIndex(
        ({ id }) => id === edges.find((edge) => edge.id === block?.outgoingEdgeId)?.to.groupId,
      );
    };
    await expect.poll(readTarget).toBe(1);

    await pressButton(page, 'Add a block');
    await page.keyboard.type('buttons');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Buttons' }).waitFor();
    await page.keyboard.type('Yes');
    await pressButton(page, 'New group for “Yes”');
    await page.getByRole('heading', { level: 2, name: 'Group 3' }).waitFor();
    const readLastEdge = async () => {
      const { groups, edges } = await readBot(botId);
      return groups.findIndex(({ id }) => id === edges.at(-1)?.to.groupId);
    };
    await expect.poll(readLastEdge).toBe(2);

    await page.getByRole('button', { name: 'Show all' }).click();
    const readSecond = async () => (await readBot(botId)).groups[1]?.graphCoordinates;
    const before = await readSecond();
    const title = await page.locator('[data-group-id] text', { hasText: 'Group 2' }).first().boundingBox();
    if (!title) throw new Error('The picture has no group');
    await page.mouse.move(title.x + 2, title.y + 2);
    await page.mouse.down();
    await page.mouse.move(title.x + 2, title.y + 62, { steps: 5 });
    await page.mouse.up();
    await expect.poll(readSecond).not.toEqual(before);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('puts the caret into each element that is added, and opens a block by any part of its row', async () => {
    const pick = { id: 'pick', type: 'choice input', items: [{ id: 'first' }] };
    const botId = await importBot(
      chatBot([{ id: 'one', title: 'One', blocks: [text('hello', 'Hello'), pick] }]),
    );
    const { page, context, problems } = await world.open(`/bots/${botId}?panel=edit&group=one&block=pick`);
    const choices = ['Red', 'Green', 'Blue', 'Black', 'White'];
    await page.locator('.list-element input').first().focus();
    for (const [index, choice] of choices.entries()) {
      if (index > 0) await page.getByRole('button', { name: 'Add button' }).click();
      await page.keyboard.type(choice);
    }
    const readItems = async () => {
      const block = (await readBot(botId)).groups[0]?.blocks[1] as { items: JsonObject[] };
      return block.items.map(({ content }) => content);
    };
    await expect.poll(readItems).toEqual(choices);

    const row = await page.locator('[data-group-id="one"] [data-block-id="hello"]').boundingBox();
    const box = await page.locator('[data-group-id="one"] .box').first().boundingBox();
    if (!row || !box) throw new Error('The picture has no block');
    await page.mouse.click(box.x + box.width * 0.8, row.y + row.height / 2);
    await page.getByRole('heading', { level: 2, name: 'Text' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps the page in place under a long form, and inserts a variable by a button', async () => {
    const items = Array.from({ length: 12 }, (_, index) => ({ id: `i${index}` }));
    const botId = await importBot({
      ...chatBot([
        { id: 'one', blocks: [text('hello', 'Hello '), { id: 'pick', type: 'choice input', items }] },
      ]),
      variables: [{ id: 'name', name: 'Name' }],
    });
    const { page, context, problems } = await world.open(`/bots/${botId}?panel=edit&group=one&block=pick`);
    await page.getByRole('list', { name: 'Issues' }).first().waitFor();
    const overflow = 'document.documentElement.scrollHeight - document.documentElement.clientHeight';
    expect(await page.evaluate(overflow)).toBe(0);

    await page.goto(`${world.service.baseUrl}/bots/${botId}?panel=edit&group=one&block=hello`);
    await page.getByRole('button', { name: 'Variable', exact: true }).click();
    await page.getByRole('option', { name: 'Name' }).waitFor();
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => JSON.stringify((await readBot(botId)).groups[0]?.blocks[0]))
      .toContain('Hello {{Name}}');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('duplicates, tidies, and copies a group to another bot', async () => {
    const flow = () =>
      chatBot([
        { id: 'one', blocks: [text('hello', 'Hello')] },
        { id: 'two', blocks: [text('bye', 'Bye')] },
      ]);
    const [botId, otherId] = [await importBot(flow()), await importBot(flow())];
    const { page, context, problems } = await world.open(`/bots/${botId}?panel=edit&group=one`);
    await pressButton(page, 'Duplicate');
    await expect.poll(async () => (await readBot(botId)).groups.length).toBe(3);
    await pressButton(page, 'Copy');
    await page.getByText('Copied', { exact: true }).waitFor();
    await pressButton(page, 'Flow');
    const readCoordinates = async () => (await readBot(botId)).groups.map((group) => group.graphCoordinates);
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const before = await readCoordinates();
    await pressButton(page, 'Tidy up');
    await expect.poll(readCoordinates).not.toEqual(before);

    await page.goto(`${world.service.baseUrl}/bots/${otherId}?panel=edit`);
    await page.getByRole('button', { name: 'Paste' }).waitFor();
    await pressButton(page, 'Paste');
    await expect.poll(async () => (await readBot(otherId)).groups.length).toBe(3);
    const ids = (await readBot(otherId)).groups.flatMap((group) => [
      group.id,
      ...(group.blocks as JsonObject[]).map((block) => block.id),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    await page.evaluate("navigator.clipboard.writeText('just a text')");
    await pressButton(page, 'Paste');
    await page.getByText('The clipboard has no groups or blocks.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(['3', '4', '5'] as const)(
    'converts a draft of version %s once the person agrees, and keeps the one before as a release',
    async (version) => {
      const botId = await importBot(v5Document(version) as JsonObject);
      const { page, context } = await world.open(`/bots/${botId}?panel=edit`);
      await page.getByRole('button', { name: 'Convert and edit' }).click();
      await page.getByRole('list', { name: 'Groups' }).getByRole('button').first().click();
      expect((await readBot(botId)).version).toBe(version);
      await page.getByLabel('Title of the group').fill('Converted');
      await expect
        .poll(async () => await readBot(botId))
        .toMatchObject({ version: '6', groups: [{ title: 'Converted' }, {}] });
      const { releases } = await world.client.listReleases({ params: { botId } });
      expect(releases).toHaveLength(1);
      await context.close();
    },
  );

  it('adds a group and a block on a phone, and shows them in the picture', async () => {
    const { bot } = await world.client.createBot({
      body: { workspaceId: world.workspaceId, bot: { name: 'On the way' } },
    });
    const { page, context, problems } = await world.open(`/bots/${bot.id}`, { size: PHONE });
    const panels = page.getByRole('group', { name: 'Beside the flow' });
    await panels.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Add a group' }).click();
    await page.getByRole('button', { name: 'Add a block' }).click();
    await page.getByRole('combobox', { name: 'Search blocks' }).fill('text');
    await page.getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello from here');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await panels.getByRole('button', { name: 'Flow' }).click();
    await page.locator('.flow-picture').getByText('Hello from here').waitFor();
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

  it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
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

/** Makes the tab act as if it had just become visible. */
async function showTab(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
}
