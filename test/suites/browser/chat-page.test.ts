import path from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#apps/client/client.ts';
import type { LocalService } from '#apps/local/local-service.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, contactBot, text } from '#test/fixtures/chat-bots.ts';
import { REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';
import { actionBot, bubbleBot, embedBot, hostileBot, requestBot } from './chat-page-bots.ts';
import { blockOtherHosts, can, hasBrowser, launchBrowser, noticeAbsence, pickVariants } from './engine.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';

noticeAbsence('the chat page in a browser');

// SCREENSHOT is a folder for screenshots, such as /tmp/chat.
describe.skipIf(!hasBrowser)('the chat page in a browser', () => {
  let seededService: SeededService;
  let service: LocalService;
  let seeded: { token: string; workspaceId: string };
  let client: Client;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    seededService = await startSeededService();
    ({ service, seeded, client } = seededService);
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await seededService?.stop();
  });

  type Look = { width?: number; height?: number; reducedMotion?: 'reduce' | 'no-preference' };
  const newPage = async ({ width = 1280, height = 900, reducedMotion = 'reduce' }: Look = {}) => {
    context = await browser.newContext({
      viewport: { width, height },
      reducedMotion,
      locale: 'en-US',
    });
    await blockOtherHosts(context);
    page = await context.newPage();
    errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) errors.push(message.text());
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
    await page.goto(`${service.chatUrl}/${publicId}${query}`);
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
    locator.evaluate((node) => node === node.getRootNode().activeElement);

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

  it('shows formatted texts and pictures, the progress, and at the end an offer to start again', async () => {
    await open(bubbleBot());
    const link = page.locator('.host .bubble.text a');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://example.com/menu');
    expect(await page.locator('.bubble.image img').getAttribute('alt')).toBe('A loaf of bread');
    await answer('Ada');
    await says('Thank you, Ada.');
    expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
    const again = page.getByRole('button', { name: 'Start again' });
    await again.waitFor();
    await expect.poll(() => isFocused(again)).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('.input-area .field').waitFor();
    expect(await guestBubbles().count()).toBe(0);
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
      await open(actionBot(`${service.chatUrl}/_preview-frame`));
      await says('22 nowhere.at.all 44 200');
      expect(await page.evaluate('window.order')).toEqual(['early:0', 'between:1']);
      await page.getByText('Waiting for another service').waitFor();
      await page.getByRole('button', { name: 'Continue without it' }).click();
      await says('Went on');
      expect(await page.evaluate('window.hacked')).toBeUndefined();
    });

    it.skipIf(!can('respond in a charset'))('reads a response in its charset', async () => {
      await page.route('**/latin', (route) =>
        route.fulfill({
          contentType: 'application/json; charset=ISO-8859-1',
          body: Buffer.from('{"city":"São Luís"}', 'latin1'),
        }),
      );
      await open(requestBot(`${service.chatUrl}/latin`));
      await says('From São Luís');
    });

    it.skipIf(!can('open a second tab'))('opens an address in a new tab', async () => {
      const opened = context.waitForEvent('page');
      const httpUrl = `${service.chatUrl}/_preview-frame`;
      await open(actionBot(httpUrl));
      await says('22 nowhere.at.all 44 200');
      await page.getByRole('button', { name: 'Continue without it' }).click();
      const tab = await opened;
      await expect.poll(() => tab.url()).toBe(`${httpUrl}#left`);
    });

    it("is reported to the bot's owner if it fails", async () => {
      const reported = page.waitForRequest((request) => request.url().endsWith('/clientLogs'));
      await open(actionBot(`${service.chatUrl}/_preview-frame`));
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
      await page.goto(`${service.chatUrl}/no-such-bot`);
      await page.getByText('There is nothing at this address').waitFor();
    });

    it("for a closed bot, it shows the author's message", async () => {
      const botId = await imported(
        contactBot({ settings: { general: { systemMessages: { botClosed: 'Back on Monday' } } } }),
      );
      const { publicId } = await client.publishBot({ params: { botId } });
      await client.updateBot({ params: { botId }, body: { bot: { isClosed: true } } });
      await page.goto(`${service.chatUrl}/${publicId}`);
      await page.getByText('Back on Monday').waitFor();
    });

    it('without file storage, it says so', async () => {
      await page.route('**/generate-upload-url', (route) =>
        route.fulfill({
          status: 400,
          json: { code: 'BAD_REQUEST', message: 'File storage is not configured for this service' },
        }),
      );
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
      await page.goto(`${service.chatUrl}/${publicId}`);
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
      expect((await sent).postDataJSON()).toEqual({
        message: { type: 'text', text: 'Success' },
        waitingBlockId: 'p',
      });
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

  it('prefills the answers of a returning respondent if the settings say so', async () => {
    const settings = {
      general: { rememberUser: { isEnabled: true, storage: 'local' }, isInputPrefillEnabled: true },
    };
    await open(contactBot({ settings }));
    await answer('Ada');
    await says('Nice to meet you, Ada');
    // Only the result is known, as after a move from Typebot.
    await page.evaluate(
      "for (const key of Object.keys(localStorage)) if (key.startsWith('bot-chat-')) localStorage.removeItem(key)",
    );
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

  it('starts although the query string has a name that the service refuses', async () => {
    await open(contactBot(), '?__proto__=1&Name=Ada');
    await says('What is your name?');
  });

  it('shows a typing indicator unless reduced motion is requested', async () => {
    await context.close();
    await newPage({ reducedMotion: 'no-preference' });
    await open(contactBot({ settings: { typingEmulation: { speed: 60 } } }));
    await says('Hello!');
    await page.locator('.typing').waitFor();
    expect(await hostBubbles().count()).toBe(1);
    await says('What is your name?');
    expect(await page.locator('.typing').count()).toBe(0);
  });

  describe.skipIf(REAL_BOTS.length === 0)('real bots', () => {
    const files = [
      'v6.1--quiz.json',
      'v6.1--product-recommendation.json',
      'v6.1--skin-typology.json',
      'v4--2023-08-06-46d5476-dog-insurance-offer.json',
      'v6.1--onboarding.json',
    ];
    it.each(pickVariants(files))('%s', async (file) => {
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
