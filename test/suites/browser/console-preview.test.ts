import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, contactBot, text } from '#test/fixtures/chat-bots.ts';
import { type ConsoleUnderTest, PHONE, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { can, hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('the preview of a draft');

// SCREENSHOT is a prefix for screenshots, such as /tmp/preview.
describe.skipIf(!hasBrowser)('the preview of a draft', () => {
  let world: ConsoleUnderTest;
  let botId: string;

  beforeAll(async () => {
    world = await startConsole();
    botId = await importBot(spyBot());
  });

  afterAll(() => world?.stop());

  const importBot = async (bot: JsonObject) => {
    const body = { workspaceId: world.workspaceId, bot };
    return (await world.client.importBot({ body })).bot.id;
  };
  const frame = (page: Page) => page.frameLocator('iframe.preview');
  const start = async (page: Page) => {
    await page.getByRole('button', { name: 'Start a chat' }).click();
    await frame(page).getByText('A draft').waitFor();
  };
  const signIn = async (page: Page) => {
    await page.getByLabel('Token').fill(world.token);
    await page.keyboard.press('Enter');
  };
  const countStarts = (page: Page) => {
    const starts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/startChat')) starts.push(request.url());
    });
    return starts;
  };
  const picture = async (page: Page, name: string) => {
    if (process.env.SCREENSHOT) await page.screenshot({ path: `${process.env.SCREENSHOT}-${name}.png` });
  };

  it('asks for a token, also after an invalid one', async () => {
    const { page, context, problems } = await world.newPage();
    await page.goto(`${world.service.baseUrl}/_preview/${botId}`);
    await page.getByLabel('Token').fill(`bot_${'x'.repeat(43)}`);
    await page.keyboard.press('Enter');
    await page.getByText('The token is unknown').waitFor();
    await signIn(page);
    await start(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it("hides the token from the address and from the draft's scripts, and starts again", async () => {
    const { page, context, problems } = await world.open(`/_preview/${botId}`);
    await start(page);
    expect(page.url()).not.toContain(world.token);
    const found = () => frame(page).locator('html').evaluate('document.title');
    expect(await found()).toBe('SecurityError');
    // The draft may have changed since, so a reload is another chat.
    await page.reload();
    await frame(page).getByText('A draft').waitFor();
    expect(await found()).toBe('SecurityError');
    await frame(page).locator('.field').fill('Hello');
    await page.keyboard.press('Enter');
    await frame(page).getByText('Thank you').waitFor();
    await frame(page).getByRole('button', { name: 'Start again' }).click();
    await frame(page).locator('.field').waitFor();
    expect(await frame(page).getByText('Thank you').count()).toBe(0);
    // Beside the frame, where the draft cannot take it away.
    await page.getByRole('main').getByRole('button', { name: 'Start again' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('starts nothing without a click where somebody is signed in, whatever leads there', async () => {
    const { page, context } = await world.open('/');
    await page.getByRole('heading', { name: 'Bots' }).waitFor();
    const starts = countStarts(page);
    await page.goto(`${world.service.baseUrl}/_preview/${botId}?Name=Ada&Go+to+evil.example=1&__proto__=x`);
    await page.getByText('The address fills in Name.').waitFor();
    expect(starts).toEqual([]);
    await start(page);
    await frame(page).getByText('For Ada').waitFor();
    // Another link, though a chat was started in this tab before.
    await page.goto(`${world.service.baseUrl}/_preview/${botId}?Name=Eve`);
    await page.getByRole('button', { name: 'Start a chat' }).waitFor();
    expect(starts).toHaveLength(1);
    await context.close();
  });

  it('keeps its bar above the draft, which cannot leave the frame', async () => {
    const attempts = `try { top.location = 'about:blank' } catch {}
      try { top.history.pushState(null, '', '/') } catch {}
      document.documentElement.requestFullscreen?.().catch(() => {})`;
    const hostile = await importBot(
      chatBot([
        {
          id: 'g',
          blocks: [
            { id: 'escape', type: 'Code', options: { content: attempts, isExecutedOnClient: true } },
            text('t', 'A draft'),
            { id: 'i', type: 'text input' },
          ],
        },
      ]),
    );
    const { page, context } = await world.open(`/_preview/${hostile}`);
    await start(page);
    expect(new URL(page.url()).pathname).toBe(`/_preview/${hostile}`);
    await page.getByText("A bot's draft never needs your token.").waitFor();
    const bar = await page.locator('.bar').boundingBox();
    const box = await page.locator('iframe.preview').boundingBox();
    expect((bar?.y ?? -1) + (bar?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 0.5);
    expect(bar?.y).toBe(0);
    await context.close();
  });

  it('begins again when the draft changes, if its address says so', async () => {
    const { page, context, problems } = await world.newPage();
    const { groups } = (await world.client.getBot({ params: { botId } })).bot;
    const live = await importBot(spyBot());
    await page.goto(`${world.service.baseUrl}/_preview/${live}#live`);
    await signIn(page);
    await start(page);
    const starts = countStarts(page);
    const changed = JSON.parse(JSON.stringify(groups).replace('A draft', 'Another draft'));
    await world.client.updateBot({ params: { botId: live }, body: { bot: { groups: changed } } });
    await frame(page).getByText('Another draft').waitFor();
    expect(starts).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is for editors, and says so', async () => {
    const { page, context } = await world.openAsViewer(`/_preview/${botId}`);
    await page.getByText('You need the role editor to try a draft').waitFor();
    expect(await page.getByRole('button', { name: 'Start a chat' }).count()).toBe(0);
    await context.close();
  });

  it('says so if there is no such bot', async () => {
    const { page, context } = await world.open('/_preview/unknown');
    await page.getByRole('heading', { name: 'The bot could not be loaded.' }).waitFor();
    await context.close();
  });

  it('has moved here from the site of the bots, with its query and its token', async () => {
    const { page, context } = await world.newPage();
    await page.goto(`${world.service.chatUrl}/_preview/${botId}?Name=Ada#token=${world.token}`);
    await page.getByText('The address fills in Name.').waitFor();
    expect(page.url()).toBe(`${world.service.baseUrl}/_preview/${botId}?Name=Ada`);
    await context.close();
  });

  describe('beside the flow', () => {
    const tryRoute = async (view?: (typeof VIEWS)[number]) => {
      const id = await importBot(routingBot());
      const opened = await world.open(`/bots/${id}?panel=try`, view);
      const { page } = opened;
      await page.getByLabel('Start from').waitFor();
      const reply = async (words: string) => {
        await frame(page).locator('.field').fill(words);
        await page.keyboard.press('Enter');
      };
      const steps = page.getByRole('region', { name: 'Steps of the chat' });
      return { ...opened, id, reply, steps };
    };
    const takenIds = (page: Page, name: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.flow-picture svg .taken[data-${name}-id]')].map((part) => part.getAttribute('data-${name}-id'))`,
      );

    it('lights the way that the chat took, and lists its steps with variables and logs', async () => {
      const { page, context, problems, reply, steps } = await tryRoute();
      await page.getByRole('button', { name: 'Start a chat' }).click();
      await frame(page).getByText('Where to?').waitFor();
      await expect.poll(() => takenIds(page, 'group')).toEqual(['ask']);
      await reply('north');
      await frame(page).getByText('To the north').waitFor();
      await expect.poll(() => takenIds(page, 'group')).toEqual(['ask', 'north']);
      expect(await takenIds(page, 'edge')).toEqual(['to-first', 'is-north']);
      expect(await takenIds(page, 'event')).toEqual(['start']);
      await steps.getByText('Target = north').waitFor();
      await steps.getByText('item 1', { exact: true }).waitFor();
      await steps.getByText('Blocks of type "unknown" are not supported').waitFor();
      await steps.getByText('Variables set (1)').click();
      await steps.getByText('Target', { exact: true }).first().waitFor();
      await steps.getByRole('button', { name: 'north › Text' }).click();
      await page.locator('.flow-picture svg .chosen[data-group-id="north"]').waitFor();

      // Another chat has another way, and another panel shows none.
      await page.getByRole('main').getByRole('button', { name: 'Start again' }).click();
      await expect.poll(() => takenIds(page, 'group')).toEqual(['ask']);
      await page.getByRole('button', { name: 'Issues' }).click();
      await expect.poll(() => takenIds(page, 'group')).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    });

    it('starts from a group, with variables filled in, and again after another choice', async () => {
      const { page, context, problems } = await tryRoute();
      await page.getByLabel('Start from').selectOption({ label: 'south' });
      await page.getByText('Fill in variables').click();
      await page.getByLabel('Target').fill('the pole');
      await page.getByRole('button', { name: 'Start a chat' }).click();
      await frame(page).getByText('Not north: the pole').waitFor();
      await expect.poll(() => takenIds(page, 'group')).toEqual(['south']);
      await page.getByRole('button', { name: 'Change the start' }).click();
      expect(await page.getByLabel('Start from').inputValue()).toBe('south');
      await page.getByLabel('Start from').selectOption({ label: 'The start' });
      await page.getByRole('button', { name: 'Start a chat' }).click();
      await frame(page).getByText('Where to?').waitFor();
      expect(problems).toEqual([]);
      await context.close();
    });

    it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
      const { page, context, reply, steps } = await tryRoute(view);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Start a chat' }).click();
      await frame(page).getByText('Where to?').waitFor();
      await reply('north');
      await steps.getByText('Target = north').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await picture(page, `steps-${view.size.width}-${view.scheme}`);
      await context.close();
    });
  });

  describe('at the page of a bot', () => {
    const openBot = async () => {
      const opened = await world.newPage();
      const { publicId } = await world.client.publishBot({
        params: { botId: await importBot(contactBot()) },
      });
      await opened.page.goto(`${world.service.chatUrl}/${publicId}`);
      await opened.page.getByText('What is your name?').waitFor();
      return opened;
    };

    it.each(['/_preview/x', '/'])('cannot be framed: %s', async (path) => {
      const { page, context, problems } = await openBot();
      await page.evaluate(`const frame = document.createElement('iframe');
        frame.src = '${world.service.baseUrl}${path}';
        document.body.append(frame)`);
      await expect.poll(() => problems.join()).toContain('frame-ancestors');
      await context.close();
    });

    it.skipIf(!can('open a second tab'))('is out of reach of a script that opens it', async () => {
      const { page, context } = await openBot();
      const opened = context.waitForEvent('page');
      await page.evaluate(`window.other = window.open('${world.service.baseUrl}/_preview/${botId}')`);
      const tab = await opened;
      await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.evaluate('window.other.closed')).toBe(true);
      expect(await tab.evaluate('window.opener')).toBeNull();
      await context.close();
    });
  });

  it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
    const name = `${view.size.width}-${view.scheme}`;
    const { page, context, problems } = await world.newPage(view);
    await page.goto(`${world.service.baseUrl}/_preview/${botId}`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await picture(page, `token-${name}`);
    await signIn(page);
    await page.getByRole('button', { name: 'Start a chat' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, `offer-${name}`);
    await start(page);
    await frame(page).locator('.field').waitFor();
    // Before axe, which asks the frame under the origin of the page.
    expect(problems).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    const overflow = 'document.documentElement.scrollHeight - innerHeight';
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await picture(page, `running-${name}`);
    await page.getByRole('link', { name: 'Bots, to this bot in the console' }).click();
    await page.getByRole('navigation', { name: 'Pages of the bot' }).waitFor();
    if (view.size === PHONE) await page.getByRole('button', { name: 'Try it' }).click();
    await start(page);
    await frame(page).locator('.field').waitFor();
    await picture(page, `console-${name}`);
    await context.close();
  });
});

/** A bot with a script that looks for a token, and with a variable that an address can fill in. */
function spyBot(): JsonObject {
  const spy = 'try { document.title = sessionStorage.length } catch (error) { document.title = error.name }';
  return chatBot(
    [
      {
        id: 'g',
        blocks: [
          { id: 'spy', type: 'Code', options: { content: spy, isExecutedOnClient: true } },
          text('t', 'A draft'),
          text('n', 'For {{Name}}'),
          { id: 'i', type: 'text input' },
          text('u', 'Thank you'),
        ],
      },
    ],
    {
      // Too long for a phone's bar.
      name: 'Bookings for the tour of the harbour in the summer season',
      variables: [{ id: 'name', name: 'Name' }],
    },
  );
}

/** A bot that asks where to go, and answers in one of two groups. */
function routingBot(): JsonObject {
  const comparisons = [{ id: 'c', variableId: 'target', comparisonOperator: 'Equal to', value: 'north' }];
  const route = {
    id: 'route',
    type: 'Condition',
    items: [{ id: 'is-it', outgoingEdgeId: 'is-north', content: { comparisons } }],
    outgoingEdgeId: 'is-south',
  };
  return chatBot(
    [
      {
        id: 'ask',
        blocks: [
          text('where', 'Where to?'),
          { id: 'odd', type: 'unknown' },
          { id: 'question', type: 'text input', options: { variableId: 'target' } },
          route,
        ],
      },
      { id: 'north', blocks: [text('n', 'To the north')] },
      { id: 'south', blocks: [text('s', 'Not north: {{Target}}')] },
    ],
    {
      variables: [{ id: 'target', name: 'Target' }],
      edges: [
        { id: 'is-north', from: { blockId: 'route', itemId: 'is-it' }, to: { groupId: 'north' } },
        { id: 'is-south', from: { blockId: 'route' }, to: { groupId: 'south' } },
      ],
    },
  );
}
