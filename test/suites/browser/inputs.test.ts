import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#apps/client/client.ts';
import type { LocalService } from '#apps/local/local-service.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { picture as cakePicture } from './chat-page-bots.ts';
import { typeDate, typeTime } from './date-typing.ts';
import { can, ENGINE, hasBrowser, launchBrowser, noticeAbsence } from './engine.ts';
import { ARABIC, DARK_THEME, everyInputBot } from './every-input-bot.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';

noticeAbsence('inputs in a browser');

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** For two dozen questions, each of which axe-core looks at, on a busy machine. */
const WALK_TIMEOUT_MS = 180_000;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

// SCREENSHOT is a folder for screenshots, such as /tmp/inputs.
describe.skipIf(!hasBrowser)('inputs in a browser', () => {
  let seededService: SeededService;
  let service: LocalService;
  let workspaceId: string;
  let client: Client;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  /** Replies that the page has sent, oldest first. */
  let sent: unknown[];

  beforeAll(async () => {
    seededService = await startSeededService();
    ({ service, client } = seededService);
    ({ workspaceId } = seededService.seeded);
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await seededService?.stop();
  });

  afterEach(async () => {
    await page?.context().close();
    expect(errors).toEqual([]);
  });

  type Look = { viewport?: typeof PHONE; colorScheme?: 'light' | 'dark' };

  async function open(bot: JsonObject, { viewport = DESK, colorScheme = 'light' }: Look = {}): Promise<void> {
    const { bot: stored } = await client.importBot({ body: { workspaceId, bot } });
    const { publicId } = await client.publishBot({ params: { botId: stored.id } });
    const context = await browser.newContext({
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    await context.route('https://images.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    page = await context.newPage();
    // Chromium hands file dialogs over only while somebody listens. A listener that comes with the key press can be late.
    page.on('filechooser', () => {});
    errors = [];
    sent = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    page.on('request', (request) => {
      if (request.url().endsWith('/continueChat')) sent.push(request.postDataJSON().message);
    });
    await page.goto(`${service.chatUrl}/${publicId}`);
    await page.addScriptTag({ path: AXE });
  }

  /** A bot with one question. */
  const asking = (question: string, input: JsonObject, more: JsonObject = {}) =>
    chatBot([{ id: 'g', blocks: [text('q', question), { id: 'i', ...input }, text('end', 'Thank you')] }], {
      version: '6.1',
      settings: { typingEmulation: { enabled: false } },
      ...more,
    });

  const cardPicture = 'https://images.example/card.svg';
  const area = () => page.locator('.input-area');
  const says = (words: string) => page.locator('.host .bubble', { hasText: words }).last().waitFor();
  const isFocused = (locator: Locator) =>
    locator.evaluate((node) => node === node.getRootNode().activeElement);
  const picture = async (name: string) => {
    if (process.env.SCREENSHOT) await page.screenshot({ path: `${process.env.SCREENSHOT}-${name}.png` });
  };

  /** Presses Tab until the element has the focus. */
  async function tabTo(locator: Locator): Promise<void> {
    for (let presses = 0; presses < 15; presses += 1) {
      if (await isFocused(locator)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`No way to ${locator} with the Tab key`);
  }

  /** Serious problems that axe-core finds in the form. */
  async function findBarriers(): Promise<string[]> {
    const { violations } = await page.evaluate<AxeResults>(
      'axe.run({ fromShadowDom: [".bot-window", ".input-area"] }, { resultTypes: ["violations"] })',
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
  }

  /** Lists controls that are too small for touch. */
  async function findSmallTargets(): Promise<string[]> {
    return await area()
      .locator(':is(button, input, select, textarea, [role=radio], [role=button]):visible')
      .evaluateAll((nodes) =>
        nodes
          .filter((node) => !node.matches('.dot-button, [type=file]'))
          .map((node) => ({ node, box: node.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(({ node, box }) => `${node.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
      );
  }

  const scrollsSideways = () =>
    page.locator('.scroller').evaluate((node) => node.scrollWidth > node.clientWidth) as Promise<boolean>;

  /** How many pixels of an element are cut off by the window. */
  const cutOff = (locator: Locator) =>
    locator.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      const height = node.ownerDocument.defaultView.innerHeight;
      return Math.max(0, bottom - height) + Math.max(0, -top);
    });

  const storeFiles = async () => {
    await page.route('**/generate-upload-url', (route) => {
      const { fileName } = route.request().postDataJSON();
      const fileUrl = `https://files.example/${fileName}`;
      return route.fulfill({ json: { presignedUrl: `${service.chatUrl}/storage`, formData: {}, fileUrl } });
    });
    await page.route('**/storage', (route) => route.fulfill({ status: 204 }));
  };

  const looks = [
    ['on a phone', PHONE, 'light', {}, 'ltr'],
    ['on a phone, in dark colours of the author', PHONE, 'light', DARK_THEME, 'ltr'],
    ['on a desk', DESK, 'light', {}, 'ltr'],
    ['on a desk, in dark colours of the system', DESK, 'dark', {}, 'ltr'],
    ['on a phone, from right to left, in dark colours of the system', PHONE, 'dark', {}, 'rtl'],
    ['on a desk, from right to left, in dark colours', DESK, 'dark', DARK_THEME, 'rtl'],
  ] as const;
  // Each walk takes a while, and looks differ by style sheets. The first and the last are most unlike each other.
  const walked = ENGINE === 'chromium' ? looks : [looks[0], looks[5]];
  describe.each(walked)('%s', (look, viewport, colorScheme, theme, dir) => {
    it('are answered by keyboard alone, without barriers', { timeout: WALK_TIMEOUT_MS }, async () => {
      await open(everyInputBot({ theme, isArabic: dir === 'rtl' }), { viewport, colorScheme });
      await storeFiles();
      const { keyboard } = page;
      const press = async (...keys: string[]) => {
        for (const key of keys) await keyboard.press(key);
      };
      const type = async (keys: string) => {
        await keyboard.type(keys);
        await keyboard.press('Enter');
      };
      const option = (name: string) => area().getByRole('option', { name });
      const button = (name: string) => area().getByRole('button', { name });
      const onward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
      let step = 0;
      const name = (what: string) => `${look}-${step}-${what}`.replace(/\W+/g, '-').toLowerCase();
      /** Waits for the input, and expects it to have the focus, to fit the window and to have no barriers. */
      const asked = async (question: string, focused: string) => {
        await says(question);
        const field = area().locator(focused).first();
        await field.waitFor();
        step += 1;
        await picture(name(question));
        await expect.poll(() => isFocused(field), { message: question }).toBe(true);
        expect(await cutOff(area()), question).toBe(0);
        expect(await scrollsSideways(), question).toBe(false);
        expect(await findSmallTargets(), question).toEqual([]);
        expect(await findBarriers(), question).toEqual([]);
      };
      const answered = (reply: unknown) => expect(sent.at(-1)).toEqual(reply);
      const answeredText = (words: string) => answered({ type: 'text', text: words });
      const said = (words: string) => (dir === 'rtl' ? `${ARABIC} ${words}` : words);

      await asked('What is your name?', 'input[placeholder="First name"]');
      await type('Ada');
      await asked('Tell us your favourite breakfast.', 'textarea');
      answeredText('Ada');
      await keyboard.type('Rolls');
      await press('Enter');
      await keyboard.type('and tea');
      await press('Control+Enter');
      await asked('How many rolls?', 'input[type=number]');
      answeredText('Rolls\nand tea');
      await type('4');
      await asked('Where may we write to?', 'input[type=email]');
      answeredText('4');
      await type('Ada@Example.org');
      await asked('Your website?', 'input[type=url]');
      await type('example.org');
      await asked('And your phone number?', 'input[type=tel]');
      answeredText('example.org');
      await type('06 12 34 56 78');
      await asked('On which day will you come?', 'input[type=date]');
      answeredText('+33612345678');
      await typeDate(page, '2026-01-31');
      await press('Enter');
      await asked('When are you away?', 'input[type=date]');
      answeredText('2026-01-31');
      await typeDate(page, '2026-02-01');
      await tabTo(area().locator('input[type=date]').nth(1));
      await typeDate(page, '2026-02-14');
      await press('Enter');
      await asked('When exactly?', 'input[type=datetime-local]');
      answeredText('2026-02-01 to 2026-02-14');
      await typeDate(page, '2026-03-01');
      // Years have four digits in Firefox, and six elsewhere, so it goes on to the hours by itself.
      if (ENGINE !== 'firefox') await press('Tab');
      await typeTime(page, '14:30');
      await press('Enter');
      await asked('At what time?', 'input[type=time]');
      answeredText('2026-03-01T14:30');
      await typeTime(page, '14:30');
      await press('Enter');
      await asked('Which bread?', 'form');
      answeredText('14:30');
      await tabTo(button('Wheat'));
      await press('Enter');
      await asked('Which drinks?', 'form');
      answered({ type: 'text', text: said('Wheat'), metadata: { replyId: 'bread-1' } });
      await tabTo(area().getByRole('checkbox', { name: 'Tea' }));
      await press('Space', 'Tab', 'Space');
      await picture(name('drinks-chosen'));
      await tabTo(button('Send'));
      await press('Enter');
      await asked('Which spread?', 'input[role=combobox]');
      answeredText(`${said('Tea')}, ${said('Milk')}`);
      expect(await option('').count()).toBe(0);
      await keyboard.type('PIST');
      await option('Pistachio').waitFor();
      await press('Enter');
      await asked('Which toppings?', 'input[role=combobox]');
      answered({ type: 'text', text: said('Pistachio'), metadata: { replyId: 'spread-2' } });
      await keyboard.type('HON');
      await option('Honey').waitFor();
      expect(await option('').count()).toBe(1);
      await picture(name('toppings-searched'));
      await press('Enter');
      await area().locator('[role=option][aria-selected=true]', { hasText: 'Honey' }).waitFor();
      expect(await option('').count()).toBe(4);
      await press('ArrowDown', 'Enter');
      await area().locator('[role=option][aria-selected=true]', { hasText: 'Butter' }).waitFor();
      await picture(name('toppings-chosen'));
      expect(await findBarriers()).toEqual([]);
      await tabTo(button('Take these'));
      await press('Enter');
      await asked('Which cake?', 'form');
      answeredText(`${said('Butter')}, ${said('Honey')}`);
      await press('Tab', 'Enter');
      await asked('What shall be on the table?', 'form');
      answered({ type: 'text', text: said('Cheesecake'), metadata: { replyId: 'cake-0' } });
      await press('Tab', 'Space', 'Tab', 'Tab', 'Space');
      await picture(name('table-chosen'));
      const ticks = area().locator('[aria-checked=true] > .tick');
      expect(await ticks.count()).toBe(2);
      const lookOf = (tick: Locator) =>
        tick.first().evaluate((node) => {
          const { getComputedStyle } = node.ownerDocument.defaultView;
          const { backgroundColor, borderTopColor } = getComputedStyle(node);
          return {
            isFilled: backgroundColor === borderTopColor,
            mark: getComputedStyle(node, '::after').visibility,
          };
        });
      expect(await lookOf(ticks)).toEqual({ isFilled: true, mark: 'visible' });
      const unchosen = area().locator('[aria-checked=false] > .tick');
      expect(await lookOf(unchosen)).toEqual({ isFilled: false, mark: 'hidden' });
      expect(await findBarriers()).toEqual([]);
      await tabTo(button('Send'));
      expect(await cutOff(button('Send'))).toBe(0);
      await press('Enter');
      await asked('How do you like us?', 'form');
      answeredText(`${said('Flowers')}, ${said('Napkins')}`);
      expect(await area().locator('[role=radio][aria-checked=true]').count()).toBe(0);
      await press('Tab', onward, onward, onward, onward);
      await area().locator('[role=radio][aria-checked=true]', { hasText: '3' }).waitFor();
      await press('Home', 'End');
      await area().locator('[role=radio][aria-checked=true]', { hasText: '10' }).waitFor();
      await picture(name('score-chosen'));
      expect(await findBarriers()).toEqual([]);
      // One stop for the whole scale.
      await press('Tab');
      await expect.poll(() => isFocused(button('Send'))).toBe(true);
      await press('Enter');
      await asked('And the page?', 'form');
      answeredText('10');
      await press('Tab', onward, onward, onward);
      await area().locator('[role=radio][aria-checked=true][aria-posinset="3"]').waitFor();
      await picture(name('stars-chosen'));
      answeredText('10');
      await press('Enter');
      await asked('A picture of your table?', '[role=button]');
      answeredText('3');
      await tabTo(button('Skip'));
      await press('Enter');
      await asked('Your own menu?', '[role=button]');
      answered(undefined);
      const chooser = page.waitForEvent('filechooser');
      await press('Enter');
      await (await chooser).setFiles([
        { name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(2_500_000) },
        {
          name: 'a table with a long name and many flowers.png',
          mimeType: 'image/png',
          buffer: Buffer.from('x'),
        },
        { name: 'spam.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('x') },
      ]);
      await area().getByRole('alert').getByText('spam.exe is not one of: image/*, .pdf.').waitFor();
      await picture(name('menu-chosen'));
      expect(await area().getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringContaining('menu.pdf'),
        expect.stringContaining('a table'),
      ]);
      expect(await findBarriers()).toEqual([]);
      expect(await scrollsSideways()).toBe(false);
      await tabTo(button('Remove a table'));
      await press('Enter');
      await tabTo(button('Upload'));
      await press('Enter');
      await asked('Our offers:', 'form');
      answeredText('https://files.example/menu.pdf');
      await press('Tab');
      await tabTo(button(`${said('More')}: ${said('Cake of the day')}`));
      await picture(name('cards-moved'));
      await press('Enter');
      await says('That was all.');
      expect(sent.at(-1)).toEqual({ type: 'text', text: 'more-1', metadata: { replyId: 'more-1' } });
    });
  });

  const email = { type: 'email input', options: { retryMessageContent: 'Is that an address?' } };
  const stars = {
    type: 'rating input',
    options: {
      buttonType: 'Icons',
      length: 5,
      isOneClickSubmitEnabled: true,
      customIcon: { isEnabled: true, svg: '<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>' },
    },
  };
  const withTools = {
    type: 'text input',
    options: { attachments: { isEnabled: true }, audioClip: { isEnabled: true } },
  };

  it('keep their name when the bot asks again, and say what was wrong', async () => {
    await open(asking('Where may we write to?', email));
    await area().locator('input').fill('nowhere');
    await page.keyboard.press('Enter');
    await says('Is that an address?');
    const field = area().getByRole('textbox', { name: 'Where may we write to?', exact: true });
    await field.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const description = await field.getAttribute('aria-describedby');
    expect(await area().locator(`[id="${description}"]`).textContent()).toBe('Is that an address?');
    expect(await findBarriers()).toEqual([]);
    await picture('asked-again');
  });

  it('grow with a long text, up to a part of the window', async () => {
    await open(asking('Tell us more', { type: 'text input', options: { isLong: true } }));
    const field = area().locator('textarea');
    const heightWith = async (lines: number) => {
      await field.fill('A line\n'.repeat(lines));
      return (await field.boundingBox())?.height ?? 0;
    };
    const short = await heightWith(1);
    const long = await heightWith(9);
    expect(long).toBeGreaterThan(short + 80);
    expect(await heightWith(200)).toBeLessThanOrEqual(DESK.height * 0.4 + 1);
    expect(await heightWith(1)).toBe(short);
  });

  it('say what is not a number', async () => {
    await open(asking('How many?', { type: 'number input' }));
    await area().locator('input').click();
    await page.keyboard.type('1e');
    await page.keyboard.press('Enter');
    await area().getByRole('alert').getByText('Please type a number.').waitFor();
    expect(sent).toEqual([]);
    expect(await findBarriers()).toEqual([]);
  });

  it('let no option stand out before one is chosen', async () => {
    const items = ['Yes', 'No'].map((content) => ({ id: content, content }));
    await open(asking('Happy?', { type: 'choice input', items }));
    await area().getByRole('button', { name: 'Yes' }).waitFor();
    expect(await area().locator('button:focus-visible').count()).toBe(0);
    const looks = await area()
      .getByRole('button')
      .evaluateAll((nodes) =>
        nodes.map((node) => {
          const { outlineStyle, boxShadow, borderColor, backgroundColor } =
            node.ownerDocument.defaultView.getComputedStyle(node);
          return { outlineStyle, boxShadow, borderColor, backgroundColor };
        }),
      );
    expect(looks[0]).toEqual(looks[1]);
    expect(looks[0]?.outlineStyle).toBe('none');
    await page.keyboard.press('Tab');
    expect(await area().locator('button:focus-visible').count()).toBe(1);
  });

  it('keep what sends them in view where they are longer than the window', async () => {
    const items = Array.from({ length: 12 }, (_, index) => ({ id: `${index}`, title: `Cake ${index}` }));
    const options = { isMultipleChoice: true };
    const pictures = items.map((item) => ({ ...item, pictureSrc: cakePicture('#f2d06b') }));
    await open(asking('Which cakes?', { type: 'picture choice input', options, items: pictures }), {
      viewport: { width: 390, height: 600 },
    });
    const first = area().getByRole('checkbox', { name: 'Cake 0' });
    await first.waitFor();
    expect(await cutOff(first)).toBe(0);
    await first.click();
    const send = area().getByRole('button', { name: 'Send' });
    expect(await cutOff(send)).toBe(0);
    expect(await cutOff(first)).toBe(0);
    await picture('long-form');
    await send.click();
    await says('Thank you');
  });

  it('send a rating of one click at once, but not with arrow keys', async () => {
    await open(asking('Stars?', stars));
    await area().getByRole('radio', { name: '1 of 5' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await area().locator('[aria-checked=true]').waitFor();
    expect(sent).toEqual([]);
    await area().getByRole('radio', { name: '4 of 5' }).click();
    await says('Thank you');
    expect(sent).toEqual([{ type: 'text', text: '4' }]);
  });

  it('take a number that is pasted with its country, and one from a country that is selected', async () => {
    await open(asking('Phone?', { type: 'phone number input' }));
    const field = area().locator('input');
    const country = area().getByRole('combobox', { name: 'Country' });
    await field.fill('+4930123456');
    expect(await field.inputValue()).toBe('+49 30 123456');
    expect(await country.inputValue()).toBe('DE');
    await field.fill('');
    await country.selectOption('HU');
    await field.pressSequentially('06201234567');
    await page.keyboard.press('Enter');
    await says('Thank you');
    // Without the national prefix, which is 06 in Hungary.
    expect(sent).toEqual([{ type: 'text', text: '+36201234567' }]);
  });

  it('replace the code of a number that is typed when a country is chosen, and send what is shown', async () => {
    await open(asking('Phone?', { type: 'phone number input', options: { defaultCountryCode: 'FR' } }));
    const field = area().locator('input');
    const country = area().getByRole('combobox', { name: 'Country' });
    await field.pressSequentially('+1202');
    for (let presses = 0; presses < '+1 202'.length; presses++) await page.keyboard.press('Backspace');
    expect(await field.inputValue()).toBe('');
    expect(await country.inputValue()).toBe('FR');
    await field.pressSequentially('+33612345678');
    expect(await field.inputValue()).toBe('+33 6 12 34 56 78');
    await country.selectOption('DE');
    expect(await field.inputValue()).toBe('+49 6123 45678');
    await area().getByText('DE +49', { exact: true }).waitFor();
    await field.press('Enter');
    await says('Thank you');
    expect(sent).toEqual([{ type: 'text', text: '+49612345678' }]);
  });

  it('move cards with arrows, dots and by swiping', async () => {
    const items = ['One', 'Two', 'Three', 'Four'].map((title) => ({
      id: title,
      title,
      imageUrl: cardPicture,
      paths: [{ id: `path-${title}`, text: 'Take' }],
    }));
    await open(asking('Cards?', { type: 'cards', items }), { viewport: PHONE });
    const dot = (stop: number) => area().getByRole('button', { name: `${stop} of 4` });
    const isAt = (stop: number) =>
      area().locator(`.dot-button[aria-current=true]`).nth(0).and(dot(stop)).waitFor();
    await isAt(1);
    const previous = area().getByRole('button', { name: 'Previous' });
    expect(await previous.getAttribute('aria-disabled')).toBe('true');
    await area().getByRole('button', { name: 'Next' }).click();
    await isAt(2);
    await dot(4).click();
    await isAt(4);
    await previous.click();
    await isAt(3);
    const box = await area().locator('.viewport').boundingBox();
    if (!box) throw new Error('The cards have no box');
    const y = box.y + 40;
    await page.mouse.move(box.x + 60, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 330, y, { steps: 8 });
    await page.mouse.up();
    await isAt(2);
    await area().getByRole('button', { name: 'Take: Two' }).click();
    await says('Thank you');
    const attachedFileUrls = [cardPicture];
    expect(sent).toEqual([
      { type: 'text', text: 'path-Two', metadata: { replyId: 'path-Two' }, attachedFileUrls },
    ]);
  });

  it('attach files to a text', async () => {
    await open(asking('Tell us.', withTools));
    await storeFiles();
    await area().locator('input[type=text]').fill('See there');
    const chooser = page.waitForEvent('filechooser');
    await area().getByRole('button', { name: 'Attach files' }).click();
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });
    await (await chooser).setFiles([file('one.txt'), file('two.txt')]);
    await area().getByRole('button', { name: 'Remove one.txt' }).click();
    await picture('attached');
    await area().getByRole('button', { name: 'Send' }).click();
    await says('Thank you');
    const attachedFileUrls = ['https://files.example/two.txt'];
    expect(sent).toEqual([{ type: 'text', text: 'See there', attachedFileUrls }]);
  });

  it.skipIf(!can('record'))('record a voice message, which can be discarded', async () => {
    await open(asking('Tell us.', withTools));
    await storeFiles();
    // A microphone that hears nothing, because the machine has none.
    await page.evaluate(`navigator.mediaDevices.getUserMedia = async () =>
      (window.stream = new AudioContext().createMediaStreamDestination().stream)`);
    await area().getByRole('button', { name: 'Record a voice message' }).click();
    await area()
      .getByText(/^0:0[1-9]$/)
      .waitFor();
    await picture('recording');
    expect(await findBarriers()).toEqual([]);
    await area().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => isFocused(area().locator('input[type=text]'))).toBe(true);
    expect(await page.evaluate('stream.getTracks()[0].readyState')).toBe('ended');
    await area().getByRole('button', { name: 'Record a voice message' }).click();
    await area()
      .getByText(/^0:0\d$/)
      .waitFor();
    await page.keyboard.press('Enter');
    await says('Thank you');
    expect(sent).toEqual([{ type: 'audio', url: 'https://files.example/voice.webm' }]);
  });

  it('say so if there is no microphone', async () => {
    await open(asking('Tell us.', withTools));
    await area().getByRole('button', { name: 'Record a voice message' }).click();
    await area().getByRole('alert').getByText('The microphone is not available.').waitFor();
  });

  it('show how far an upload is, and cancel it', async () => {
    await open(asking('A file?', { type: 'file input' }));
    await storeFiles();
    await page.unroute('**/storage');
    await page.route('**/storage', () => {}, { times: 1 });
    const file = { name: 'table.png', mimeType: 'image/png', buffer: Buffer.from('x') };
    await area().locator('input[type=file]').setInputFiles(file);
    await area().getByRole('button', { name: 'Upload' }).click();
    await area().getByRole('progressbar', { name: 'Upload' }).waitFor();
    expect(await area().getByRole('button', { name: 'Remove' }).count()).toBe(0);
    await expect.poll(() => isFocused(area().getByRole('button', { name: 'Cancel' }))).toBe(true);
    await picture('uploading');
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.route('**/storage', (route) => route.fulfill({ status: 204 }));
    await area().getByRole('button', { name: 'Upload' }).click();
    await says('Thank you');
    expect(sent).toEqual([{ type: 'text', text: 'https://files.example/table.png' }]);
  });

  it('let Stripe mount its fields in the page, not in the shadow root', async () => {
    await open(asking('Anything?', { type: 'text input' }));
    await page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.Stripe = () => ({
          elements: () => ({ create: () => ({ mount: (node) => node.append(String(document.contains(node))) }) }),
          confirmPayment: async () => ({}),
        });`,
      }),
    );
    const runtimeOptions = { paymentIntentSecret: 's', publicKey: 'k', amountLabel: '€5.00' };
    const input = { id: 'p', type: 'payment input', runtimeOptions };
    await page.route('**/continueChat', (route) => route.fulfill({ json: { messages: [], input } }), {
      times: 1,
    });
    await area().locator('input').fill('No');
    await page.keyboard.press('Enter');
    await page.getByText('true').waitFor();
    await picture('payment');
    expect(await findBarriers()).toEqual([]);
    // The service knows nothing of this payment.
    await page.route('**/continueChat', (route) => route.fulfill({ json: { messages: [] } }));
    const reply = page.waitForRequest('**/continueChat');
    await area().getByRole('button', { name: 'Pay €5.00' }).click();
    expect((await reply).postDataJSON()).toEqual({
      message: { type: 'text', text: 'Success' },
      waitingBlockId: 'p',
    });
    await area().locator('.payment').waitFor({ state: 'detached' });
    expect(await page.getByText('true').count()).toBe(0);
  });

  describe('with libraries', () => {
    const isFormCode = (url: string) => /\/_assets\/.*-form-/.test(new URL(url).pathname);

    it('are loaded when a bot asks for them', async () => {
      await open(
        chatBot([
          { id: 'g', blocks: [text('a', 'Name?'), { id: 'i', type: 'text input' }, { id: 'r', ...stars }] },
        ]),
      );
      const loaded = () =>
        page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => name)');
      await area().locator('input').fill('Ada');
      expect((await loaded()).filter(isFormCode)).toEqual([]);
      await page.keyboard.press('Enter');
      await area().getByRole('radio').first().waitFor();
      expect((await loaded()).filter(isFormCode)).toEqual([expect.stringContaining('/rating-form-')]);
    });

    it('can be loaded again if that fails', async () => {
      await open(
        chatBot([
          {
            id: 'g',
            blocks: [
              { id: 'i', type: 'text input' },
              { id: 'r', ...stars },
            ],
          },
        ]),
      );
      await area().locator('input').fill('Ada');
      let isBlocked = true;
      await page.route(
        (url) => isFormCode(url.href),
        (route) => (isBlocked ? route.abort() : route.continue()),
      );
      await page.keyboard.press('Enter');
      await area().getByRole('alert').getByText('No connection').waitFor();
      await picture('not-loaded');
      isBlocked = false;
      await area().getByRole('button', { name: 'Try again' }).click();
      await area().getByRole('radio').first().waitFor();
      // The browser's own message about the request.
      if (ENGINE === 'chromium') expect(errors.join()).toContain('net::ERR_FAILED');
      errors.splice(0);
    });
  });
});
