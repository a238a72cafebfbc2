import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, contactBot, event, eventEdge, text } from '#test/fixtures/chat-bots.ts';
import { type BotService, startBotService } from './bot-service.ts';
import { launchChromium } from './chromium.ts';
import { can, hasBrowser, launchBrowser, noticeAbsence, pickVariants } from './engine.ts';
import { startWebsite, type Website } from './website.ts';

noticeAbsence('the embed in a browser');

type EmbedKind = 'standard' | 'popup' | 'bubble';

/** Its types are those of a browser, which tests do not have. */
const EMBED_PROPS: string = '#apps/embed/embed-props.ts';
const { NAMES_WITHIN, PROPS } = (await import(EMBED_PROPS)) as {
  NAMES_WITHIN: Record<EmbedKind, Record<string, readonly string[]>>;
  PROPS: Record<string, { form: string; kinds: readonly EmbedKind[] }>;
};

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Rules of pages that break every widget without a shadow root. */
const HOSTILE_CSS = `<style>
* { all: unset !important; }
* { color: red !important; position: static !important; }
button, input, svg, dialog { display: none !important; }
div { position: fixed !important; inset: 0 !important; transform: rotate(10deg) !important; opacity: 0.1 !important; }
main { transform: scale(0.5) !important; overflow: hidden !important; filter: blur(4px) !important; }
.wall { all: revert !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important;
  display: block !important; background: #ffe4e6 !important; pointer-events: auto !important; opacity: 1 !important; }
</style>`;

/** Covers the whole page, as high as `z-index` goes. */
const WALL = `<script>document.body.append(Object.assign(document.createElement('div'), { className: 'wall' }))</script>`;

// SCREENSHOT is a folder for screenshots, such as /tmp/embed.
describe.skipIf(!hasBrowser)('the embed on a website', () => {
  let service: BotService;
  let shop: Website;
  let stranger: Website;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];
  let warnings: string[];
  /** Requests of the page, apart from the page itself. */
  let requests: { method: string; path: string; origin: string }[];
  let publicId: string;

  beforeAll(async () => {
    [service, shop, stranger, browser] = await Promise.all([
      startBotService(),
      startWebsite(),
      startWebsite(),
      launchBrowser(),
    ]);
    publicId = await service.publish(quiet(contactBot()));
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([service?.stop(), shop?.stop(), stranger?.stop()]);
  });

  const newPage = async (options: { width?: number; height?: number; isDark?: boolean } = {}) => {
    const { width = 1440, height = 900, isDark = false } = options;
    await context?.close();
    context = await browser.newContext({
      viewport: { width, height },
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
    errors = [];
    warnings = [];
    requests = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (!request.isNavigationRequest()) requests.push({ method: request.method(), path: pathname, origin });
    });
  };

  beforeEach(() => newPage());

  afterEach(() => expect(errors).toEqual([]));

  const script = () => `<script type="module" src="${service.chatUrl}/embed.js"></script>`;
  /** A module that imports the embed as pages of Typebot do. */
  const importing = (code: string) =>
    `<script type="module">import Bot from '${service.chatUrl}/embed.js'; ${code}; window.isReady = true</script>`;
  /** Logs the callbacks of an element or of properties to `window.calls`. */
  const CALLBACKS = `const calls = (window.calls = []);
    const callbacks = Object.fromEntries(['onInit', 'onNewInputBlock', 'onAnswer', 'onEnd', 'onNewLogs', 'onOpen',
      'onClose', 'onChatStatePersisted', 'onPreviewMessageClick', 'onPreviewMessageDismissed']
      .map((name) => [name, (...given) => calls.push([name, ...given])]))`;
  const calls = () => page.evaluate<unknown[][]>('window.calls');
  const names = async () => (await calls()).map(([name]) => name);
  const chatCalls = () =>
    requests.filter(({ method, path }) => method === 'POST' && /Chat$/.test(path)).map(({ path }) => path);
  const open = async (body: string, head = '') => {
    await page.goto(shop.serve('/page', body, head));
    await page.waitForFunction('customElements.get("bot-bubble") !== undefined');
  };
  const says = (saying: string) => page.getByText(saying).last().waitFor();
  const field = () => page.getByRole('textbox');
  const launcher = () => page.getByRole('button', { name: 'Chat', exact: true });
  const dialog = () => page.getByRole('dialog', { name: 'Chat' });
  const reply = async (saying: string) => {
    await field().fill(saying);
    await page.keyboard.press('Enter');
  };
  const picture = async (name: string) => {
    if (process.env.SCREENSHOT)
      await page.screenshot({ path: `${process.env.SCREENSHOT}/embed-${name}.png` });
  };
  /** The part of an element that is in the window. */
  const boxOf = async (locator: ReturnType<typeof launcher>) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error(`${locator} is not visible`);
    return box;
  };
  /** Whether a click in the middle of an element would reach it, whatever lies above. */
  const isOnTop = async (locator: ReturnType<typeof launcher>) => {
    await locator.click({ trial: true, timeout: 2_000 });
  };
  const isFocusIn = (kind: string) =>
    page.evaluate<boolean>(`document.activeElement?.localName === 'bot-${kind}'`);

  describe('one line of HTML', () => {
    it('shows a bubble, whose chat starts when it is opened', async () => {
      await open(`${script()}<bot-bubble bot="${publicId}"></bot-bubble>`);
      await launcher().waitFor();
      expect(await launcher().getAttribute('aria-expanded')).toBe('false');
      expect(requests.filter(({ path }) => /bot-window|Chat$/.test(path))).toEqual([]);

      await launcher().click();
      await says('What is your name?');
      expect(await launcher().getAttribute('aria-expanded')).toBe('true');
      await reply('Ada');
      await says('Nice to meet you, Ada');
      expect(chatCalls()).toEqual([
        `/v1/bots/${publicId}/startChat`,
        expect.stringMatching(/^\/v1\/sessions\/.*\/continueChat$/),
      ]);
      expect(new Set(requests.map(({ origin }) => origin))).toEqual(new Set([service.chatUrl]));
      expect(warnings).toEqual([]);
    });

    it('shows a standard chat where the page places it, once it is seen', async () => {
      await open(
        `<div style="height: 3000px"></div><bot-standard bot="${publicId}" style="display: block; height: 500px"></bot-standard>`,
        script(),
      );
      const standard = page.locator('bot-standard');
      expect(await boxOf(standard)).toMatchObject({ height: 500 });
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
      expect(chatCalls()).toEqual([]);
      await standard.scrollIntoViewIfNeeded();
      await says('What is your name?');
      await reply('Ada');
      await says('Nice to meet you, Ada');
    });

    it('opens a popup after a delay', async () => {
      await open(`${script()}<bot-popup bot="${publicId}" auto-show-delay="50"></bot-popup>`);
      await says('What is your name?');
      expect(await page.locator('bot-popup dialog').evaluate((node) => node.matches(':modal'))).toBe(true);
    });

    it('moves nothing of the page', async () => {
      await open(
        `<script>window.shifts = 0; new PerformanceObserver((list) => { for (const { sources } of list.getEntries()) for (const { node } of sources) window.shifts += node?.getRootNode() === document && !node.localName?.startsWith('bot-') ? 1 : 0 }).observe({ type: 'layout-shift', buffered: true })</script>
        ${script()}<bot-bubble bot="${publicId}" preview-message="Can I help?"></bot-bubble>
        <bot-standard bot="${publicId}" style="display: block; height: 400px"></bot-standard><p>Below</p>`,
      );
      await says('What is your name?');
      await launcher().click();
      await dialog().getByText('What is your name?').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.evaluate('window.shifts')).toBe(0);
    });
  });

  describe('with hostile styles', () => {
    it('keeps the bubble above everything, and usable', async () => {
      await open(
        `${WALL}${script()}<bot-bubble bot="${publicId}" preview-message="Can I help?"></bot-bubble>`,
        HOSTILE_CSS,
      );
      await launcher().waitFor();
      expect(await boxOf(launcher())).toEqual({ x: 1372, y: 832, width: 48, height: 48 });
      await isOnTop(page.getByRole('button', { name: 'Can I help?' }));
      await picture('hostile-bubble-closed');
      await launcher().click();
      await says('What is your name?');
      expect(await boxOf(dialog())).toEqual({ x: 1020, y: 140, width: 400, height: 680 });
      await reply('Ada');
      await says('Nice to meet you, Ada');
      await picture('hostile-bubble-open');
    });

    it('keeps the popup above everything, and usable', async () => {
      await open(
        `${WALL}${script()}<bot-popup bot="${publicId}" auto-show-delay="0"></bot-popup>`,
        HOSTILE_CSS,
      );
      await says('What is your name?');
      expect(await boxOf(dialog())).toEqual({ x: 480, y: 130, width: 480, height: 640 });
      await reply('Ada');
      await says('Nice to meet you, Ada');
      await picture('hostile-popup');
    });

    it('keeps the standard chat readable and usable', async () => {
      await open(`${script()}<bot-standard bot="${publicId}"></bot-standard>`, HOSTILE_CSS);
      await says('What is your name?');
      const bubble = page.getByText('What is your name?').last();
      expect(
        await bubble.evaluate((node) => node.ownerDocument.defaultView?.getComputedStyle(node).color),
      ).not.toBe('rgb(255, 0, 0)');
      await reply('Ada');
      await says('Nice to meet you, Ada');
    });
  });

  describe('callbacks', () => {
    it('of a standard chat come in order, with what happened', async () => {
      await open(
        `<bot-standard style="display: block; height: 600px"></bot-standard>
        ${importing(`${CALLBACKS}; Bot.initStandard({ bot: '${publicId}', ...callbacks })`)}`,
      );
      await says('What is your name?');
      await reply('Ada');
      await says('Nice to meet you, Ada');
      await reply('ada@example.org');
      await says('We write to ada@example.org');
      await page.waitForFunction("window.calls.some(([name]) => name === 'onEnd')");
      const seen = (await calls()).filter(([name]) => name !== 'onNewLogs');
      expect(seen.filter(([name]) => name === 'onAnswer')).toEqual([
        ['onAnswer', { message: 'Ada', blockId: 'name-input' }],
        ['onAnswer', { message: 'ada@example.org', blockId: 'mail-input' }],
      ]);
      expect(seen.map(([name]) => name).filter((name) => name !== 'onChatStatePersisted')).toEqual([
        'onInit',
        'onNewInputBlock',
        'onAnswer',
        'onNewInputBlock',
        'onAnswer',
        'onEnd',
      ]);
      expect(seen).toContainEqual(['onChatStatePersisted', false]);
      expect(seen.find(([name]) => name === 'onNewInputBlock')?.[1]).toMatchObject({
        id: 'name-input',
        type: 'text input',
      });
    });

    it('of a bubble tell of opening and closing, and of its preview message', async () => {
      await open(
        importing(`${CALLBACKS}; Bot.initBubble({ bot: '${publicId}', ...callbacks,
          previewMessage: { message: 'Can I help?', autoShowDelay: 0 } })`),
      );
      await page.getByRole('button', { name: 'Can I help?' }).click();
      await says('What is your name?');
      expect((await names()).filter((name) => name !== 'onChatStatePersisted').slice(0, 3)).toEqual([
        'onPreviewMessageClick',
        'onOpen',
        'onInit',
      ]);
      await launcher().click();
      await expect.poll(async () => (await names()).filter((name) => name === 'onClose')).toHaveLength(1);
    });

    it('that throw end nothing', async () => {
      await open(
        importing(`Bot.initBubble({ bot: '${publicId}', onOpen() { throw new Error('of the page') } })`),
      );
      await launcher().click();
      await says('What is your name?');
      expect(errors.splice(0)).toEqual(['Error: of the page']);
    });
  });

  describe('a preview message', () => {
    it('is dismissed, and stays away in this tab', async () => {
      await open(
        importing(`${CALLBACKS}; Bot.initBubble({ bot: '${publicId}', ...callbacks,
          previewMessage: { message: 'Can I help?', autoShowDelay: 10 } })`),
      );
      await page.getByRole('button', { name: 'Dismiss this message' }).click();
      expect(await page.getByText('Can I help?').count()).toBe(0);
      expect(await names()).toEqual(['onPreviewMessageDismissed']);
      await page.reload();
      await page.waitForFunction('window.isReady');
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
      expect(await page.getByText('Can I help?').count()).toBe(0);
      await page.evaluate('Bot.showPreviewMessage()');
      await says('Can I help?');
    });

    it('without a delay is shown by the command, which may bring its own words', async () => {
      await open(importing(`Bot.initBubble({ bot: '${publicId}', previewMessage: { message: 'Hello?' } })`));
      await page.waitForFunction('window.isReady');
      expect(await page.getByText('Hello?').count()).toBe(0);
      await page.evaluate('Bot.showPreviewMessage()');
      await says('Hello?');
      await page.evaluate(`Bot.showPreviewMessage({ message: '<b>Still there?</b>' })`);
      await says('<b>Still there?</b>');
      await page.evaluate('Bot.hidePreviewMessage()');
      expect(await page.getByText('Still there?').count()).toBe(0);
    });
  });

  describe('commands', () => {
    it('open, close and toggle the bot with the id, or all', async () => {
      await open(
        importing(`Bot.initBubble({ id: 'sales', label: 'Sales', bot: '${publicId}' });
          Bot.initBubble({ id: 'help', label: 'Help', bot: '${publicId}', theme: { placement: 'left' } })`),
      );
      const isOpen = (name: string) => page.getByRole('dialog', { name }).isVisible();
      await page.getByRole('button', { name: 'Sales' }).waitFor();
      await page.evaluate(`Bot.open({ id: 'help' })`);
      expect([await isOpen('Sales'), await isOpen('Help')]).toEqual([false, true]);
      await page.evaluate('Bot.toggle()');
      expect([await isOpen('Sales'), await isOpen('Help')]).toEqual([true, false]);
      await page.evaluate(`Bot.close({ id: 'sales' })`);
      expect([await isOpen('Sales'), await isOpen('Help')]).toEqual([false, false]);
      await page.evaluate(`Bot.unmount({ id: 'help' })`);
      expect(await page.locator('bot-bubble').count()).toBe(1);
    });

    it('fill in, submit and fire events', async () => {
      const commandBot = await service.publish(quiet(botWithCommand()));
      await open(importing(`Bot.initBubble({ bot: '${commandBot}' })`));
      await launcher().click();
      await says('What is your name?');
      await field().waitFor();
      await page.evaluate(`Bot.sendCommand('help')`);
      await says('Here is some help.');
      await field().waitFor();
      await page.evaluate(`Bot.setInputValue('Ada')`);
      expect(await field().inputValue()).toBe('Ada');
      await page.evaluate('Bot.submitInput()');
      await says('Nice to meet you, Ada');
    });

    it('prefill variables before the start, over those of the query', async () => {
      const greeting = await service.publish(quiet(greetingBot()));
      await page.goto(
        `${shop.serve(
          '/query',
          `${script()}<bot-bubble bot="${greeting}" prefilled-plan="pro" prefilled-variables='{"City":"Paris"}'></bot-bubble>`,
        )}?Name=Bob&City=Rome&plan=free`,
      );
      await launcher().waitFor();
      await page.evaluate(`Bot.setPrefilledVariables({ Name: 'Ada' })`);
      await launcher().click();
      await says('Hello Ada from Paris on pro');
    });

    it('begin again', async () => {
      await open(importing(`Bot.initBubble({ bot: '${publicId}' })`));
      await launcher().click();
      await says('What is your name?');
      await reply('Ada');
      await says('Nice to meet you, Ada');
      await page.evaluate('Bot.reset()');
      await page.getByText('Nice to meet you, Ada').waitFor({ state: 'detached' });
      await says('What is your name?');
    });

    it('are buttons of a page of Typebot, too', async () => {
      await open(
        `<button onclick="Typebot.open()">Ask us</button>
        ${importing(`Bot.initPopup({ bot: '${publicId}' })`)}`,
      );
      await page.waitForFunction('window.isReady');
      await page.getByRole('button', { name: 'Ask us' }).click();
      await says('What is your name?');
    });

    it('come as messages of the page itself', async () => {
      await open(importing(`Bot.initBubble({ bot: '${publicId}' })`));
      await launcher().waitFor();
      await page.evaluate(`window.postMessage({ isFromBot: true, command: 'open' }, '*')`);
      await says('What is your name?');
      await page.evaluate(`window.postMessage({ isFromTypebot: true, command: 'close' }, '*')`);
      await dialog().waitFor({ state: 'hidden' });
    });

    it('come from a frame that the bot has embedded, for this bot only', async () => {
      const inside = stranger.serve(
        '/inside',
        `<script>onclick = () => { parent.postMessage({ isFromBot: true, command: 'close', id: 'other' }, '*');
          parent.postMessage({ isFromBot: true, command: 'close' }, '*') }</script>`,
      );
      const embedding = await service.publish(quiet(embeddingBot(inside)));
      await open(
        importing(`Bot.initBubble({ id: 'one', label: 'One', bot: '${embedding}' });
          Bot.initBubble({ id: 'other', label: 'Other', bot: '${publicId}', theme: { placement: 'left' } })`),
      );
      await page.getByRole('button', { name: 'One' }).waitFor();
      await page.evaluate('Bot.open()');
      await page.frameLocator('bot-bubble iframe').getByText('A shop').click();
      await page.getByRole('dialog', { name: 'One' }).waitFor({ state: 'hidden' });
      expect(await page.getByRole('dialog', { name: 'Other' }).isVisible()).toBe(true);
      expect(warnings.join()).toContain('no bot has the id "other"');
    });

    it('are refused from any other frame', async () => {
      const foreign = stranger.serve(
        '/foreign',
        `<script>parent.postMessage({ isFromBot: true, command: 'open' }, '*')</script>`,
      );
      await open(importing(`Bot.initBubble({ bot: '${publicId}' })`));
      await launcher().waitFor();
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: '${foreign}' }))`,
      );
      await expect
        .poll(() => warnings.join())
        .toContain(`Refused the command "open" from ${stranger.origin}`);
      expect(await dialog().isVisible()).toBe(false);
    });

    it('are refused from a frame of the bot that shows another site by now', async () => {
      const elsewhere = shop.serve(
        '/elsewhere',
        `<script>parent.postMessage({ isFromBot: true, command: 'close' }, '*')</script>`,
      );
      const inside = stranger.serve('/leaving', `<script>location.href = '${elsewhere}'</script>`);
      const embedding = await service.publish(quiet(embeddingBot(inside)));
      await open(importing(`Bot.initBubble({ bot: '${embedding}' })`));
      await launcher().click();
      await expect.poll(() => warnings.join()).toContain(`Refused the command "close" from ${shop.origin}`);
      expect(await dialog().isVisible()).toBe(true);
    });
  });

  it('says in the console what was misspelt, with the nearest name', async () => {
    await open(
      `<bot-bubble id="sales" bots="${publicId}" previw-message="Hi" theme='{"buton":{}}' auto-show-delay="soon"></bot-bubble>
      <bot-popup prefilled-variables="Ada"></bot-popup>
      ${importing(`Bot.initBubble({ typebot: '${publicId}', onOpne() {}, isPreview: true, theme: { button: { colour: 'red', backgroudColor: 'red' } } });
        Bot.open({ id: 'sale' }); Bot.sendCommand('help'); Bot.showPreviewMessage();
        window.postMessage({ isFromBot: true, command: 'opne' }, '*')`)}`,
    );
    await page.waitForFunction('window.isReady');
    await expect.poll(() => warnings.length).toBeGreaterThanOrEqual(14);
    const said = warnings.join('\n');
    for (const expected of [
      '<bot-bubble>: unknown attribute "bots". Did you mean "bot"?',
      '<bot-bubble>: unknown attribute "previw-message". Did you mean "preview-message"?',
      '<bot-bubble>: auto-show-delay is not a number: "soon".',
      '<bot-bubble>: unknown property "theme.buton". Did you mean "button"?',
      '<bot-bubble>: "bot" is missing, the public id of the bot to show.',
      '<bot-popup>: prefilled-variables is not a JSON object.',
      '<bot-bubble>: the property "typebot" is called "bot" here.',
      '<bot-bubble>: unknown property "onOpne". Did you mean "onOpen"?',
      '<bot-bubble>: "isPreview" has no effect.',
      '<bot-bubble>: unknown property "theme.button.colour".',
      '<bot-bubble>: unknown property "theme.button.backgroudColor". Did you mean "backgroundColor"?',
      'open: no bot has the id "sale". Did you mean "sales"?',
      'sendCommand needs a chat, and none has started yet.',
      'there is no preview message to show.',
      'Unknown command "opne". Did you mean "open"?',
    ]) {
      expect(said).toContain(expected);
    }
  });

  it("goes on with Typebot's name of the bot, and says so", async () => {
    await open(
      `<typebot-standard typebot="${publicId}" style="display: block; height: 400px"></typebot-standard>
      ${importing(`window.bubble = Bot.initBubble({ typebot: '${publicId}' })`)}`,
    );
    await says('What is your name?');
    await launcher().click();
    await dialog().getByText('What is your name?').waitFor();
    expect(warnings.join('\n')).toContain('<bot-standard>: the attribute "typebot" is called "bot" here.');
    expect(warnings.join('\n')).toContain('<bot-bubble>: the property "typebot" is called "bot" here.');
    expect(warnings.join('\n')).not.toContain('"bot" is missing');
    const greeting = await service.publish(quiet(greetingBot()));
    await page.evaluate(`bubble.typebot = '${greeting}'`);
    await dialog().getByText('Hello  from').waitFor();
    // Where both are given, the right one counts.
    await page.evaluate(`Bot.initBubble({ typebot: 'other', bot: '${publicId}' })`);
    await dialog().getByText('What is your name?').waitFor();
  });

  describe('a standard chat in an element that the page names', () => {
    const BOX = '<section id="box" class="box" style="height: 480px; width: 500px"></section>';

    it.each([
      ['initStandard with a selector', `Bot.initStandard({ bot: ID, container: '.box' })`],
      [
        'initStandard with an element',
        `Bot.initStandard({ bot: ID, container: document.querySelector('#box') })`,
      ],
      ['initStandard with an id', `Bot.initStandard({ typebot: ID, container: 'box' })`],
      ['initContainer with properties', `Bot.initContainer({ bot: ID, container: '#box' })`],
      [
        'initContainer with an id and the address of the page',
        `Bot.initContainer('box', { url: HOST + '/' + ID })`,
      ],
      [
        'initContainer with an element',
        `Bot.initContainer(document.querySelector('#box'), { bot: ID, apiHost: HOST + '/api/' })`,
      ],
    ])('is filled by %s', async (_, call) => {
      const code = call.replaceAll('HOST', `'${service.chatUrl}'`).replaceAll('ID', `'${publicId}'`);
      await open(`${BOX}${importing(`window.chat = ${code}`)}`);
      await says('What is your name?');
      expect(await boxOf(page.locator('#box > bot-standard'))).toMatchObject({ width: 500, height: 480 });
      await reply('Ada');
      await says('Nice to meet you, Ada');
      // Called again, it changes the chat that is there.
      await page.evaluate(`Bot.initContainer({ bot: '${publicId}', container: '#box', label: 'Ask us' })`);
      expect(await page.locator('#box > *').count()).toBe(1);
      await page.getByRole('region', { name: 'Ask us' }).waitFor();
      await page.evaluate('Bot.unmount()');
      expect(await page.locator('#box > *').count()).toBe(0);
    });

    it('may be one of ours already', async () => {
      await open(`<bot-standard id="here" style="display: block; height: 400px"></bot-standard>
        ${importing(`Bot.initContainer('here', { bot: '${publicId}' })`)}`);
      await says('What is your name?');
      expect(await page.locator('bot-standard').count()).toBe(1);
    });

    it.each(['#gone', 'gone', '##', ''])('is missed if the page has no %j', async (container) => {
      await open(
        importing(
          `try { Bot.initContainer({ bot: '${publicId}', container: '${container}' }) } catch (error) { window.said = error.message }`,
        ),
      );
      await page.waitForFunction('window.isReady');
      expect(await page.evaluate('window.said')).toBe(
        `The page has no element "${container}" to show the bot in.`,
      );
    });
  });

  it('says what is missing where initStandard finds no element', async () => {
    await open(
      `<bot-standard id="front"></bot-standard>
      ${importing(`try { Bot.initStandard({ bot: '${publicId}', id: 'frnt' }) } catch (error) { window.said = error.message }`)}`,
    );
    await page.waitForFunction('window.isReady');
    expect(await page.evaluate('window.said')).toBe(
      'The page has no <bot-standard id="frnt">. Did you mean "front"?',
    );
  });

  describe('a website with a content security policy', () => {
    it("needs to allow only the bots' site", async () => {
      const policy = `default-src 'none'; script-src ${service.chatUrl}; connect-src ${service.chatUrl}; img-src data:; require-trusted-types-for 'script'`;
      await open(
        `${script()}<bot-bubble bot="${publicId}"></bot-bubble>`,
        `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      );
      await launcher().click();
      await says('What is your name?');
      await reply('Ada');
      await says('Nice to meet you, Ada');
    });
  });

  describe('keyboard and screen reader', () => {
    it('open and close the bubble, and the focus comes back', async () => {
      await open(`${script()}<bot-bubble bot="${publicId}"></bot-bubble>`);
      await launcher().waitFor();
      await page.keyboard.press('Tab');
      expect(await launcher().evaluate((node) => node.matches(':focus-visible'))).toBe(true);
      await page.keyboard.press('Enter');
      await says('What is your name?');
      await expect.poll(() => field().evaluate((node) => node.matches(':focus'))).toBe(true);
      await page.keyboard.type('Ada');
      await page.keyboard.press('Enter');
      await says('Nice to meet you, Ada');
      await page.keyboard.press('Escape');
      expect(await dialog().isVisible()).toBe(false);
      expect(await launcher().evaluate((node) => node.matches(':focus'))).toBe(true);
      // Not modal: the page can be used beside it.
      await page.keyboard.press('Enter');
      expect(await dialog().getAttribute('aria-modal')).toBeNull();
    });

    it('leave the focus alone when the bubble opens by itself', async () => {
      await open(
        `<input aria-label="Search">${script()}<bot-bubble bot="${publicId}" auto-show-delay="200"></bot-bubble>`,
      );
      await page.getByLabel('Search').focus();
      await says('What is your name?');
      await dialog().getByRole('textbox').waitFor();
      expect(await page.getByLabel('Search').evaluate((node) => node.matches(':focus'))).toBe(true);
    });

    it('leave the focus alone when a standard chat starts', async () => {
      await open(
        `<input aria-label="Search" autofocus>${script()}<bot-standard bot="${publicId}" style="display: block; height: 400px"></bot-standard>`,
      );
      await says('What is your name?');
      await page.getByPlaceholder(/Type/).waitFor();
      expect(await isFocusIn('standard')).toBe(false);
      // Nor when the respondent has gone elsewhere in the meantime.
      await page.getByPlaceholder(/Type/).fill('Ada');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByLabel('Search').focus();
      await says('Nice to meet you, Ada');
      await page.getByPlaceholder(/email/).waitFor();
      expect(await isFocusIn('standard')).toBe(false);
    });

    it('stay inside the popup, and Escape leaves it', async () => {
      await open(
        `<button onclick="Bot.open()">Ask us</button><a href="#">Elsewhere</a>
        ${importing(`${CALLBACKS}; Bot.initPopup({ bot: '${publicId}', ...callbacks })`)}`,
      );
      await page.waitForFunction('window.isReady');
      await page.getByRole('button', { name: 'Ask us' }).focus();
      await page.keyboard.press('Enter');
      await says('What is your name?');
      await expect.poll(() => field().evaluate((node) => node.matches(':focus'))).toBe(true);
      for (let presses = 0; presses < 6; presses += 1) {
        await page.keyboard.press('Tab');
        // In between, the focus is on the browser's own controls.
        expect(await page.evaluate(`['bot-popup', 'body'].includes(document.activeElement.localName)`)).toBe(
          true,
        );
      }
      // Back from there, for Escape. WebKit's small browser takes the first key for itself.
      await field().click();
      await page.keyboard.press('a');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
      await expect
        .poll(() =>
          page
            .getByRole('button', { name: 'Ask us' })
            .evaluate((node) => node === node.ownerDocument.activeElement),
        )
        .toBe(true);
      expect((await names()).at(-1)).toBe('onClose');
    });

    it('close the popup by its button and by the backdrop', async () => {
      await open(importing(`Bot.initPopup({ bot: '${publicId}' })`));
      await page.waitForFunction('window.isReady');
      await page.evaluate('Bot.open()');
      await says('What is your name?');
      await dialog().getByRole('button', { name: 'Close' }).click();
      await dialog().waitFor({ state: 'hidden' });
      await page.evaluate('Bot.open()');
      await says('What is your name?');
      await page.mouse.click(20, 20);
      await dialog().waitFor({ state: 'hidden' });
    });
  });

  it('keeps a chat when its element is moved within the page', async () => {
    await open(`${script()}<bot-bubble bot="${publicId}"></bot-bubble><section></section>`);
    await launcher().click();
    await says('What is your name?');
    await page.evaluate(`document.querySelector('section').append(document.querySelector('bot-bubble'))`);
    await isOnTop(launcher());
    await reply('Ada');
    await says('Nice to meet you, Ada');
    expect(chatCalls()).toHaveLength(2);
  });

  it('shows another bot when its name changes', async () => {
    const greeting = await service.publish(quiet(greetingBot()));
    await open(`${script()}<bot-bubble bot="${publicId}"></bot-bubble>`);
    await launcher().click();
    await says('What is your name?');
    await page.evaluate(`document.querySelector('bot-bubble').bot = '${greeting}'`);
    await says('Hello  from');
    expect(await page.getByText('What is your name?').count()).toBe(0);
  });

  it('offers to try again if the chat window cannot be loaded', async () => {
    let isBlocked = true;
    await page.route(/bot-window-/, (route) => (isBlocked ? route.abort() : route.continue()));
    await open(`${script()}<bot-bubble bot="${publicId}"></bot-bubble>`);
    await launcher().click();
    await says('The chat could not be loaded.');
    await expect
      .poll(() => errors.splice(0).join())
      .toMatch(/dynamically imported module|Importing a module script/);
    isBlocked = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await says('What is your name?');
  });

  it.each([
    ['code', /bot-window-/],
    ['first messages', /startChat/],
  ])('shows that it is loading while its %s are on their way', async (_, requests) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(requests, async (route) => {
      await released;
      await route.continue();
    });
    await open(`${script()}<bot-bubble bot="${publicId}"></bot-bubble>`);
    await launcher().click();
    const sign = page.getByRole('status', { name: 'Loading' });
    await sign.waitFor();
    await expect
      .poll(() =>
        sign
          .locator('span')
          .last()
          .evaluate((node) => Number(node.ownerDocument.defaultView?.getComputedStyle(node).opacity)),
      )
      .toBeGreaterThan(0.2);
    release();
    await says('What is your name?');
    expect(await sign.count()).toBe(0);
  });

  describe('a theme', () => {
    const styleOf = (locator: ReturnType<typeof launcher>, name: string) =>
      locator.evaluate(
        (node, property) => node.ownerDocument.defaultView?.getComputedStyle(node).getPropertyValue(property),
        name,
      );

    it('sizes, colours and places a bubble', async () => {
      await open(
        importing(`Bot.initBubble({ bot: '${publicId}', label: 'Ask us', theme: {
          button: { size: 'large', backgroundColor: '#0f766e', iconColor: '#fefce8', customIconSrc: '💬' },
          chatWindow: { backgroundColor: '#ecfeff', maxWidth: '500px', maxHeight: '300px' },
          previewMessage: { backgroundColor: '#0f766e', textColor: '#fefce8' },
          placement: 'left' } })`),
      );
      const button = page.getByRole('button', { name: 'Ask us' });
      expect(await boxOf(button)).toEqual({ x: 20, y: 816, width: 64, height: 64 });
      expect(await styleOf(button, 'background-color')).toBe('rgb(15, 118, 110)');
      expect(await button.innerText()).toBe('💬');
      await page.evaluate(`Bot.showPreviewMessage({ message: 'Can I help?' })`);
      const message = page.getByRole('button', { name: 'Can I help?' });
      expect((await boxOf(message)).x).toBe(20);
      expect(await styleOf(message, 'color')).toBe('rgb(254, 252, 232)');
      await picture('themed-bubble-closed');
      await button.click();
      await says('What is your name?');
      const window = page.getByRole('dialog', { name: 'Ask us' });
      expect(await boxOf(window)).toEqual({ x: 20, y: 504, width: 500, height: 300 });
      expect(await styleOf(window, 'background-color')).toBe('rgb(236, 254, 255)');
      await picture('themed-bubble-open');
    });

    it('changes while the page is open', async () => {
      await open(importing(`window.bubble = Bot.initBubble({ bot: '${publicId}' })`));
      await launcher().waitFor();
      await page.evaluate(`bubble.theme = { placement: 'left', button: { size: '56px' } }`);
      expect(await boxOf(launcher())).toEqual({ x: 20, y: 824, width: 56, height: 56 });
      await page.evaluate(`bubble.setAttribute('label', 'Ask us')`);
      await page.getByRole('button', { name: 'Ask us' }).waitFor();
    });

    it('leaves the button out, so that only commands open the window', async () => {
      await open(
        `<button onclick="Bot.open()">Ask us</button>${importing(
          `Bot.initBubble({ bot: '${publicId}', theme: { button: { isHidden: true } } })`,
        )}`,
      );
      await page.waitForFunction('window.isReady');
      expect(await launcher().count()).toBe(0);
      await page.getByRole('button', { name: 'Ask us' }).click();
      await says('What is your name?');
      const { y, height } = await boxOf(dialog());
      expect(y + height).toBe(880);
      await field().waitFor();
      await page.keyboard.press('Escape');
      expect(
        await page.getByRole('button', { name: 'Ask us' }).evaluate((node) => node.matches(':focus')),
      ).toBe(true);
    });

    it('leaves the button where its element is, with the window on the side that has room', async () => {
      await open(
        `<p>Questions? <bot-bubble bot="${publicId}" theme='{"position":"static","placement":"left"}'></bot-bubble></p>${script()}`,
      );
      const before = await boxOf(launcher());
      expect(before.y).toBeLessThan(200);
      await launcher().click();
      await says('What is your name?');
      const box = await boxOf(dialog());
      expect(box.x).toBe(before.x);
      expect(box.y).toBeGreaterThan(before.y + before.height);
      await picture('static-bubble');
      await reply('Ada');
      await says('Nice to meet you, Ada');
    });

    it('sizes and colours a popup', async () => {
      await open(
        `${script()}<bot-popup bot="${publicId}" auto-show-delay="0" theme='{"width":"600px","backgroundColor":"#ecfeff"}'></bot-popup>`,
      );
      await says('What is your name?');
      expect(await boxOf(dialog())).toMatchObject({ x: 420, width: 600 });
    });
  });

  describe('an open popup', () => {
    const LONG = '<div style="height: 5000px">The page</div>';
    const scrolled = () => page.evaluate<number>('scrollY + document.body.scrollTop');
    const opened = async (body: string, head = '') => {
      await open(`${LONG}${body}`, head);
      await page.waitForFunction('window.isReady');
      await page.evaluate('scrollTo(0, 700)');
      await page.evaluate('Bot.open()');
      await dialog().getByText('What is your name?').waitFor();
    };
    const popup = () => importing(`Bot.initPopup({ bot: '${publicId}' })`);
    /** Everything that scrolls a page, over the backdrop and over the popup. */
    const tryToScroll = async () => {
      for (const [x, y] of [
        [30, 450],
        [720, 160],
        [720, 450],
      ] as const) {
        await page.mouse.move(x, y);
        await page.mouse.wheel(0, 600);
        await page.mouse.wheel(0, -300);
      }
      await page.evaluate('document.activeElement?.blur()');
      for (const key of ['PageDown', 'End', 'Home', 'ArrowDown', 'Space']) await page.keyboard.press(key);
      // Wheels are handled in frames to come.
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 250))');
    };

    it.each([
      ['a usual page', ''],
      [
        'a page whose body has the overflow',
        '<style>html { height: 100% } body { height: 100%; overflow-x: hidden }</style>',
      ],
      [
        'a page whose root has the overflow',
        '<style>html { overflow-y: scroll } body { overflow: visible }</style>',
      ],
      [
        'a page that insists',
        '<style>html, body { overflow: auto !important; scrollbar-gutter: auto !important }</style>',
      ],
    ])('keeps %s where it is, until it is closed', async (_, head) => {
      await opened(popup(), head);
      const before = await scrolled();
      expect(before).toBe(700);
      const width = await page.evaluate<number>(
        `document.querySelector('main').getBoundingClientRect().width`,
      );
      await tryToScroll();
      expect(await scrolled()).toBe(700);
      await page.evaluate('Bot.close()');
      await dialog().waitFor({ state: 'hidden' });
      expect(await page.evaluate(`document.querySelector('main').getBoundingClientRect().width`)).toBe(width);
      expect(
        await page.evaluate(
          `document.documentElement.getAttribute('style') || document.body.getAttribute('style') || ''`,
        ),
      ).toBe('');
      await page.mouse.move(30, 450);
      await page.mouse.wheel(0, 500);
      await expect.poll(scrolled).toBeGreaterThan(700);
    });

    it.skipIf(!can('swipe'))('does so for fingers', async () => {
      await context.close();
      context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
      });
      page = await context.newPage();
      await open(
        `<meta name="viewport" content="width=device-width">${LONG}${importing(`Bot.initPopup({ bot: '${publicId}', theme: { chatWindow: { maxWidth: '200px' } } })`)}`,
      );
      await page.waitForFunction('window.isReady');
      // A page goes on moving for a while after a swipe, and on a busy machine begins late.
      const standsStill = async () => {
        let last: number;
        do {
          last = await scrolled();
          await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
        } while (last !== (await scrolled()));
      };
      const swipe = async () => {
        const devtools = await context.newCDPSession(page);
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
          devtools.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: y === undefined ? [] : [{ x: 15, y }],
          });
        await touch('touchStart', 600);
        for (let y = 580; y >= 200; y -= 20) await touch('touchMove', y);
        await touch('touchEnd');
        await standsStill();
      };
      await swipe();
      await expect.poll(scrolled).toBeGreaterThan(100);
      const before = await scrolled();
      await page.evaluate('Bot.open()');
      await dialog().getByText('What is your name?').waitFor();
      await swipe();
      expect(await scrolled()).toBe(before);
    });

    it.skipIf(!can('show scroll bars'))('does not move the page when the scroll bar goes', async () => {
      await context.close();
      const wide = await launchChromium({ hasScrollbars: true });
      context = await wide.newContext({ viewport: { width: 1000, height: 700 }, reducedMotion: 'reduce' });
      page = await context.newPage();
      await open(`<style>::-webkit-scrollbar { width: 15px } body { margin: 0 }</style>${LONG}${popup()}`);
      await page.waitForFunction('window.isReady');
      const width = () =>
        page.evaluate<number>(`document.querySelector('main').getBoundingClientRect().width`);
      const before = await width();
      expect(before).toBe(985);
      await page.evaluate('Bot.open()');
      await dialog().getByText('What is your name?').waitFor();
      expect(await width()).toBe(before);
      await page.evaluate('Bot.close()');
      expect(await width()).toBe(before);
      await wide.close();
    });

    it.each([
      ['Escape', `document.querySelector('bot-popup').shadowRoot.querySelector('dialog').requestClose?.()`],
      ['its removal', `document.querySelector('bot-popup').remove()`],
      ['the command that takes it off', 'Bot.unmount()'],
    ])('lets the page go with %s', async (_, code) => {
      await opened(popup(), '<style>body { overflow-x: hidden }</style>');
      await page.evaluate(`document.documentElement.style.overflowX = 'clip'; ${code}`);
      await expect
        .poll(() =>
          page.evaluate(
            `getComputedStyle(document.body).overflowY + ' ' + document.body.getAttribute('style')`,
          ),
        )
        .toMatch(/^(visible|auto) (null)?$/);
      expect(await page.evaluate('document.documentElement.style.overflowX')).toBe('clip');
    });

    it('locks the page until the last of several is closed', async () => {
      await open(
        `${LONG}${importing(`Bot.initPopup({ id: 'a', bot: '${publicId}' }); Bot.initPopup({ id: 'b', bot: '${publicId}' }); document.body.style.overflowY = 'scroll'`)}`,
      );
      await page.waitForFunction('window.isReady');
      const overflow = () => page.evaluate('document.body.style.overflowY');
      await page.evaluate(`Bot.open({ id: 'a' }); Bot.open({ id: 'b' })`);
      expect(await overflow()).toBe('hidden');
      await page.evaluate(`Bot.close({ id: 'a' })`);
      expect(await overflow()).toBe('hidden');
      await page.evaluate(`Bot.close({ id: 'a' }); Bot.close({ id: 'b' })`);
      expect(await overflow()).toBe('scroll');
    });
  });

  describe('every property that an element accepts', () => {
    type Proof = () => Promise<unknown>;
    const css = (selector: string, property: string) =>
      page.evaluate<string>(
        `(() => { for (const host of document.querySelectorAll('bot-standard, bot-popup, bot-bubble')) {
          const roots = [host.shadowRoot, ...[...host.shadowRoot.querySelectorAll('*')].flatMap((node) => node.shadowRoot ?? [])];
          for (const root of roots) { const found = root.querySelector(${JSON.stringify(selector)}); if (found) return getComputedStyle(found)['${property}'] }
        } })()`,
      );
    const PROPS_CODE = `{
      bot: BOT, label: 'Ask us', prefilledVariables: { City: 'Bergen' }, font: 'Georgia', resultId: 'someone-else', progressBarRef: document.querySelector('#progress'), autoShowDelay: 30,
      previewMessage: { message: 'Can I help?', avatarUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', autoShowDelay: 20 },
      theme: { button: { size: '60px', backgroundColor: 'rgb(1, 2, 3)', iconColor: 'rgb(4, 5, 6)', customIconSrc: '💬', customCloseIconSrc: '✖️', isHidden: false },
        chatWindow: { backgroundColor: 'rgb(7, 8, 9)', maxWidth: '444px', maxHeight: '333px' },
        previewMessage: { backgroundColor: 'rgb(10, 11, 12)', textColor: 'rgb(250, 251, 252)', closeButtonBackgroundColor: 'rgb(16, 17, 18)', closeButtonIconColor: 'rgb(219, 220, 221)' },
        placement: 'left', position: 'fixed', width: '420px', backgroundColor: 'rgb(22, 23, 24)', zIndex: 5 } }`;
    const CALLED = Object.entries(PROPS)
      .filter(([, { form }]) => form === 'function')
      .map(([name]) => name);

    it.each<[EmbedKind]>([['standard'], ['popup'], ['bubble']])(
      'has its effect on a %s, or a warning',
      async (kind) => {
        const full = await service.publish(everyCallbackBot());
        const names = Object.entries(PROPS)
          .filter(([, { kinds }]) => kinds.includes(kind))
          .map(([name]) => name);
        const nested = Object.entries(NAMES_WITHIN[kind]).flatMap(([path, known]) =>
          known.map((name) => `${path}.${name}`),
        );
        const init = `init${kind[0]?.toUpperCase()}${kind.slice(1)}`;
        const starts: { body: Record<string, unknown> }[] = [];
        page.on('request', (request) => {
          if (request.url().endsWith('/startChat'))
            starts.push({ body: request.postDataJSON() as Record<string, unknown> });
        });
        await open(
          `<div id="progress"></div><bot-standard style="display: block; width: 700px; height: 500px"></bot-standard>
        ${importing(`const calls = (window.calls = []); const BOT = '${full}';
          const callbacks = Object.fromEntries(${JSON.stringify(CALLED)}.map((name) => [name, (...given) => calls.push([name, ...given])]));
          const all = { ...${PROPS_CODE}, ...callbacks };
          const theme = Object.fromEntries(Object.entries(all.theme).filter(([name]) => ${JSON.stringify(NAMES_WITHIN[kind].theme)}.includes(name)));
          const props = Object.fromEntries(Object.entries({ ...all, theme }).filter(([name]) => ${JSON.stringify(names)}.includes(name)));
          if ('${kind}' === 'bubble') delete props.autoShowDelay;
          window.element = Bot.${init}(props); if ('${kind}' === 'standard') element.scrollIntoView()`)}`,
        );
        await page.waitForFunction('window.isReady');
        const before: Record<string, Proof> = {
          previewMessage: async () => await page.getByRole('button', { name: 'Can I help?' }).waitFor(),
          'previewMessage.message': async () => await page.getByText('Can I help?').waitFor(),
          'previewMessage.avatarUrl': async () => expect(await css('.message img', 'width')).toBe('32px'),
          'previewMessage.autoShowDelay': async () => await page.getByText('Can I help?').waitFor(),
          'theme.previewMessage': async () => expect(await css('.message', 'color')).not.toBe(''),
          'theme.previewMessage.backgroundColor': async () =>
            expect(await css('.message', 'backgroundColor')).toBe('rgb(10, 11, 12)'),
          'theme.previewMessage.textColor': async () =>
            expect(await css('.message', 'color')).toBe('rgb(250, 251, 252)'),
          'theme.previewMessage.closeButtonBackgroundColor': async () =>
            expect(await css('.dismiss', 'backgroundColor')).toBe('rgb(16, 17, 18)'),
          'theme.previewMessage.closeButtonIconColor': async () =>
            expect(await css('.dismiss', 'color')).toBe('rgb(219, 220, 221)'),
          'theme.button': async () => expect(await css('.button', 'width')).toBe('60px'),
          'theme.button.size': async () => expect(await css('.button', 'width')).toBe('60px'),
          'theme.button.backgroundColor': async () =>
            expect(await css('.button', 'backgroundColor')).toBe('rgb(1, 2, 3)'),
          'theme.button.iconColor': async () => expect(await css('.button', 'color')).toBe('rgb(4, 5, 6)'),
          'theme.button.customIconSrc': async () => expect(await page.getByText('💬').isVisible()).toBe(true),
          'theme.placement': async () =>
            expect((await boxOf(page.getByRole('button', { name: 'Ask us' }))).x).toBe(20),
          'theme.position': async () => expect(await css('.layer', 'position')).toBe('fixed'),
          onPreviewMessageClick: async () => {
            await page.getByRole('button', { name: 'Can I help?' }).click();
            expect(await names_()).toContain('onPreviewMessageClick');
          },
        };
        const names_ = async () => (await page.evaluate<unknown[][]>('window.calls')).map(([name]) => name);
        const window = kind === 'standard' ? '.frame' : kind === 'popup' ? 'dialog' : '.panel';
        const during: Record<string, Proof> = {
          autoShowDelay: async () => await says('What is your name?'),
          bot: async () => await says('What is your name?'),
          apiHost: async () => {
            await page.evaluate(`element.apiHost = '${stranger.origin}'`);
            await expect.poll(() => requests.some(({ origin }) => origin === stranger.origin)).toBe(true);
          },
          resultId: async () => expect(starts[0]?.body).toMatchObject({ resultId: 'someone-else' }),
          label: async () => await page.getByLabel('Ask us').first().waitFor(),
          prefilledVariables: async () =>
            expect(starts[0]?.body).toMatchObject({ prefilledVariables: { City: 'Bergen' } }),
          font: async () => expect(await css('.window', 'fontFamily')).toMatch(/^"?Georgia/),
          progressBarRef: async () =>
            expect(await page.locator('#progress').getByRole('progressbar').count()).toBe(1),
          theme: async () => expect(await page.evaluate('Object.keys(element.theme).length > 0')).toBe(true),
          'theme.chatWindow': async () => expect(await css(window, 'width')).not.toBe(''),
          'theme.chatWindow.backgroundColor': async () =>
            // A popup has a colour of its own besides.
            expect(await css(kind === 'standard' ? '.frame' : '.panel', 'backgroundColor')).toBe(
              kind === 'popup' ? 'rgb(22, 23, 24)' : 'rgb(7, 8, 9)',
            ),
          'theme.chatWindow.maxWidth': async () =>
            expect(await css(window, 'width')).toBe(kind === 'popup' ? '420px' : '444px'),
          'theme.chatWindow.maxHeight': async () => expect(await css(window, 'height')).toBe('333px'),
          'theme.width': async () => expect(await css('dialog', 'width')).toBe('420px'),
          'theme.backgroundColor': async () =>
            expect(await css('.panel', 'backgroundColor')).toBe('rgb(22, 23, 24)'),
          'theme.zIndex': async () => expect(warnings.join()).toContain('"theme.zIndex" has no effect'),
          'theme.button.customCloseIconSrc': async () =>
            expect(await page.getByText('✖️').isVisible()).toBe(true),
          'theme.button.isHidden': async () => {
            await page.evaluate('element.theme = { button: { isHidden: true } }');
            expect(await page.getByRole('button', { name: 'Ask us' }).count()).toBe(0);
          },
          ...Object.fromEntries(
            CALLED.filter((name) => !name.startsWith('onPreviewMessage')).map((name): [string, Proof] => [
              name,
              async () => await expect.poll(names_).toContain(name),
            ]),
          ),
          onPreviewMessageDismissed: async () => {
            await page.evaluate(`Bot.close(); element.theme = {}; Bot.showPreviewMessage()`);
            await page.getByRole('button', { name: 'Dismiss this message' }).click();
            expect(await names_()).toContain('onPreviewMessageDismissed');
          },
        };
        const expected = [...names, ...nested].toSorted();
        expect(Object.keys({ ...before, ...during })).toEqual(expect.arrayContaining(expected));
        for (const [name, prove] of Object.entries(before)) if (expected.includes(name)) await prove();
        await says('What is your name?');
        // These take the chat apart.
        const last = ['onClose', 'onPreviewMessageDismissed', 'theme.button.isHidden', 'apiHost'];
        const run = async (name: string) => {
          if (!expected.includes(name)) return;
          // A bubble that opened by its message has no delay of its own left to show.
          if (name === 'autoShowDelay' && kind === 'bubble') return;
          await during[name]?.();
        };
        await reply('Ada');
        await says('Bye');
        for (const name of Object.keys(during)) if (!last.includes(name)) await run(name);
        await run('theme.button.isHidden');
        if (kind !== 'standard') await page.evaluate('Bot.close()');
        await run('onClose');
        await run('onPreviewMessageDismissed');
        if (kind !== 'standard') await page.evaluate('Bot.open()');
        await run('apiHost');
      },
    );

    it('counts while the chat is open, too, without starting it anew for what has not changed', async () => {
      const greeting = await service.publish(quiet(greetingBot()));
      await open(
        importing(
          `window.bubble = Bot.initBubble({ bot: '${greeting}', font: { type: 'Google', family: 'Georgia' } }); Bot.open()`,
        ),
      );
      await says('Hello  from');
      await page.evaluate(
        `bubble.font = { type: 'Google', family: 'Georgia' }; bubble.prefilledVariables = { City: 'Bergen' }; Bot.reload()`,
      );
      await says('Hello  from Bergen');
      expect(chatCalls()).toHaveLength(2);
      await page.evaluate(`bubble.font = 'Arial'`);
      await expect.poll(chatCalls).toHaveLength(3);
      await expect.poll(() => css('.window', 'fontFamily')).toMatch(/^"?Arial/);
    });

    it('opens a bubble after its delay', async () => {
      await open(importing(`Bot.initBubble({ bot: '${publicId}', autoShowDelay: 30 })`));
      await dialog().getByText('What is your name?').waitFor();
    });
  });
  it.each(['bot-bubble', 'bot-standard'])(
    'counts a reply to a %s once, though its response is lost',
    async (tag) => {
      const size = tag === 'bot-standard' ? ' style="height:600px"' : '';
      await open(`${script()}<${tag} bot="${publicId}"${size}></${tag}>`);
      if (tag === 'bot-bubble') await launcher().click();
      await says('What is your name?');
      await page.route(
        '**/continueChat',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await reply('Ada');
      await page.getByRole('button', { name: 'Try again' }).click();
      await says('Nice to meet you, Ada');
      // It would have been an invalid address.
      expect(await page.getByText("doesn't seem to be valid").count()).toBe(0);
    },
  );

  it('keeps the chat of a popup that remembers its users', async () => {
    const remembering = await service.publish({
      ...contactBot(),
      settings: {
        typingEmulation: { enabled: false },
        general: { rememberUser: { isEnabled: true, storage: 'session' } },
      },
    });
    await open(importing(`Bot.initPopup({ bot: '${remembering}' })`));
    await page.waitForFunction('window.isReady');
    await page.evaluate('Bot.open()');
    await says('What is your name?');
    await reply('Ada');
    await says('Nice to meet you, Ada');
    await page.evaluate('Bot.close()');
    await dialog().waitFor({ state: 'hidden' });
    await page.evaluate('Bot.open()');
    await says('Nice to meet you, Ada');
    expect(chatCalls()).toHaveLength(2);
    // Open when the page was left.
    await page.reload();
    await says('Nice to meet you, Ada');
    expect(await dialog().isVisible()).toBe(true);
  });

  it('is loaded twice without harm', async () => {
    await open(
      `${script()}<script type="module" src="${service.chatUrl}/embed.js?again"></script><bot-bubble bot="${publicId}"></bot-bubble>`,
    );
    await launcher().click();
    await says('What is your name?');
    await expect.poll(() => warnings.join()).toContain('The script is loaded twice in this page.');
  });

  it('calls another site if the page says so', async () => {
    await page.route('https://bots.example/**', (route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/json',
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
        body: JSON.stringify({ code: 'NOT_FOUND', message: 'Bot not found' }),
      }),
    );
    await open(`${script()}<bot-bubble bot="${publicId}" api-host="https://bots.example/"></bot-bubble>`);
    await launcher().click();
    await says('There is no bot at this address');
    expect(requests.at(-1)).toMatchObject({
      origin: 'https://bots.example',
      path: `/v1/bots/${publicId}/startChat`,
    });
  });

  it('is hidden by its attribute, and taken off by the command', async () => {
    await open(`${script()}<bot-bubble bot="${publicId}" hidden></bot-bubble>`);
    expect(await launcher().count()).toBe(0);
    await page.evaluate(`document.querySelector('bot-bubble').hidden = false`);
    await launcher().click();
    await says('What is your name?');
    await page.evaluate('Bot.unmount()');
    expect(await page.getByText('What is your name?').count()).toBe(0);
    expect(await launcher().count()).toBe(0);
    // The page has written the element, and its framework may want to find it.
    expect(await page.locator('bot-bubble').count()).toBe(1);
  });

  describe.each([
    ['desk', 1440, 900],
    ['phone', 390, 844],
  ])('on a %s', (size, width, height) => {
    const schemes: [string, boolean][] = [
      ['light', false],
      ['dark', true],
    ];
    it.each(pickVariants(schemes))('passes axe in %s', async (scheme, isDark) => {
      await newPage({ width, height, isDark });
      const pictured = (kind: string) => picture(`${kind}-${size}-${scheme}`);
      const violations = async () => {
        await page.evaluate(readFileSync(AXE, 'utf8'));
        const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
          `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`,
        );
        return found
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      };
      await open(
        `${script()}<bot-bubble bot="${publicId}" preview-message="Can I help you to find a kettle?"></bot-bubble>`,
        '<meta name="color-scheme" content="light dark">',
      );
      await says('Can I help you to find a kettle?');
      expect(await violations()).toEqual([]);
      await pictured('bubble-closed');
      await launcher().click();
      await says('What is your name?');
      await field().waitFor();
      expect(await violations()).toEqual([]);
      await pictured('bubble-open');

      await open(
        `<bot-standard bot="${publicId}" style="display: block; height: 480px"></bot-standard>
        ${importing(`Bot.initPopup({ bot: '${publicId}' })`)}`,
        '<meta name="color-scheme" content="light dark">',
      );
      await page.waitForFunction('window.isReady');
      await says('What is your name?');
      await field().waitFor();
      expect(await violations()).toEqual([]);
      await pictured('standard');
      await page.evaluate('Bot.open()');
      await dialog().getByRole('textbox').waitFor();
      expect(await violations()).toEqual([]);
      await pictured('popup');
      const box = await boxOf(dialog());
      expect(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
    });
  });
});

/** Without the seconds that a bot takes for typing. */
function quiet(bot: JsonObject): JsonObject {
  return { ...bot, settings: { ...(bot.settings as JsonObject), typingEmulation: { enabled: false } } };
}

/** Runs a script, notes something, and ends. */
function everyCallbackBot(): JsonObject {
  return quiet({
    ...chatBot([
      {
        id: 'welcome',
        blocks: [
          {
            id: 'script',
            type: 'Code',
            options: { content: 'window.scriptRan = true', isExecutedOnClient: true },
          },
          text('question', 'What is your name?'),
          ask('name'),
          {
            id: 'request',
            type: 'Code',
            options: { content: 'missing.call()', isExecutedOnClient: false },
          },
          text('bye', 'Bye'),
        ],
      },
    ]),
    version: '6.1',
    theme: { general: { progressBar: { isEnabled: true }, background: { type: 'None' } } },
  });
}

function greetingBot(): JsonObject {
  return chatBot(
    [{ id: 'welcome', blocks: [text('hello', 'Hello {{Name}} from {{City}} on {{plan}}'), ask('more')] }],
    {
      variables: ['Name', 'City', 'plan'].map((name) => ({ id: name, name })),
    },
  );
}

function botWithCommand(): JsonObject {
  return chatBot(
    [
      {
        id: 'welcome',
        blocks: [
          text('question', 'What is your name?'),
          ask('name', { variableId: 'v-name' }),
          text('nice', 'Nice to meet you, {{Name}}'),
        ],
      },
      { id: 'help', blocks: [text('helping', 'Here is some help.'), { id: 'return', type: 'Return' }] },
    ],
    {
      events: [event('command', 'command', { command: 'help' })],
      edges: [eventEdge('command', 'help')],
      variables: [{ id: 'v-name', name: 'Name' }],
    },
  );
}

function embeddingBot(url: string): JsonObject {
  return chatBot([
    { id: 'welcome', blocks: [{ id: 'page', type: 'embed', content: { url, height: 300 } }, ask('more')] },
  ]);
}
