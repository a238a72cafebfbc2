import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarizeIssues } from '#lib/bots/flow/summarize-issues.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { type ConsoleUnderTest, PHONE, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('the pages of a bot');

const HOSTILE = '</text><script>document.title = "taken"</script><img src=x onerror="document.title=1">';

function harbourBot(): JsonObject {
  const lost = { ...text('lost-text', 'Nowhere'), outgoingEdgeId: 'missing-edge' };
  const jump = { id: 'jump', type: 'Jump', options: { groupId: 'gone' } };
  const far = { graphCoordinates: { x: 5_000, y: 3_000 } };
  return chatBot(
    [
      { id: 'welcome', blocks: [text('welcome-text', 'Welcome aboard')] },
      { id: 'lost', title: `Lost ${HOSTILE}`, blocks: [lost, jump], ...far },
    ],
    // Without effect, which is a note.
    { name: 'Harbour tour', settings: { whatsApp: { isEnabled: true } } },
  );
}

describe.skipIf(!hasBrowser)('the pages of a bot', () => {
  let world: ConsoleUnderTest;
  let botId: string;

  beforeAll(async () => {
    world = await startConsole();
    const { bot } = await world.client.importBot({
      body: { workspaceId: world.workspaceId, bot: harbourBot() as never },
    });
    botId = bot.id;
  });

  afterAll(() => world?.stop());

  const viewBox = `document.querySelector('.flow-picture > svg').getAttribute('viewBox')`;

  it('shows the flow, which is moved, enlarged and fitted by keyboard', async () => {
    const { page, context, problems } = await world.open(`/bots/${botId}`);
    const picture = page.getByRole('application');
    await picture.waitFor();
    await page.getByText('Welcome aboard').first().waitFor();
    const start = await page.evaluate(viewBox);
    await picture.focus();
    await page.keyboard.press('0');
    await page.waitForFunction(`${viewBox} !== ${JSON.stringify(start)}`);
    const whole = await page.evaluate(viewBox);
    await page.keyboard.press('+');
    await page.waitForFunction(`${viewBox} !== ${JSON.stringify(whole)}`);
    const larger = await page.evaluate(viewBox);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(`${viewBox} !== ${JSON.stringify(larger)}`);
    await page.keyboard.press('0');
    await page.waitForFunction(`${viewBox} === ${JSON.stringify(whole)}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens on a phone where the flow begins, at a size to read, and shows all of it on request', async () => {
    const { page, context } = await world.open(`/bots/${botId}`, { size: PHONE });
    const zoom = page.getByLabel('Zoom', { exact: true });
    await expect.poll(() => zoom.innerText()).toBe('90%');
    const canvas = await page.getByRole('application').boundingBox();
    for (const part of ['[data-event-id="start"]', '[data-group-id="welcome"]']) {
      const box = await page.locator(part).boundingBox();
      if (!canvas || !box) throw new Error(`There is no ${part}`);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
      expect(box.y).toBeGreaterThanOrEqual(canvas.y);
    }
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(async () => Number.parseInt(await zoom.innerText(), 10)).toBeLessThan(40);
    await context.close();
  });

  it('finds a group, and keeps it in the address', async () => {
    const { page, context, problems } = await world.open(`/bots/${botId}`);
    await page.getByRole('application').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('lost');
    await page.getByRole('button', { name: /^Lost/ }).click();
    await page.waitForURL(/group=lost/);
    await page.locator('[data-group-id="lost"].chosen').waitFor();
    await page.reload();
    await page.locator('[data-group-id="lost"].chosen').waitFor();
    // Its title is a text, whatever it looks like.
    expect(await page.title()).toBe('Harbour tour · Bots');
    expect(await page.locator('.flow-picture script, .flow-picture img').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('marks what leads nowhere, and says why', async () => {
    const { page, context } = await world.open(`/bots/${botId}?panel=issues`);
    await page.locator('.flow-picture .dangling').first().waitFor();
    await page.locator('[data-group-id="lost"].failing').waitFor();
    await page.getByRole('button', { name: /refers to an edge that does not exist/ }).click();
    await page.waitForURL(/group=lost/);
    await context.close();
  });

  it('counts what a check finds, notes included, as the command line does', async () => {
    const { bot } = await world.client.getBot({ params: { botId } });
    const { issues } = await world.client.checkBot({
      body: { bot: bot as never, workspaceId: world.workspaceId },
    });
    expect(issues.map(({ severity }) => severity)).toEqual(expect.arrayContaining(['error', 'info']));
    const { page, context } = await world.open(`/bots/${botId}?panel=issues`);
    await page.getByText(`Issues (${issues.length})`).waitFor();
    const side = page.getByRole('complementary', { name: 'Issues' });
    await side.getByText(summarizeIssues(issues), { exact: true }).waitFor();
    expect(await side.getByRole('listitem').count()).toBe(issues.length);
    await context.close();
  });

  it('has a bot take replies to its Listen blocks as text, which settles the warning', async () => {
    const listen = { id: 'listen', type: 'webhook', options: {} };
    const document = chatBot([{ id: 'g', blocks: [text('hello', 'Hello'), listen] }]);
    const { bot } = await world.client.importBot({
      body: { workspaceId: world.workspaceId, bot: document as never, webhookReplies: 'data' },
    });
    const { page, context, problems } = await world.open(`/bots/${bot.id}?panel=issues`);
    await page.getByText(/whoever chats can send data in the webhook's name/).waitFor();
    await page.getByRole('button', { name: 'Data of the webhook', pressed: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByText('It counts for chats that begin from now on.').waitFor();
    await page.getByText('Nothing to note').waitFor();
    await page.getByRole('button', { name: 'Text', exact: true, pressed: true }).waitFor();
    const changed = await world.client.getBot({ params: { botId: bot.id } });
    expect(changed.bot.webhookReplies).toBe('text');
    expect(problems).toEqual([]);
    await context.close();

    const viewer = await world.openAsViewer(`/bots/${bot.id}?panel=issues`);
    const setting = viewer.page.getByRole('region', { name: 'Replies to Listen blocks' });
    await setting.getByText('Text', { exact: true }).waitFor();
    expect(await setting.getByRole('button').count()).toBe(0);
    await viewer.context.close();

    const without = await world.open(`/bots/${botId}?panel=issues`);
    await without.page.getByText('Issues (').waitFor();
    expect(await without.page.getByText('Replies to Listen blocks').count()).toBe(0);
    await without.context.close();
  });

  it('rebuilds the picture from harmless parts only', async () => {
    const { page, context } = await world.newPage();
    await page.route('**/graph.svg', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" onload="document.title='taken'">
          <script>document.title = 'taken'</script><style>body { display: none }</style>
          <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"/></body></foreignObject>
          <a href="javascript:alert(1)"><text>link</text></a><image href="http://127.0.0.1:1/x"/>
          <rect id="kept" width="10" height="10" fill="url(http://127.0.0.1:1/y)" onclick="alert(1)"/></svg>`,
      }),
    );
    await page.goto(`${world.service.baseUrl}/bots/${botId}#token=${world.token}`);
    await page.locator('#kept').waitFor({ state: 'attached' });
    const svg = await page.evaluate<string>(`document.querySelector('.flow-picture > svg').outerHTML`);
    expect(svg).not.toMatch(/script|style|foreignObject|href|image|onload|onclick|url\(/i);
    expect(svg).toContain('<rect id="kept" width="10" height="10">');
    expect(await page.title()).toBe('Harbour tour · Bots');
    await context.close();
  });

  it('chats with the draft in a frame without an origin, and never gives it the token', async () => {
    const { page, context, problems } = await world.open(`/bots/${botId}`);
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.frame() !== page.mainFrame()) bodies.push(JSON.stringify(request.headers()));
    });
    await page.getByRole('button', { name: 'Start a chat' }).click();
    await page.frameLocator('iframe').getByText('Welcome aboard').waitFor();
    const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
    expect(await frame?.evaluate('origin')).toBe('null');
    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.join()).not.toContain(world.token);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('publishes despite errors only when asked, compares, restores and unpublishes', async () => {
    const { page, context, problems } = await world.open(`/bots/${botId}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const errors = page.getByRole('dialog', { name: 'Publish “Harbour tour” with errors?' });
    await errors.getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByText('“Harbour tour” is published as release 1.').waitFor();
    await page.locator('.bot-head .tag', { hasText: 'Published' }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const link = await paste(page);
    expect((await fetch(link)).status).toBe(200);

    await world.client.updateBot({ params: { botId }, body: { bot: { name: 'Harbour tour at night' } } });
    await page.goto(`${world.service.baseUrl}/bots/${botId}/releases`);
    await page.getByRole('button', { name: 'Compare' }).click();
    const diff = page.getByRole('dialog', { name: 'From release 1 to the draft' });
    await diff.getByText('name', { exact: true }).waitFor();
    expect(page.url()).toMatch(/diff=1/);
    await page.keyboard.press('Escape');
    await diff.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Restore' }).click();
    await page
      .getByRole('dialog', { name: 'Make release 1 the draft of “Harbour tour at night”?' })
      .getByRole('button', { name: 'Restore' })
      .click();
    await page.getByText('The draft before is kept as release 2.').waitFor();
    await page.getByRole('heading', { name: 'Harbour tour', exact: true }).waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page
      .getByRole('dialog', { name: 'Unpublish “Harbour tour”?' })
      .getByRole('button', { name: 'Unpublish' })
      .click();
    await page.locator('.bot-head .tag', { hasText: 'Draft' }).waitFor();
    expect((await world.client.getPublishedBot({ params: { botId } })).publishedBot).toBeNull();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('gives the code of each kind of embed, and stores which websites may show the bot', async () => {
    const { publicId } = await world.client.publishBot({ params: { botId } });
    const { page, context, problems } = await world.open(`/bots/${botId}/share`);
    const code = page.locator('pre.code');
    await code.getByText(`<bot-standard bot="${publicId}"`).waitFor();
    await page.getByRole('button', { name: 'Popup' }).click();
    await page.getByLabel('Open automatically after (seconds)').press('Control+a');
    await page.keyboard.type('4');
    await code.getByText(`Bot.initPopup({"bot":"${publicId}","autoShowDelay":4000});`).waitFor();
    await page.getByRole('button', { name: 'Bubble' }).click();
    await page.getByLabel('Text beside the button').fill('Hi </script>');
    await code.getByText(String.raw`"message":"Hi \u003c/script>"`).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Bubble', pressed: true }).waitFor();

    await page.getByRole('button', { name: 'Show the preview' }).click();
    const preview = page.frameLocator('iframe[title="Preview of the embed"]');
    await preview.locator('bot-bubble').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'In the page' }).click();
    await preview.getByText('Welcome aboard').waitFor();

    const origins = page.getByLabel('Websites that may show the bot');
    await origins.fill('not a website');
    await page.getByRole('button', { name: 'Save in the draft' }).click();
    await page.getByText('“not a website” is not the address of a website').waitFor();
    await origins.fill('www.example.com/page\nhttps://shop.example');
    await page.getByRole('button', { name: 'Save in the draft' }).click();
    await page.getByText('The websites are saved in the draft.').waitFor();
    const { bot } = await world.client.getBot({ params: { botId } });
    expect(bot.settings).toMatchObject({
      security: { allowedOrigins: ['https://www.example.com', 'https://shop.example'] },
    });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows a viewer everything, and nothing that changes it', async () => {
    const { page, context } = await world.openAsViewer(`/bots/${botId}/releases`);
    await page.getByRole('button', { name: 'Compare' }).first().waitFor();
    expect(await page.getByRole('button', { name: /Restore|Publish/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Flow' }).click();
    await page.getByText('You need the role editor to try a draft').waitFor();
    await context.close();
  });

  it('says so if there is no such bot', async () => {
    const { page, context } = await world.open('/bots/unknown');
    await page.getByRole('heading', { name: 'The bot could not be loaded.' }).waitFor();
    await page.getByRole('link', { name: 'All bots' }).waitFor();
    await context.close();
  });

  it.each(
    pickVariants(VIEWS).flatMap((view) =>
      ['', '?panel=issues', '/releases', '/share'].map((path) => ({ ...view, path })),
    ),
  )('is accessible at $size.width px, $scheme, on “$path”', async ({ path, ...view }) => {
    const { page, context } = await world.open(`/bots/${botId}${path}`, view);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.flow-picture:visible, .issue:visible, .releases time, pre.code').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
    await context.close();
  });
});

/** What is in the clipboard, as a person would find out. */
async function paste(page: Page): Promise<string> {
  await page.evaluate(
    `document.body.append(document.createElement('textarea')); document.body.lastChild.focus()`,
  );
  await page.keyboard.press('Control+v');
  await page.waitForFunction('document.body.lastChild.value');
  return await page.evaluate(
    `(() => { const pasted = document.body.lastChild.value; document.body.lastChild.remove(); return pasted })()`,
  );
}
