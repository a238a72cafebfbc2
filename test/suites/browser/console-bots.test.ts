import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, chatBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { type ConsoleUnderTest, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence("the console's bots");

const MANY = 2_000;
const IMPORTS_AT_ONCE = 16;
/** More than that is not one page. */
const MAX_RESPONSE_BYTES = 100_000;

describe.skipIf(!hasBrowser)("the console's list of bots", () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
    const numbers = Array.from({ length: MANY }, (_, n) => n);
    const work = async () => {
      for (let n = numbers.pop(); n !== undefined; n = numbers.pop()) {
        const name = `Survey ${String(n).padStart(4, '0')}`;
        await world.client.importBot({
          body: { workspaceId: world.workspaceId, bot: { version: '6', name, groups: [] } },
        });
      }
    };
    await Promise.all(Array.from({ length: IMPORTS_AT_ONCE }, work));
  }, 300_000);

  afterAll(() => world?.stop());

  it('shows one page of 2,000 bots with one request, and the next on request', async () => {
    const { page, context, problems } = await world.newPage();
    const lists: Response[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/v1/bots?')) lists.push(response);
    });
    await page.goto(`${world.service.baseUrl}/#token=${world.token}`);
    await page
      .getByRole('link', { name: /^Survey/ })
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: /^Survey/ }).count()).toBe(50);
    expect(lists).toHaveLength(1);
    expect((await lists[0]?.body())?.length).toBeLessThan(MAX_RESPONSE_BYTES);

    await page.getByRole('button', { name: 'Show more' }).click();
    await page
      .getByRole('link', { name: /^Survey/ })
      .nth(99)
      .waitFor();
    expect(lists).toHaveLength(2);

    // Back shows the list again at once.
    await page
      .getByRole('link', { name: /^Survey/ })
      .nth(80)
      .click();
    await page.getByRole('link', { name: 'Releases' }).waitFor();
    await page.evaluate('history.back()');
    await page
      .getByRole('link', { name: /^Survey/ })
      .nth(49)
      .waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('counts the starts of seven days, of bots on screen only and a few at a time', async () => {
    const { page, context, problems } = await world.newPage();
    const asked: string[] = [];
    let open = 0;
    let mostOpen = 0;
    await page.route('**/analytics/stats?*', async (route) => {
      const url = new URL(route.request().url());
      asked.push(`${url.pathname} ${url.searchParams.get('timeFilter')}`);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((resolve) => setTimeout(resolve, 50));
      open -= 1;
      await route.continue();
    });
    await page.goto(`${world.service.baseUrl}/#token=${world.token}`);
    const counts = page.locator('.recent-starts');
    await expect.poll(() => counts.nth(5).innerText()).toBe('0');
    await expect.poll(() => counts.locator('.skeleton').count()).toBeLessThan(45);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((request) => !request.endsWith(' last7Days'))).toEqual([]);
    expect(asked.length).toBeLessThan(30);
    expect(mostOpen).toBeLessThanOrEqual(3);
    expect(await counts.nth(49).innerText()).toBe('');
    await counts.nth(49).scrollIntoViewIfNeeded();
    await expect.poll(() => counts.nth(49).innerText()).toBe('0');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('counts people who started, and says where the count could not be loaded', async () => {
    const flow = chatBot([{ id: 'group', blocks: [ask('first'), ask('second')] }]);
    const { client, workspaceId } = world;
    const { bot } = await client.importBot({ body: { workspaceId, bot: { ...flow, name: 'Counted' } } });
    const { publicId } = await client.publishBot({ params: { botId: bot.id } });
    for (const hasStarted of [true, false, true]) {
      const { sessionId } = await client.startChat({ params: { bot: publicId }, body: {} });
      if (hasStarted) await client.continueChat({ params: { sessionId }, body: { message: 'Ada' } });
    }
    const { page, context } = await world.open('/?search=counted');
    const count = page.getByRole('row', { name: /Counted/ }).locator('.recent-starts');
    await expect.poll(() => count.innerText()).toBe('2');

    const refuse = { status: 500, json: { code: 'INTERNAL_SERVER_ERROR', message: 'No', requestId: 'r-1' } };
    await page.route('**/analytics/stats?*', (route) => route.fulfill(refuse));
    await page.reload();
    await expect.poll(() => count.innerText()).toBe('unknown');
    expect(await count.getByTitle('The service failed.').count()).toBe(1);
    await context.close();
  });

  it('finds one of 2,000 by its name, and says where it has looked', async () => {
    const { page, context } = await world.open('/');
    await page
      .getByRole('link', { name: /^Survey/ })
      .first()
      .waitFor();
    await page.getByLabel('Search bots').fill('survey 1000');
    await page.waitForURL(/search=/);
    // A request looks at 1,000 bots, so the match may need a second one.
    const match = page.getByRole('link', { name: 'Survey 1000' });
    const further = page.getByRole('button', { name: 'Search further' });
    await match.or(further).first().waitFor();
    if ((await match.count()) === 0) {
      await page.getByText('None found among 1,000 bots.').waitFor();
      await further.click();
    }
    await match.waitFor();
    expect(await page.getByRole('link', { name: /^Survey/ }).allInnerTexts()).toEqual(['Survey 1000']);
    await context.close();
  });

  it('keeps search, state and sorting in the address', async () => {
    const { page, context } = await world.open('/');
    await page.getByLabel('Search bots').fill('survey 19');
    await page.waitForURL(/search=survey\+19/);
    await page.getByRole('button', { name: 'Drafts' }).click();
    await page.getByLabel('Sort').selectOption('Name');
    await page.waitForURL(/sort=name/);
    await page.reload();
    await page.getByRole('button', { name: 'Drafts', pressed: true }).waitFor();
    expect(await page.getByLabel('Search bots').inputValue()).toBe('survey 19');
    await page.evaluate('history.back()');
    await page.getByRole('button', { name: 'All', exact: true, pressed: true }).waitFor();
    await context.close();
  });

  it('imports dropped files after showing what they lack', async () => {
    const { page, context, problems } = await world.open('/');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    const dangling = v6Document() as { name?: string; edges: { to: { groupId: string } }[] };
    dangling.name = 'Dropped bot';
    for (const edge of dangling.edges.slice(0, 1)) edge.to.groupId = 'gone';
    const files = [
      { name: 'dropped.json', text: JSON.stringify(dangling) },
      { name: 'broken.json', text: '{' },
      { name: 'list.json', text: '[]' },
    ];
    await page.evaluate(`{
      const transfer = new DataTransfer();
      for (const { name, text } of ${JSON.stringify(files)}) {
        transfer.items.add(new File([text], name, { type: 'application/json' }));
      }
      for (const type of ['dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }
    }`);
    const dialog = page.getByRole('dialog', { name: 'Import 3 bots' });
    await dialog.getByRole('heading', { name: 'Dropped bot' }).waitFor();
    await dialog.getByText('The file is not JSON. Export the bot as a file from its editor.').waitFor();
    await dialog.getByText('Not a bot. A list: expected one JSON object').waitFor();
    await expect.poll(() => dialog.innerText()).toContain('bot.edges[0]');
    // Not from the dialog: Firefox crashes when Playwright looks for several elements in one that it has found by its role.
    expect(await page.locator('dialog .issue-place').allInnerTexts()).toContain(
      'North › a block of the future',
    );
    await expect.poll(() => dialog.locator('summary').innerText()).toBe('2 errors, 3 warnings');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('Imported', { exact: true }).waitFor();
    await dialog.getByRole('link', { name: 'Open the bot' }).click();
    await page.getByRole('heading', { name: 'Dropped bot' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('calls a dropped bot without a name like its file, and unwraps a saved response', async () => {
    const { page, context, problems } = await world.open('/');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    const { name: _, ...nameless } = v6Document();
    const files = [
      { name: 'Summer tour.json', text: JSON.stringify({ typebot: nameless }) },
      { name: 'n8n.json', text: JSON.stringify({ name: 'Workflow', nodes: [], connections: {} }) },
    ];
    await page.evaluate(`{
      const transfer = new DataTransfer();
      for (const { name, text } of ${JSON.stringify(files)}) {
        transfer.items.add(new File([text], name, { type: 'application/json' }));
      }
      for (const type of ['dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }
    }`);
    const dialog = page.getByRole('dialog', { name: 'Import 2 bots' });
    await dialog.getByRole('heading', { name: 'Summer tour', exact: true }).waitFor();
    await dialog.getByText('`nodes` and `connections`: an n8n workflow').waitFor();
    await expect.poll(() => dialog.innerText()).toContain('was taken out of `typebot`');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByRole('link', { name: 'Open the bot' }).click();
    await page.getByRole('heading', { name: 'Summer tour', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('creates, duplicates, archives and restores a bot', async () => {
    const { page, context, problems } = await world.open('/');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('Harbour tour');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Harbour tour' }).waitFor();

    await page.goto(world.service.baseUrl);
    await page.getByRole('button', { name: 'Actions for Harbour tour' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Harbour tour (copy)' }).waitFor();

    await page.goto(world.service.baseUrl);
    const actions = page.getByRole('button', { name: 'Actions for Harbour tour (copy)' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    const question = page.getByRole('dialog', { name: 'Archive “Harbour tour (copy)”?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await actions.count()).toBe(1);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await question.getByRole('button', { name: 'Archive' }).click();
    await actions.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Archived' }).click();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await page.getByText('No bot is archived').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('creates a bot from a template, whose picture it shows', async () => {
    const { page, context, problems } = await world.open('/');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('radio', { name: /^Order/ }).check();
    const width = `document.querySelector('.template:has(:checked) img').naturalWidth`;
    await expect.poll(() => page.evaluate(width)).toBeGreaterThan(0);
    await page.getByText("A card's price is its internal value.").waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Order');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Name').fill('Bread for tomorrow');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Bread for tomorrow' }).waitFor();
    const botId = new URL(page.url()).pathname.split('/')[2] ?? '';
    const { bot } = await world.client.getBot({ params: { botId } });
    expect(bot.groups.map(({ title }) => title)).toContain('Collect or deliver');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('makes folders, and moves bots into them with the menu and by dragging', async () => {
    const { client, workspaceId } = world;
    for (const name of ['Ferry lines', 'Ferry prices']) {
      await client.importBot({ body: { workspaceId, bot: { version: '6', name, groups: [] } } });
    }
    const { page, context, problems } = await world.open('/');
    const create = async (name: string) => {
      await page.getByRole('button', { name: 'New folder' }).click();
      await page.getByLabel('Name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name, exact: true }).waitFor();
    };
    await create('Boats');
    await create('Archive');
    await page.getByRole('button', { name: 'Actions for Ferry lines' }).click();
    await page.getByRole('menuitem', { name: 'Move to folder' }).click();
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'Boats' });
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('“Ferry lines” is now in “Boats”.').waitFor();
    const boats = page.getByRole('link', { name: 'Boats', exact: true });
    await page.getByRole('row', { name: /Ferry prices/ }).dragTo(boats);
    await page.getByText('“Ferry prices” is now in “Boats”.').waitFor();
    await page.getByRole('link', { name: 'Archive', exact: true }).dragTo(boats);
    await page.getByText('“Archive” is now in “Boats”.').waitFor();

    await boats.click();
    await page.getByRole('navigation', { name: 'Folder' }).getByText('Boats').waitFor();
    const rows = page.getByRole('link', { name: /^Ferry/ });
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Ferry prices', 'Ferry lines']);
    for (const { size, scheme } of VIEWS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme });
      expect(await seriousFindings(page)).toEqual([]);
      if (process.env.SCREENSHOT) {
        await page.screenshot({ path: `${process.env.SCREENSHOT}-${size.width}-${scheme}.png` });
      }
    }
    await page.getByRole('link', { name: 'Archive', exact: true }).click();
    await page.getByText('There are no bots in this folder').waitFor();
    await page.getByRole('navigation', { name: 'Folder' }).getByRole('link', { name: 'Boats' }).click();

    await page.getByRole('button', { name: 'Actions for the folder Boats' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete “Boats”?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('“Boats” is deleted.').waitFor();
    await page.getByRole('link', { name: 'Archive', exact: true }).waitFor();
    expect(await boats.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says what failed, with the request id, and tries again', async () => {
    const { page, context } = await world.newPage();
    const refuse = { status: 500, json: { code: 'INTERNAL_SERVER_ERROR', message: 'No', requestId: 'r-1' } };
    await page.route('**/v1/bots?*', (route) => route.fulfill(refuse));
    await page.goto(`${world.service.baseUrl}/#token=${world.token}`);
    await page.getByRole('heading', { name: 'The bots could not be loaded.' }).waitFor();
    await page.getByText('Request r-1').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('link', { name: /^Survey/ })
      .first()
      .waitFor();
    await context.close();
  });

  it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
    const { page, context } = await world.open('/', view);
    await page
      .getByRole('link', { name: /^Survey/ })
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
    await context.close();
  });
});
