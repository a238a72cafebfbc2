import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { type BotService, startBotService } from './bot-service.ts';
import { hasBrowser, launchBrowser, noticeAbsence } from './engine.ts';
import { startWebsite, type Website } from './website.ts';

noticeAbsence('the page of a bot in a frame');

describe.skipIf(!hasBrowser)('the page of a bot in a frame of a website', () => {
  let service: BotService;
  let shop: Website;
  let stranger: Website;
  let browser: Browser;
  let page: Page;
  let refusals: string[];

  beforeAll(async () => {
    [service, shop, stranger, browser] = await Promise.all([
      startBotService(),
      startWebsite(),
      startWebsite(),
      launchBrowser(),
    ]);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([service?.stop(), shop?.stop(), stranger?.stop()]);
  });

  beforeEach(async () => {
    page = await (await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' })).newPage();
    refusals = [];
    page.on('console', (message) => {
      if (message.text().includes('frame-ancestors')) refusals.push(message.text());
    });
  });

  afterEach(() => page.context().close());

  const publish = (allowedOrigins?: string[]) =>
    service.publish({
      ...contactBot(),
      settings: {
        typingEmulation: { enabled: false },
        ...(allowedOrigins && { security: { allowedOrigins } }),
      },
    });
  const framing = (website: Website, path: string, attributes = '') =>
    website.serve(
      '/framing',
      `<iframe src="${service.chatUrl}${path}" style="width:600px;height:600px" ${attributes}></iframe>`,
    );
  const frame = () => page.frameLocator('iframe');
  const chat = async () => {
    await frame().getByText('What is your name?').waitFor();
    await frame().getByRole('textbox').fill('Ada');
    await page.keyboard.press('Enter');
    await frame().getByText('Nice to meet you, Ada').waitFor();
    expect(refusals).toEqual([]);
  };
  const isRefused = async (message = 'frame-ancestors') => {
    await expect.poll(() => refusals.join()).toContain(message);
    expect(await frame().getByText('What is your name?').count()).toBe(0);
  };

  it('is shown by any, and chats there, if the bot allows every origin', async () => {
    const publicId = await publish();
    for (const website of [shop, stranger]) {
      await page.goto(framing(website, `/${publicId}`));
      await chat();
    }
    await page.goto(
      framing(shop, `/${publicId}?utm=1`, 'sandbox="allow-scripts allow-same-origin allow-forms"'),
    );
    await chat();
  });

  it('is shown by the origins that the bot allows, and no other', async () => {
    const publicId = await publish(['https://shop.example', shop.origin]);
    await page.goto(framing(shop, `/${publicId}`));
    await chat();
    await page.goto(framing(stranger, `/${publicId}`));
    await isRefused();
  });

  it('chats there also where the page around sends no more than its origin', async () => {
    const publicId = await publish([shop.origin]);
    await page.goto(
      shop.serve(
        '/framing',
        `<iframe src="${service.chatUrl}/${publicId}"></iframe>`,
        '<meta name="referrer" content="strict-origin">',
      ),
    );
    await chat();
  });

  it('is refused to an allowed website inside of one that is not', async () => {
    const publicId = await publish([shop.origin]);
    const inner = framing(shop, `/${publicId}`);
    await page.goto(
      stranger.serve('/around', `<iframe src="${inner}" style="width:700px;height:700px"></iframe>`),
    );
    await expect.poll(() => refusals.join()).toContain('frame-ancestors');
  });

  it.each([
    ['the old address of a preview', '/_preview/some-bot'],
    ['the frame of a preview', '/_preview-frame'],
    ['an error', '/no-such-bot'],
  ])('is not: %s', async (_, path) => {
    await page.goto(framing(stranger, path));
    await expect.poll(() => refusals.join()).toContain('frame-ancestors');
  });

  it('is not: the console', async () => {
    await page.goto(stranger.serve('/framing', `<iframe src="${service.baseUrl}/"></iframe>`));
    await expect.poll(() => refusals.join()).toContain('frame-ancestors');
  });
});
