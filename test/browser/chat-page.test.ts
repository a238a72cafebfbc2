import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LocalService, startLocalService } from '#lib/apps/local/local-service.ts';
import { type Client, createClient } from '#lib/client/client.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import { chatBot, contactBot, text } from '#test/fixtures/chat-bots.ts';
import { REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';
import { actionBot, embedBot, everyInputBot, hostileBot } from './chat-page-bots.ts';
import { hasChromium, launchChromium } from './chromium.ts';

if (!hasChromium) {
  process.stderr.write(
    'Skipped: the chat page in a browser, because there is no Chromium (CHROMIUM names one).\n',
  );
}

// SCREENSHOT is a folder for screenshots, such as /tmp/chat.
describe.skipIf(!hasChromium)('the chat page in a browser', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chat-page-'));
  let service: LocalService;
  let seeded: { token: string; workspaceId: string };
  let client: Client;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    const fail = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
    service = await startLocalService({
      port: 0,
      chatPort: 0,
      dataDir,
      log: () => {},
      onFault: fail,
      onCrash: fail,
    });
    const { seed } = await import('#lib/apps/local/seed.ts');
    seeded = await seed({ dataDir });
    client = createClient({ baseUrl: service.baseUrl, chatUrl: service.chatUrl, token: seeded.token });
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  const newPage = async (options: { width?: number; height?: number } = {}) => {
    const { width = 1280, height = 900 } = options;
    context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    // Third-party resources of real bots are unavailable in tests.
    await context.route(
      (url) => /^https?:$/.test(url.protocol) && url.hostname !== '127.0.0.1',
      (route) => route.abort(),
    );
    page = await context.newPage();
    errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) errors.push(message.text());
    });
  };

  beforeEach(() => newPage());

  afterEach(async () => {
    expect(errors).toEqual([]);
    await context.close();
  });

  async function imported(bot: JsonObject): Promise<string> {
    const { bot: stored } = await client.importBot({ body: { workspaceId: seeded.workspaceId, bot } });
    return stored.id;
  }

  async function published(bot: JsonObject): Promise<string> {
    const botId = await imported(bot);
    return (await client.publishBot({ params: { botId } })).publicId;
  }

  async function open(bot: JsonObject, query = ''): Promise<string> {
    const publicId = await published(bot);
    await page.goto(`${service.chatUrl}/chat/${publicId}${query}`);
    return publicId;
  }

  const hostBubbles = () => page.locator('.host .bubble');
  const guestBubbles = () => page.locator('.guest .bubble');
  const getLast = (locator: Locator) => locator.last().innerText();
  const says = (saying: string) => page.locator('.host .bubble', { hasText: saying }).last().waitFor();
  const picture = async (name: string) => {
    if (process.env.SCREENSHOT) await page.screenshot({ path: `${process.env.SCREENSHOT}-${name}.png` });
  };
  const isFocused = (locator: Locator) =>
    locator.evaluate((node) => node === node.ownerDocument.activeElement);

  /** Presses Tab until the element has the focus. */
  async function tabTo(locator: Locator): Promise<void> {
    for (let presses = 0; presses < 15; presses += 1) {
      if (await isFocused(locator)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`No way to ${locator} with the Tab key`);
  }

  async function answer(saying: string): Promise<void> {
    await page.locator('.input-area .field').fill(saying);
    await page.keyboard.press('Enter');
  }

  async function scrollsSideways(): Promise<boolean> {
    return await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  }

  /** Lists clickable elements that are too small for touch. */
  async function smallTargets(): Promise<string[]> {
    return await page
      .locator('.input-area :is(button, input, select, textarea):visible')
      .evaluateAll((nodes) =>
        nodes
          .map((node) => ({ node, box: node.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(({ node, box }) => `${node.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
      );
  }

  describe.each([
    ['on a phone', 360, 740],
    ['on a desk', 1280, 900],
  ])('%s', (_, width, height) => {
    it('can be used with the keyboard alone, for every input', async () => {
      await newPage({ width, height });
      await open(everyInputBot());
      const { keyboard } = page;
      const name = (what: string) => `${width}-${what}`;

      /**
       * Waits for the input, and expects it to be focused, to fit the page, to be large enough for touch, and
       * to be styled.
       */
      const asked = async (question: string, focused: string) => {
        await says(question);
        const field = page.locator(`.input-area ${focused}`).first();
        await field.waitFor();
        expect(await isFocused(field), question).toBe(true);
        expect(await scrollsSideways(), question).toBe(false);
        expect(await smallTargets(), question).toEqual([]);
        await picture(name(question.replace(/\W+/g, '-').toLowerCase()));
      };
      const type = async (keys: string) => {
        await keyboard.type(keys);
        await keyboard.press('Enter');
      };

      await asked('What is your name?', 'input[placeholder="First name"]');
      expect(await page.locator('.host .bubble.text a').getAttribute('href')).toBe(
        'https://example.com/menu',
      );
      expect(await page.locator('.bubble.image img').getAttribute('alt')).toBe('A loaf of bread');
      await type('Ada');
      await asked('Tell us your favourite breakfast, Ada.', 'textarea');
      await keyboard.type('Rolls');
      await keyboard.press('Enter');
      await keyboard.type('and tea');
      await keyboard.press('Control+Enter');
      await asked('How many rolls?', 'input[type=number]');
      expect(await getLast(guestBubbles())).toBe('Rolls\nand tea');
      await type('4');
      await asked('Where may we write to?', 'input[type=email]');
      await type('nowhere');
      await says('seem to be valid');
      await page.locator('.input-area input[type=email]').waitFor();
      await type('Ada@Example.org');
      await asked('Your website?', 'input[type=url]');
      expect(await getLast(guestBubbles())).toBe('ada@example.org');
      await type('example.org');
      await asked('And your phone number?', 'input[type=tel]');
      await type('06 12 34 56 78');
      await asked('On which day will you come?', 'input[type=date]');
      expect(await getLast(guestBubbles())).toBe('+33612345678');
      await type('01312026');
      await asked('When are you away?', 'input[type=date]');
      expect(await getLast(guestBubbles())).toBe('31/01/2026');
      await keyboard.type('02012026');
      await tabTo(page.locator('.input-area input[type=date]').nth(1));
      await type('02142026');
      await asked('At what time?', 'input[type=time]');
      expect(await getLast(guestBubbles())).toBe('01/02/2026 to 14/02/2026');
      await type('0230PM');
      await asked('Which bread?', 'button');
      expect(await getLast(guestBubbles())).toBe('14:30');
      await tabTo(page.getByRole('button', { name: 'Wheat' }));
      await keyboard.press('Enter');
      await asked('Which toppings?', 'input[type=search]');
      expect(await getLast(guestBubbles())).toBe('Wheat');
      await keyboard.type('HON');
      expect(await page.getByRole('checkbox').allInnerTexts()).toEqual(['Honey']);
      await tabTo(page.getByRole('checkbox', { name: 'Honey' }));
      await keyboard.press('Space');
      await tabTo(page.getByRole('button', { name: 'Take these' }));
      await keyboard.press('Shift+Tab');
      await keyboard.press('Shift+Tab');
      await keyboard.press('Control+A');
      await keyboard.press('Delete');
      await tabTo(page.getByRole('checkbox', { name: 'Butter' }));
      await keyboard.press('Space');
      await picture(name('toppings-chosen'));
      await tabTo(page.getByRole('button', { name: 'Take these' }));
      await keyboard.press('Enter');
      await asked('Which cake?', 'button');
      expect(await getLast(guestBubbles())).toBe('Butter, Honey');
      await keyboard.press('Enter');
      await asked('How do you like us?', 'button');
      expect(await getLast(guestBubbles())).toBe('Cheesecake');
      await tabTo(page.getByRole('button', { name: '4 of 5' }));
      await keyboard.press('Space');
      await picture(name('score-chosen'));
      await tabTo(page.getByRole('button', { name: 'Send' }));
      await keyboard.press('Enter');
      await asked('And the page?', 'button');
      expect(await getLast(guestBubbles())).toBe('4');
      await tabTo(page.getByRole('button', { name: '5 of 5' }));
      await keyboard.press('Enter');
      await asked('A picture of your table?', 'input[type=file]');
      await tabTo(page.getByRole('button', { name: 'Skip' }));
      await keyboard.press('Enter');
      await asked('Our offers:', 'button');
      expect(await getLast(guestBubbles())).toBe('Skip');
      await tabTo(page.getByRole('button', { name: 'More' }));
      await keyboard.press('Enter');
      await says('Thank you, Ada. That was all.');
      expect(await getLast(guestBubbles())).toBe('Breakfast for two: More');
      expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
      await page.getByRole('button', { name: 'Start again' }).waitFor();
      expect(await isFocused(page.getByRole('button', { name: 'Start again' }))).toBe(true);
      await picture(name('end'));
      await keyboard.press('Enter');
      await page.locator('input[placeholder="First name"]').waitFor();
      expect(await guestBubbles().count()).toBe(0);
    });
  });

  it('runs no script injected into texts, URLs, names or themes', async () => {
    const attack = encodeURIComponent('<img src=x onerror="window.hacked=1">');
    await open(hostileBot(), `?Name=${attack}`);
    await says('Dear <img src=x onerror="window.hacked=1">');
    expect(new URL(page.url()).search).toBe('');
    expect(await page.locator('.log :is(script, iframe, video)').count()).toBe(0);
    expect(await page.locator('.log a').count()).toBe(0);
    const outline = await hostBubbles()
      .first()
      .evaluate((node) => node.ownerDocument.defaultView.getComputedStyle(node).outlineColor);
    expect(outline).toBe('rgb(1, 2, 3)');
    await picture('hostile');
    await page.getByRole('button', { name: 'onerror' }).click();
    await page.locator('.icon').nth(2).click();
    await page.locator('.card button').click();
    await says('Bye <img');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  describe('a client-side action', () => {
    it('runs after its bubble, and sends its result back', async () => {
      const opened = context.waitForEvent('page');
      const httpUrl = `${service.chatUrl}/chat-page/page.css`;
      await open(actionBot(httpUrl));
      await says('22 nowhere.at.all 44 200');
      expect(await page.evaluate('window.order')).toEqual(['early:0', 'between:1']);
      await page.getByText('Waiting for another service').waitFor();
      await page.getByRole('button', { name: 'Continue without it' }).click();
      await says('Went on');
      expect((await opened).url()).toBe(`${httpUrl}#left`);
      expect(await page.evaluate('window.hacked')).toBeUndefined();
    });

    it("is reported to the bot's owner if it fails", async () => {
      const reported = page.waitForRequest((request) => request.url().endsWith('/clientLogs'));
      await open(actionBot(`${service.chatUrl}/chat-page/page.css`));
      expect((await reported).postDataJSON()).toEqual({
        clientLogs: [
          { status: 'error', description: 'Error: Broken on purpose', context: 'While running a script' },
        ],
      });
    });

    it('waits for the event of an embedded page', async () => {
      await page.route('**/embedded', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<script>parent.postMessage({ name: "other" }, "*"); setTimeout(() => parent.postMessage({ name: "done", data: { rolls: 3 } }, "*"), 200)</script>',
        }),
      );
      await open(embedBot(`${service.chatUrl}/embedded`));
      await says('It said {"rolls":3}');
    });
  });

  describe('when something goes wrong', () => {
    const failing = (status: number) => ({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'X', message: 'Another reply was taken' }),
    });

    it('offline, it says so and resends the reply', async () => {
      await open(contactBot());
      await says('What is your name?');
      await context.setOffline(true);
      await answer('Ada');
      await page.getByRole('alert').getByText('No connection').waitFor();
      await picture('offline');
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await says('Nice to meet you, Ada');
      expect(await guestBubbles().count()).toBe(1);
    });

    it('with 409, it offers to resend the reply', async () => {
      await open(contactBot());
      await page.route('**/continueChat', (route) => route.fulfill(failing(409)), { times: 1 });
      await answer('Ada');
      await page.getByRole('alert').getByText('Another reply was taken').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await says('Nice to meet you, Ada');
    });

    it('with 404, it offers to start again', async () => {
      await open(contactBot());
      await page.route('**/continueChat', (route) => route.fulfill(failing(404)), { times: 1 });
      await answer('Ada');
      await says('This conversation is over.');
      await page.getByRole('button', { name: 'Start again' }).click();
      await says('What is your name?');
    });

    it('with 400, it lets the respondent change the answer', async () => {
      await open(contactBot());
      await page.route('**/continueChat', (route) => route.fulfill(failing(413)), { times: 1 });
      await answer('Far too long');
      await says('Another reply was taken');
      await answer('Ada');
      await says('Nice to meet you, Ada');
    });

    it('for an unknown bot, it says so', async () => {
      await page.goto(`${service.chatUrl}/chat/no-such-bot`);
      await page.getByText('There is no bot at this address').waitFor();
    });

    it("for a closed bot, it shows the author's message", async () => {
      const botId = await imported(
        contactBot({ settings: { general: { systemMessages: { botClosed: 'Back on Monday' } } } }),
      );
      const { publicId } = await client.publishBot({ params: { botId } });
      await client.updateBot({ params: { botId }, body: { bot: { isClosed: true } } });
      await page.goto(`${service.chatUrl}/chat/${publicId}`);
      await page.getByText('Back on Monday').waitFor();
    });

    it('without file storage, it says so', async () => {
      await open(chatBot([{ id: 'g', blocks: [text('t', 'A file?'), { id: 'f', type: 'file input' }] }]));
      const file = { name: 'table.png', mimeType: 'image/png', buffer: Buffer.from('x') };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByText('File storage is not configured for this service').waitFor();
    });

    it("without Stripe's script, it says so", async () => {
      const { publicId } = { publicId: await published(contactBot()) };
      const input = {
        id: 'p',
        type: 'payment input',
        runtimeOptions: { paymentIntentSecret: 's', publicKey: 'pk', amountLabel: '€5.00' },
      };
      await page.route('**/continueChat', (route) =>
        route.fulfill({ contentType: 'application/json', body: JSON.stringify({ messages: [], input }) }),
      );
      await page.goto(`${service.chatUrl}/chat/${publicId}`);
      await answer('Ada');
      await page.getByRole('alert').getByText("Stripe's script").waitFor();
      expect(await page.getByRole('button', { name: 'Pay €5.00' }).isDisabled()).toBe(true);
      await picture('payment');
    });
  });

  describe('third-party content', () => {
    /** Fulfils the next request with this turn. */
    const answerOnce = (turn: JsonObject) =>
      page.route(
        '**/continueChat',
        (route) =>
          route.fulfill({ contentType: 'application/json', body: JSON.stringify({ messages: [], ...turn }) }),
        { times: 1 },
      );

    it('takes payments with Stripe.js, which is loaded lazily', async () => {
      const scripts: string[] = [];
      await context.route('https://js.stripe.com/**', (route) => {
        scripts.push(route.request().url());
        return route.fulfill({
          contentType: 'text/javascript',
          body: `window.Stripe = (key) => ({
            elements: ({ clientSecret }) => ({ create: () => ({ mount: (node) => node.append(key, clientSecret) }) }),
            confirmPayment: async () => (window.tries = (window.tries ?? 0) + 1) < 2 ? { error: { message: 'Declined' } } : {},
          });`,
        });
      });
      await open(contactBot());
      await page.locator('.input-area .field').waitFor();
      expect(scripts).toEqual([]);
      const runtimeOptions = { paymentIntentSecret: 'secret', publicKey: 'key-', amountLabel: '€5.00' };
      await answerOnce({ input: { id: 'p', type: 'payment input', runtimeOptions } });
      await answer('Ada');
      await page.getByText('key-secret').waitFor();
      await page.getByRole('button', { name: 'Pay €5.00' }).click();
      await page.getByText('Declined').waitFor();
      const sent = page.waitForRequest('**/continueChat');
      await page.getByRole('button', { name: 'Pay €5.00' }).click();
      expect((await sent).postDataJSON()).toEqual({ message: { type: 'text', text: 'Success' } });
    });

    it('is embedded by its own scripts, which continue the flow', async () => {
      const content = {
        initFunction: { args: { label: 'Calendar' }, content: 'typebotElement.append(label)' },
        waitForEventFunction: { args: {}, content: 'window.book = () => continueFlow("2026-01-31")' },
      };
      await open(contactBot());
      await answerOnce({ messages: [{ id: 'c', type: 'custom-embed', content }] });
      await answer('Ada');
      await says('Calendar');
      const sent = page.waitForRequest('**/continueChat');
      await page.waitForFunction('window.book');
      await page.evaluate('window.book()');
      expect((await sent).postDataJSON()).toEqual({ message: { type: 'text', text: '2026-01-31' } });
    });
  });

  it("plays other sites' videos in their players, and files natively", async () => {
    const video = (id: string, content: JsonObject) => ({ id, type: 'video', content });
    await open(
      chatBot([
        {
          id: 'g',
          blocks: [
            video('y', { url: 'https://www.youtube.com/watch?v=abc_1-x' }),
            video('v', {
              url: 'https://vimeo.com/1234',
              areControlsDisplayed: false,
              isAutoplayEnabled: false,
            }),
            video('f', { url: 'https://example.com/film.mp4' }),
            { id: 'a', type: 'audio', content: { url: 'https://example.com/sound.mp3' } },
            { id: 'i', type: 'text input' },
          ],
        },
      ]),
    );
    await page.locator('.bubble audio').waitFor();
    const sources = page.locator('.bubble :is(iframe, video, audio)');
    expect(await sources.evaluateAll((nodes) => nodes.map(({ src }) => src))).toEqual([
      'https://www.youtube-nocookie.com/embed/abc_1-x?autoplay=1',
      'https://player.vimeo.com/video/1234?controls=0',
      'https://example.com/film.mp4',
      'https://example.com/sound.mp3',
    ]);
  });

  it('uploads files to their presigned URLs', async () => {
    await open(
      chatBot(
        [
          {
            id: 'g',
            blocks: [
              { id: 'f', type: 'file input', options: { variableId: 'v' } },
              text('t', 'Got {{File}}'),
            ],
          },
        ],
        { variables: [{ id: 'v', name: 'File' }] },
      ),
    );
    const target = {
      presignedUrl: `${service.chatUrl}/storage`,
      formData: { key: 'k' },
      fileUrl: 'https://files.example/table.png',
    };
    await page.route('**/generate-upload-url', (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify(target) }),
    );
    await page.route('**/storage', (route) => route.fulfill({ status: 204 }));
    const file = { name: 'table.png', mimeType: 'image/png', buffer: Buffer.from('x') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
    await says('Got https://files.example/table.png');
    expect(await getLast(guestBubbles())).toBe('File uploaded');
  });

  it("continues a returning respondent's result if the settings say so", async () => {
    const settings = {
      general: { rememberUser: { isEnabled: true, storage: 'local' }, isInputPrefillEnabled: true },
    };
    await open(contactBot({ settings }));
    await answer('Ada');
    await says('Nice to meet you, Ada');
    await page.reload();
    const field = page.locator('.input-area .field');
    await field.waitFor();
    expect(await field.inputValue()).toBe('Ada');
  });

  it('keeps the query string if the settings say so', async () => {
    await open(contactBot({ settings: { general: { isHideQueryParamsEnabled: false } } }), '?Name=Ada');
    await says('What is your name?');
    expect(new URL(page.url()).search).toBe('?Name=Ada');
  });

  it('shows a typing indicator unless reduced motion is requested', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(contactBot({ settings: { typingEmulation: { speed: 60 } } }));
    await says('Hello!');
    await page.locator('.typing').waitFor();
    expect(await hostBubbles().count()).toBe(1);
    await says('What is your name?');
    expect(await page.locator('.typing').count()).toBe(0);
  });

  describe('the preview', () => {
    const frame = () => page.frameLocator('iframe.preview');
    const draft = () =>
      imported(
        chatBot([
          {
            id: 'g',
            blocks: [
              {
                id: 'spy',
                type: 'Code',
                options: {
                  content:
                    'try { window.found = sessionStorage.length } catch (e) { document.title = e.name }',
                },
              },
              text('t', 'A draft'),
              { id: 'i', type: 'text input' },
              text('u', 'Changed'),
            ],
          },
        ]),
      );

    it('asks for a token, and again if it is invalid', async () => {
      const botId = await draft();
      await page.goto(`${service.chatUrl}/preview/${botId}`);
      await page.getByLabel('Token of an editor').fill(`bot_${'x'.repeat(43)}`);
      await page.keyboard.press('Enter');
      await page.getByText('This token is unknown').waitFor();
      await picture('preview-token');
      await page.getByLabel('Token of an editor').fill(seeded.token);
      await page.keyboard.press('Enter');
      await frame().getByText('A draft').waitFor();
    });

    it("takes the token from the fragment, hides it from the draft's scripts, and can start again", async () => {
      const botId = await draft();
      await page.goto(`${service.chatUrl}/preview/${botId}#token=${seeded.token}`);
      await frame().getByText('A draft').waitFor();
      expect(page.url()).not.toContain(seeded.token);
      expect(
        await frame()
          .locator('body')
          .evaluate((node) => node.ownerDocument.title),
      ).toBe('SecurityError');
      await frame().locator('.field').fill('Hello');
      await page.keyboard.press('Enter');
      await frame().getByText('Changed').waitFor();
      await picture('preview');
      await frame().getByRole('button', { name: 'Start again' }).click();
      await frame().locator('.field').waitFor();
      // The token is also out of reach through a window that a script has opened.
      await open(contactBot());
      await says('Hello!');
      const opened = context.waitForEvent('page');
      await page.evaluate(`window.other = window.open('/preview/${botId}')`);
      await (await opened).getByLabel('Token of an editor').waitFor();
      expect(await page.evaluate('window.other.closed')).toBe(true);
      // A published bot runs its scripts in the page, so there must be no token for them to find.
      await open(contactBot());
      await says('Hello!');
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });
  });

  describe.skipIf(REAL_BOTS.length === 0)('real bots', () => {
    it.each([
      'v6.1--quiz.json',
      'v6.1--product-recommendation.json',
      'v6.1--skin-typology.json',
      'v4--2023-08-06-46d5476-dog-insurance-offer.json',
      'v6.1--onboarding.json',
    ])('%s', async (file) => {
      for (const [width, height] of [
        [360, 740],
        [1280, 900],
      ] as const) {
        await context.close();
        await newPage({ width, height });
        await open(readRealBot(file));
        for (let turn = 1; turn <= 12; turn += 1) {
          await page.locator('.input-area > *').waitFor();
          expect(await scrollsSideways()).toBe(false);
          expect(await smallTargets()).toEqual([]);
          await picture(`${path.basename(file, '.json')}-${width}-${turn}`);
          if (await page.getByRole('button', { name: 'Start again' }).count()) break;
          await answerAnything();
        }
      }
    });
  });

  /** Answers with a valid value for this type of input, or with its first button. */
  async function answerAnything(): Promise<void> {
    const area = page.locator('.input-area');
    const samples: Record<string, string> = {
      text: 'Ada',
      number: '3',
      email: 'ada@example.org',
      url: 'example.org',
      tel: '+33612345678',
      date: '2026-01-31',
      time: '14:30',
    };
    const before = await guestBubbles().count();
    const field = area.locator('.field:not(.country, .search)').first();
    if (await field.count()) {
      await field.fill(samples[(await field.getAttribute('type')) ?? 'text'] ?? 'Ada');
      await page.keyboard.press('Enter');
    } else {
      await area.locator('button').first().click();
      // Multiple choice: select first, then send.
      const send = area.locator('button[type=submit]:visible');
      if ((await guestBubbles().count()) === before && (await send.count())) await send.click();
    }
    await guestBubbles().nth(before).waitFor();
  }
});
