import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { launchChromium } from './chromium.ts';
import { ENGINE, hasBrowser, noticeAbsence } from './engine.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';

noticeAbsence('the page at a custom domain in a browser');

const NAME = 'offers.acme.example';

// Only Chromium can be told where a name leads. SCREENSHOT is a folder for screenshots.
describe.skipIf(!hasBrowser || ENGINE !== 'chromium')('the page at a custom domain in a browser', () => {
  let seeded: SeededService;
  let browser: Browser;

  beforeAll(async () => {
    vi.stubEnv('CUSTOM_DOMAINS', NAME);
    seeded = await startSeededService();
    browser = await launchChromium({ localHosts: [NAME] });
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await browser?.close();
    await seeded?.stop();
  });

  it('chats at its own origin, also with a list of allowed origins that has the domain', async () => {
    const { client, service } = seeded;
    const { workspaceId } = seeded.seeded;
    await client.createCustomDomain({ body: { workspaceId, name: NAME } });
    const origin = `http://${NAME}:${new URL(service.chatUrl).port}`;
    const bot = contactBot({ settings: { security: { allowedOrigins: [origin] } } });
    const { bot: stored } = await client.importBot({ body: { workspaceId, bot } });
    await client.publishBot({ params: { botId: stored.id } });
    await client.updateBot({
      params: { botId: stored.id },
      body: { bot: { customDomain: `${NAME}/offers/guide` } },
    });

    const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    const errors: string[] = [];
    const calls: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => calls.push(new URL(request.url()).origin));
    expect((await page.goto(`${origin}/offers/guide?Name=Ada`))?.status()).toBe(200);
    await page.locator('.input-area .field').fill('Ada');
    await page.keyboard.press('Enter');
    await page.locator('.guest .bubble', { hasText: 'Ada' }).waitFor();
    const folder = process.env.SCREENSHOT;
    if (folder) await page.screenshot({ path: `${folder}/custom-domain.png` });
    expect(errors).toEqual([]);
    expect(new Set(calls)).toEqual(new Set([origin]));

    const other = await page.goto(`${origin}/offers`);
    expect([other?.status(), other?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    if (folder) await page.screenshot({ path: `${folder}/custom-domain-404.png` });
  });
});
