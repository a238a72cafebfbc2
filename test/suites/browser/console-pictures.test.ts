import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { type ConsoleUnderTest, seriousFindings, startConsole, VIEWS } from './console-under-test.ts';
import { hasBrowser, noticeAbsence, pickVariants } from './engine.ts';

noticeAbsence('uploads of pictures in the console');

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
);
const MEGABYTE = 1_024 * 1_024;

// SCREENSHOT is a prefix for screenshots, such as /tmp/pictures.
describe.skipIf(!hasBrowser)('uploads of pictures in the console', () => {
  let world: ConsoleUnderTest;

  beforeAll(async () => {
    world = await startConsole();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  afterAll(() => world?.stop());

  const importBot = async (more: JsonObject = {}): Promise<string> => {
    const blocks = [text('hello', 'Good morning'), { id: 'picture', type: 'image', content: {} }];
    const bot = chatBot([{ id: 'one', blocks }], { version: '6', ...more });
    const body = { workspaceId: world.workspaceId, bot: bot as never };
    return (await world.client.importBot({ body })).bot.id;
  };
  const readBot = async (botId: string) => (await world.client.getBot({ params: { botId } })).bot;
  const findAvatar = (page: Page) => page.getByRole('group', { name: 'Avatar of the bot', exact: true });
  const findAddress = (page: Page) => findAvatar(page).getByLabel('Picture', { exact: true });
  const choose = async (page: Page, name: string, mimeType: string, buffer: Buffer, isByKeyboard = false) => {
    const button = findAvatar(page).getByRole('button', { name: 'Picture, upload' });
    await button.waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      isByKeyboard ? button.press('Enter') : button.click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };

  it('puts a picture into the avatar, by keyboard, and the chat beside the form shows it', async () => {
    const botId = await importBot();
    const { page, context, problems } = await world.open(`/bots/${botId}/theme`);
    const frame = page.frameLocator('iframe.preview');
    await page.getByRole('button', { name: 'Start a chat' }).click();
    await frame.getByText('Good morning').waitFor();

    await choose(page, 'Unser Logo.png', 'image/png', PNG, true);
    await findAvatar(page).getByText('Uploaded.').waitFor();
    const url = await findAddress(page).inputValue();
    const folder = `${world.service.chatUrl}/_uploads/files/authored/${world.workspaceId}/`;
    expect(url.startsWith(folder)).toBe(true);
    expect(url).toMatch(/\/Unser-Logo\.png$/);
    await expect.poll(async () => (await readBot(botId)).theme).toEqual({ chat: { hostAvatar: { url } } });
    const shown = frame.locator(`img[src="${url}"]`).first();
    await expect.poll(() => shown.evaluate((image) => image.naturalWidth)).toBe(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('takes a dropped file for the picture of a block', async () => {
    const botId = await importBot();
    const { page, context, problems } = await world.open(`/bots/${botId}?panel=edit&group=one&block=picture`);
    const address = page.getByLabel('Image', { exact: true });
    await address.waitFor();
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(SVG.toString())}], 'plan.svg', { type: 'image/svg+xml' }));
      const area = document.querySelector('.picture-upload');
      for (const type of ['dragover', 'drop']) {
        area.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      }
    }`);
    await expect.poll(() => address.inputValue()).toMatch(/\/plan\.svg$/);
    const url = await address.inputValue();
    await expect
      .poll(async () => (await readBot(botId)).groups[0]?.blocks.at(-1))
      .toMatchObject({ id: 'picture', content: { url } });
    const { headers } = await fetch(url);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says in plain words what went wrong, and changes nothing', async () => {
    vi.stubEnv('MAX_UPLOAD_MB', '1');
    const botId = await importBot();
    const { page, context } = await world.open(`/bots/${botId}/theme`);
    const says = (words: string) => findAvatar(page).getByRole('alert').getByText(words).waitFor();
    await choose(page, 'page.html', 'text/html', Buffer.from('<p>'));
    await says('Choose a picture: PNG, JPEG,');
    await choose(page, 'empty.png', 'image/png', Buffer.alloc(0));
    await says('The file is empty.');
    for (const [name, type] of [
      ['notes.png', 'image/png'],
      ['notes.svg', 'image/svg+xml'],
      ['notes.ico', 'image/x-icon'],
    ] as const) {
      await choose(page, name, type, Buffer.from('Only a text'));
      await says(`Browsers cannot show ${name} as a picture.`);
    }
    await choose(page, 'large.png', 'image/png', Buffer.concat([PNG, Buffer.alloc(1.5 * MEGABYTE)]));
    await says('The file is larger than the limit of 1 MB.');
    await page.route('**/_uploads/**', (route) => route.abort());
    await choose(page, 'logo.png', 'image/png', PNG);
    await says('The file could not be stored.');
    expect(await findAddress(page).inputValue()).toBe('');
    expect((await readBot(botId)).theme).toEqual({});

    await page.unroute('**/_uploads/**');
    await choose(page, 'logo.png', 'image/png', PNG);
    await findAvatar(page).getByText('Uploaded.').waitFor();
    expect(await findAvatar(page).getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('cancels an upload when its form is closed, and says so', async () => {
    const botId = await importBot();
    const { page, context } = await world.open(`/bots/${botId}/theme`);
    await page.route('**/_uploads/**', () => {});
    await choose(page, 'logo.png', 'image/png', PNG);
    await findAvatar(page).getByText('Uploading…').waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByText('logo.png was not uploaded.').waitFor();
    expect((await readBot(botId)).theme).toEqual({});
    await context.close();
  });

  it('offers no upload where the service stores no files', async () => {
    const botId = await importBot();
    const { page, context } = await world.newPage();
    const json = { botsUrl: world.service.chatUrl };
    await page.route('**/_config.json', (route) => route.fulfill({ json }));
    await page.goto(`${world.service.baseUrl}/bots/${botId}/theme#token=${world.token}`);
    await findAvatar(page).getByText('This service stores no files, so there is no upload.').waitFor();
    expect(await page.getByRole('button', { name: 'upload' }).count()).toBe(0);
    await findAddress(page).fill('https://pictures.example.com/a.png');
    await expect
      .poll(async () => (await readBot(botId)).theme)
      .toEqual({ chat: { hostAvatar: { url: 'https://pictures.example.com/a.png' } } });
    await context.close();
  });

  it.each(pickVariants(VIEWS))('is accessible at $size.width px, $scheme', async (view) => {
    const botId = await importBot();
    const { page, context } = await world.open(`/bots/${botId}/theme`, view);
    await choose(page, 'logo.png', 'image/png', PNG);
    await findAvatar(page).getByText('Uploaded.').waitFor();
    await choose(page, 'page.html', 'text/html', Buffer.from('<p>'));
    await findAvatar(page).getByRole('alert').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.size.width);
    if (process.env.SCREENSHOT) {
      await findAvatar(page).screenshot({
        path: `${process.env.SCREENSHOT}-${view.size.width}-${view.scheme}.png`,
      });
    }
    await context.close();
  });
});
