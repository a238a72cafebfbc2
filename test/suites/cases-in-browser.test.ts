import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { type BotService, startBotService } from '#test/suites/browser/bot-service.ts';
import { hasBrowser, launchBrowser, noticeAbsence } from '#test/suites/browser/engine.ts';
import { startWebsite, type Website } from '#test/suites/browser/website.ts';
import { CASES, readCase } from '#test/support/cases.ts';

/*
 * The cases from reports that need a browser. They run with `npm test`, like the others, where there is a Chromium.
 */

noticeAbsence('the cases from reports that need a browser');

describe.skipIf(!hasBrowser || CASES.length === 0)('in a browser, the case', () => {
  let service: BotService;
  let website: Website;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [service, website, browser] = await Promise.all([startBotService(), startWebsite(), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([service?.stop(), website?.stop()]);
  });

  beforeEach(async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    page = await context.newPage();
  });

  afterEach(() => page.context().close());

  it('02: head code runs at every load, also when the chat is remembered', async () => {
    const { bot, reply } = readCase<{ bot: JsonObject; reply: string }>('02');
    await page.goto(`${service.chatUrl}/${await service.publish(bot)}`);
    await page.getByRole('textbox').fill(reply);
    await page.keyboard.press('Enter');
    await page.getByText(`more ${reply}`).waitFor();
    expect(await page.evaluate('window.headRuns')).toBe(1);
    await page.reload();
    await page.getByText(`more ${reply}`).waitFor();
    // A run of the first page does not count: reloading made a new window.
    await page.waitForFunction('window.headRuns === 1');
  });

  it('03: the page behind an open popup stays where it is', async () => {
    const { html } = readCase<{ html: string }>('03');
    const publicId = await service.publish(contactBot());
    const body = html.replaceAll('CHAT_URL', service.chatUrl).replaceAll('PUBLIC_ID', publicId);
    await page.goto(website.serve('/case', body));
    await page.getByRole('dialog').getByText('What is your name?').waitFor();
    await page.mouse.move(30, 450);
    await page.mouse.wheel(0, 600);
    // A wheel is handled in frames to come.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 250))');
    expect(await page.evaluate('scrollY')).toBe(0);

    await page.evaluate(`import('${service.chatUrl}/embed.js').then(({ default: Bot }) => Bot.close())`);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.mouse.wheel(0, 600);
    await page.waitForFunction('scrollY > 0');
  });

  it('20: the website that a bot allows shows its page, and chats there', async () => {
    // No browser here resolves the case's own host.
    const bot = JSON.stringify(readCase('20').bot).replaceAll('https://shop.example', website.origin);
    const publicId = await service.publish(JSON.parse(bot) as JsonObject);
    await page.goto(website.serve('/case', `<iframe src="${service.chatUrl}/${publicId}"></iframe>`));
    await page.frameLocator('iframe').getByText('hello').waitFor();
    await page.frameLocator('iframe').getByRole('textbox').fill('Ada');
    await page.keyboard.press('Enter');
    await page.frameLocator('iframe').getByText('Ada').waitFor();
  });
});
