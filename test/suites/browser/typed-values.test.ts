import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, noticeAbsence } from './engine.ts';
import { openWebsite, startedChat, turnOf, type WindowPage } from './window-page.ts';

noticeAbsence('values in a browser');

const numberInput = { id: 'n', type: 'number input', options: {} };

describe.skipIf(!hasBrowser)("values in a bot's window", () => {
  let browser: Browser;
  let site: WindowPage;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  afterEach(() => site?.page.context().close());

  it('are shown with the number that a list begins with, and with every sign', async () => {
    site = await openWebsite(browser);
    const item = { type: 'li', children: [{ type: 'lic', children: [{ text: 'Oktober Street' }] }] };
    const content = {
      richText: [
        { type: 'ol', start: 12, children: [item] },
        { type: 'p', children: [{ text: '2*3*4 __init__.py &amp; \\\\server' }] },
      ],
    };
    site.responses.startChat = [startedChat({ messages: [{ id: 't', type: 'text', content }] })];
    await site.open();
    await site.page.getByText('2*3*4 __init__.py &amp; \\\\server').waitFor();
    expect(await site.page.locator('.host ol').getAttribute('start')).toBe('12');
  });

  it('are sent as numbers that can be read in one way only', async () => {
    site = await openWebsite(browser);
    site.responses.startChat = [startedChat({ input: numberInput })];
    site.responses.continueChat = [turnOf('Next?', { input: numberInput })];
    await site.open();
    const field = site.page.locator('.input-area .field');
    await field.fill('1.500');
    await site.page.keyboard.press('Enter');
    await site.page.getByText('without a separator for thousands').waitFor();
    // In Firefox, Playwright cannot fill in a number over another.
    await field.fill('');
    await field.fill('1.234');
    await site.page.keyboard.press('Enter');
    await site.page.getByText('Next?').waitFor();
    await site.page
      .locator('.guest', { hasText: /^1\.234$/ })
      .first()
      .waitFor();
    expect(site.requests.at(-1)?.body).toMatchObject({ message: { type: 'text', text: '1.2340' } });
  });
});
