import * as fc from 'fast-check';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Variables } from '#lib/engine/model/variables.ts';
import { renderStyleSheet } from '#lib/engine/text/style-sheet-template.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';
import { picture as drawing } from './chat-page-bots.ts';
import { hasBrowser, launchBrowser, noticeAbsence, pickVariants } from './engine.ts';
import {
  bubble,
  findBarriers,
  openWebsite,
  SITE,
  startedChat,
  turnOf,
  type WindowPage,
} from './window-page.ts';

noticeAbsence("the bot's window in a browser");

/** Runs in the page: selectors of each style sheet, and whether its last declarations have come through. */
const outlinesOf = `(sheets) => sheets.map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const outline = (rules) => [...rules].map((rule) =>
    rule.selectorText === undefined
      ? rule.cssText.split(' ')[0] + '[' + outline(rule.cssRules) + ']'
      : rule.selectorText + (rule.style.float === 'left' ? ':left' : '')
        + (rule.style.display || rule.cssRules.length > 0 ? '!' : ''),
  ).join(' ');
  return outline(sheet.cssRules);
})`;
const OUTLINE = '.a:left .b::before:left .c:left .d:left .e:left .f:left @media[.g:left] .h:left';

// SCREENSHOT is a folder for screenshots, such as /tmp/window.
describe.skipIf(!hasBrowser)("the bot's window in a browser", () => {
  let browser: Browser;
  let site: WindowPage;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  afterEach(() => site?.page.context().close());

  const website = async (options?: Parameters<typeof openWebsite>[1]) => {
    site = await openWebsite(browser, options);
    return site;
  };
  const says = (text: string) => site.page.locator('.host .bubble', { hasText: text }).last().waitFor();
  const field = () => site.page.locator('.input-area .field');
  /** WebKit ends a text with a line break. */
  const bubbleTexts = async () =>
    (await site.page.locator('.bubble').allInnerTexts()).map((said) => said.trim());
  const answer = async (text: string) => {
    await field().fill(text);
    await site.page.keyboard.press('Enter');
  };
  const run = (code: string) => site.page.evaluate(code);
  const styleOf = (locator: Locator, name: string): Promise<string> =>
    locator.evaluate(
      (node, property) => node.ownerDocument.defaultView.getComputedStyle(node)[property],
      name,
    );
  /** Visibility of what is drawn in each element. */
  const marksOf = (selector: string): Promise<string[]> =>
    site.page
      .locator(selector)
      .evaluateAll((nodes) =>
        nodes.map((node) => node.ownerDocument.defaultView.getComputedStyle(node, '::after').visibility),
      );
  const picture = async (name: string) => {
    if (process.env.SCREENSHOT) await site.page.screenshot({ path: `${process.env.SCREENSHOT}-${name}.png` });
  };

  describe('the theme', () => {
    const FONT_CSS = `@font-face { font-family: 'Lobster'; font-weight: 600; src: url(/lobster.woff2) format('woff2'); }`;
    const themed = (theme: JsonObject) => [startedChat({ theme })];
    // WebKit lists a face once for the document and once for the window.
    const faces = () =>
      run(
        `[...new Set([...document.fonts].map(({ family, weight }) => [family, weight].join(' ').replaceAll('"', '')))]`,
      );

    it('declares the font that it names in the document, and loads it once it is used', async () => {
      const { page, responses, open, elsewhere } = await website();
      responses.startChat = themed({ general: { font: 'Lobster' } });
      const sheet = page.waitForRequest('https://fonts.bunny.net/**');
      await page.route('https://fonts.bunny.net/css2*', (route) =>
        route.fulfill({
          contentType: 'text/css',
          headers: { 'access-control-allow-origin': '*' },
          body: FONT_CSS.replace('600', '400'),
        }),
      );
      const file = page.waitForRequest('https://fonts.bunny.net/lobster.woff2');
      await open();
      expect(new URL((await sheet).url()).searchParams.get('family')).toBe(
        'Lobster:ital,wght@0,300;0,400;0,600;1,300;1,400;1,600',
      );
      await file;
      expect(await styleOf(page.locator('.window'), 'fontFamily')).toMatch(/^"?Lobster/);
      expect(await faces()).toEqual(['Lobster 400']);
      // WebKit loads it for each of its lists of faces.
      expect([...new Set(elsewhere)]).toEqual(['https://fonts.bunny.net/lobster.woff2']);
    });

    it.each([
      ['a style sheet of its own', { type: 'Custom', family: 'Lobster', css: FONT_CSS }],
      ['an address', { type: 'Custom', family: 'Lobster', url: `${SITE}/fonts/lobster.css` }],
    ])('declares a font from %s', async (_, font) => {
      const { page, responses, open } = await website();
      responses.startChat = themed({ general: { font } });
      await page.route('**/fonts/lobster.css', (route) =>
        route.fulfill({ contentType: 'text/css', body: FONT_CSS }),
      );
      await open();
      await says('What is your name?');
      await page.waitForFunction('document.fonts.size >= 1');
      expect(await faces()).toEqual(['Lobster 600']);
    });

    it("asks no other site for anything if the bot does not, and takes the page's font", async () => {
      const { responses, open, elsewhere, page } = await website();
      responses.startChat = themed({ general: { font: 'Arial' } });
      await open();
      await says('What is your name?');
      expect(await styleOf(page.locator('.window'), 'fontFamily')).toMatch(/^"?Arial/);
      await open({ font: { type: 'Custom', family: 'Georgia' } });
      await says('What is your name?');
      expect(await styleOf(page.locator('.window'), 'fontFamily')).toMatch(/^"?Georgia/);
      responses.startChat = themed({});
      await open();
      await says('What is your name?');
      expect(elsewhere).toEqual([]);
    });

    it.each(['light', 'dark'] as const)('writes readably on a %s page that shows through', async (scheme) => {
      const { responses, open, page } = await website({
        colorScheme: scheme,
        head: '<meta name="color-scheme" content="light dark">',
      });
      const chat = { hostBubbles: { backgroundColor: '#F7F8FF', color: '#303235' } };
      responses.startChat = themed({ general: { background: { type: 'None' } }, chat });
      await open();
      await says('What is your name?');
      const expected = scheme === 'dark' ? 'rgb(241, 241, 241)' : 'rgb(32, 32, 32)';
      expect(await styleOf(page.locator('.chat-view'), 'color')).toBe(expected);
    });

    it("applies authors' CSS in the window only, also to the page's root", async () => {
      const { responses, open, page, elsewhere } = await website({
        body: '<p class="typebot-host-bubble">Shop</p><div id="bot" style="height:90vh"></div>',
      });
      responses.startChat = themed({
        customCss: `:root { --brand: rgb(1, 2, 3) } html body { background: rgb(4, 5, 6) }
          body .typebot-host-bubble, .typebot-button { color: var(--brand) }
          @media all { html > body .typebot-input { border-color: rgb(7, 8, 9) } }
          /* @import "https://elsewhere.example/a.css"; */
          .bubble::after { content: "@import 'https://elsewhere.example/b.css'; url(?;}.bubble{display:none})" }`,
      });
      await open();
      await says('What is your name?');
      expect(await styleOf(page.locator('.host .bubble'), 'color')).toBe('rgb(1, 2, 3)');
      expect(await styleOf(page.locator('.window'), 'backgroundColor')).toBe('rgb(4, 5, 6)');
      expect(await styleOf(page.locator('.input-area .box'), 'borderTopColor')).toBe('rgb(7, 8, 9)');
      expect(await styleOf(page.locator('body'), 'backgroundColor')).toBe('rgba(0, 0, 0, 0)');
      expect(await styleOf(page.locator('p').first(), 'color')).toBe('rgb(0, 0, 0)');
      // What looks like an import or a URL in a comment or a string is none.
      expect(elsewhere).toEqual([]);
      expect(
        await page
          .locator('.host .bubble')
          .evaluate((node) => node.ownerDocument.defaultView.getComputedStyle(node, '::after').content),
      ).toBe(`"@import 'https://elsewhere.example/b.css'; url(?;}.bubble{display:none})"`);
    });

    it('sets colours, borders, opacities, shadows and roundness of every part', async () => {
      const { responses, open, page } = await website();
      const border = {
        thickness: 3,
        color: '#010203',
        opacity: 0.5,
        roundeness: 'custom',
        customRoundeness: 11,
      };
      responses.startChat = themed({
        general: { background: { type: 'Image', content: drawing('#e8b04a') } },
        chat: {
          container: {
            backgroundColor: '#102030',
            maxWidth: '500px',
            maxHeight: '60%',
            blur: 4,
            opacity: 0.5,
          },
          hostBubbles: { backgroundColor: '#405060', color: '#ffeedd', border, shadow: 'lg' },
          inputs: { backgroundColor: '#000000', border },
          roundness: 'large',
          guestAvatar: { isEnabled: true, url: drawing('#7b4b94') },
        },
      });
      await open();
      await says('What is your name?');
      const bubbleStyle = (name: string) => styleOf(page.locator('.host .bubble-typing'), name);
      expect(await bubbleStyle('backgroundColor')).toBe('rgb(64, 80, 96)');
      expect(await bubbleStyle('borderTopWidth')).toBe('3px');
      expect(await bubbleStyle('borderTopColor')).toMatch(/0\.5\)$/);
      expect(await bubbleStyle('borderTopLeftRadius')).toBe('11px');
      expect(await bubbleStyle('boxShadow')).not.toBe('none');
      expect(await styleOf(field(), 'color')).toBe('rgb(255, 255, 255)');
      expect(await styleOf(page.locator('.window'), 'backgroundImage')).toContain('data:image/svg');
      const view = page.locator('.chat-view');
      expect(await styleOf(view, 'maxWidth')).toBe('500px');
      expect(await styleOf(view, 'backdropFilter')).toBe('blur(4px)');
      // On a dark container, the window's own texts are light.
      expect(await styleOf(view, 'color')).toBe('rgb(255, 255, 255)');
      await answer('Ada');
      await page.locator('.guest .avatar img').waitFor();
      await picture('themed');
    });

    it('shows the progress in an element of the page, and takes it away with the window', async () => {
      const { responses, open, page } = await website({
        body: '<div id="bar"></div><div id="bot" style="height:90vh"></div>',
      });
      responses.startChat = [
        startedChat({ theme: { general: { progressBar: { isEnabled: true } } }, progress: 40 }),
      ];
      await open({ progressBar: '#bar' });
      await says('What is your name?');
      const bar = page.locator('#bar').getByRole('progressbar');
      expect(await bar.getAttribute('aria-valuenow')).toBe('40');
      expect(await page.getByRole('progressbar').count()).toBe(1);
      await run('opened.unmount()');
      expect(await page.getByRole('progressbar').count()).toBe(0);
    });
  });

  it('finds the same declarations in a style sheet, whatever the values of its variables are', async () => {
    const { page } = await website();
    const template = `.a { color: {{V}}; float: left } .b::before { content: "{{V}}"; float: left } /* {{V}} */
      .c { background-image: url({{V}}); float: left } .d { background-image: url('{{V}}'); float: left }
      .e { width: calc({{V}} + 1px); float: left } .f { content: '{{V}}'; --own: {{V}}; float: left }
      @media print { .g { margin: 1px/{{V}}; width: calc({{V}}*2); float: left } } .h { --own: u{{V}}; --own: url{{V}}; float: left }`;
    const piece = fc.constantFrom(
      ...[
        '"',
        "'",
        ';',
        '}',
        '{',
        '(',
        ')',
        '[',
        ']',
        '/',
        '*',
        '/*',
        '*/',
        '\\',
        '\n',
        ' ',
        ':',
        ',',
        '!',
        '<',
        '-',
      ],
      ...[
        '@import "x"',
        'url(',
        'url("',
        '<!--',
        '-->',
        '* { display: none }',
        'red',
        'a',
        '\\22 ',
        '\0',
        'é',
        '#',
      ],
    );
    const values = fc.sample(fc.array(piece, { maxLength: 12 }), { numRuns: 3_000, seed: 1 });
    const sheets = values.map((pieces) =>
      renderStyleSheet(template, {
        variables: new Variables([{ id: 'v', name: 'V', value: pieces.join('') }]),
        sandbox: undefined,
      }),
    );
    const outlines = await page.evaluate<string[]>(`(${outlinesOf})(${JSON.stringify(sheets)})`);
    const unexpected = outlines.flatMap((outline, index) =>
      outline === OUTLINE ? [] : [[values[index]?.join(''), outline]],
    );
    expect(unexpected).toEqual([]);
  });

  const HOSTILE = `<style>
    * { color: red !important; font-size: 40px !important; letter-spacing: 9px !important; text-transform: uppercase !important; visibility: hidden; }
    div, button, input, p { background: lime !important; border: 9px solid lime !important; padding: 50px !important; }
    html { font-size: 3px } body { line-height: 5; text-align: right; cursor: crosshair; white-space: pre }
  </style>`;

  it('looks the same in a page with hostile CSS', async () => {
    const looks: unknown[] = [];
    for (const head of ['', HOSTILE]) {
      const { page, open } = await website({
        head,
        body: '<section id="bot" style="height:100vh;visibility:hidden"></section>',
      });
      await open();
      await page.locator('.host .bubble').first().waitFor({ state: 'attached' });
      looks.push(
        await page.locator('.window *').evaluateAll((nodes) =>
          nodes.map((node) => {
            const style = node.ownerDocument.defaultView.getComputedStyle(node);
            return [
              'color',
              'fontSize',
              'letterSpacing',
              'textTransform',
              'visibility',
              'padding',
              'lineHeight',
              'textAlign',
              'cursor',
              'whiteSpace',
              'backgroundColor',
            ]
              .map((name) => style[name])
              .join(' ');
          }),
        ),
      );
      if (head) await picture('hostile');
      else await site.page.context().close();
    }
    expect(looks[0]).toEqual(looks[1]);
    expect(looks[0]).not.toEqual([]);
  });

  const looks = [
    ['light', 390, 844],
    ['light', 1440, 900],
    ['dark', 390, 844],
    ['dark', 1440, 900],
  ] as const;
  describe.each(pickVariants(looks))('in %s, %i × %i', (colorScheme, width, height) => {
    it.skipIf(REAL_BOTS.length === 0)(
      'has no barriers of structure in any theme of real bots, and shows what is chosen only',
      async () => {
        const { page, responses, open } = await website({
          colorScheme,
          viewport: { width, height },
          head: '<meta name="color-scheme" content="light dark">',
          body: '<main id="bot" style="display:block;height:100vh"></main>',
        });
        const themes = new Map(
          REAL_BOTS.map((name) => {
            const { theme = {}, version = '3' } = readRealBot(name);
            return [JSON.stringify([theme, version]), { name, theme, version }];
          }),
        );
        expect(themes.size).toBeGreaterThan(10);
        const items = ['Tea', 'Coffee', 'Hot chocolate'].map((content) => ({ id: content, content }));
        const input = { id: 'c', type: 'choice input', options: { isMultipleChoice: true }, items };
        for (const { name, theme, version } of pickVariants([...themes.values()], 5)) {
          responses.startChat = [startedChat({ theme, version, progress: 40 })];
          responses.continueChat = [turnOf('And to drink?', { input })];
          await open();
          await says('What is your name?');
          await answer('Ada');
          await says('And to drink?');
          await page.getByRole('checkbox', { name: 'Coffee' }).click();
          await page.getByRole('button', { name: 'Send' }).waitFor();
          expect(await marksOf('.tick'), name).toEqual(['hidden', 'visible', 'hidden']);
          const lastOption = await page.getByRole('checkbox').last().boundingBox();
          const send = await page.getByRole('button', { name: 'Send' }).boundingBox();
          const gapPx = (send?.y ?? 0) - (lastOption?.y ?? 0) - (lastOption?.height ?? 0);
          expect(gapPx, name).toBeGreaterThanOrEqual(6);
          expect(await findBarriers(page, { isContrastChecked: false }), name).toEqual([]);
          await picture(`${colorScheme}-${width}-theme-${name.replace('.json', '')}`);
        }
      },
      300_000,
    );

    it('has no barriers in the default look', async () => {
      const { page, responses, open } = await website({
        colorScheme,
        viewport: { width, height },
        head: '<meta name="color-scheme" content="light dark">',
        body: '<main id="bot" style="display:block;height:100vh"></main>',
      });
      responses.startChat = [
        startedChat({ theme: { general: { progressBar: { isEnabled: true } } }, progress: 20 }),
      ];
      const choice = {
        id: 'c',
        type: 'choice input',
        items: [
          { id: '1', content: 'Tea' },
          { id: '2', content: 'Coffee' },
        ],
      };
      responses.continueChat = [
        turnOf('What would you like?', { input: choice }),
        500,
        { messages: [bubble('bye', 'Bye!')] },
      ];
      const check = async (name: string) => {
        await picture(`${colorScheme}-${width}-${name}`);
        expect(await findBarriers(page), name).toEqual([]);
      };
      await open();
      await says('What is your name?');
      await check('text');
      await answer('Ada');
      await says('What would you like?');
      await check('choice');
      await page.getByRole('button', { name: 'Tea' }).click();
      await page.getByRole('alert').waitFor();
      await check('error');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Start again' }).waitFor();
      await check('end');
      const expected = colorScheme === 'dark' ? 'rgb(24, 25, 27)' : 'rgb(248, 248, 248)';
      expect(await styleOf(page.locator('.window'), 'backgroundColor')).toBe(expected);
    });
  });

  it('tells the page what happens, and does what the page commands', async () => {
    const { page, responses, requests, open, calls } = await website();
    responses.continueChat = [
      turnOf('Here is help.', { logs: [{ description: 'Slow' }] }),
      400,
      {
        messages: [bubble('bye', 'Bye!')],
        clientSideActions: [
          { type: 'scriptToExecute', scriptToExecute: { content: 'return "done"', args: [] } },
        ],
      },
    ];
    await open({ prefilledVariables: { Plan: 'pro' }, resultId: 'result-0' });
    await says('What is your name?');
    await run('opened.sendCommand("help")');
    await says('Here is help.');
    await run('opened.sendCommand("unknown")');
    await expect.poll(() => requests.at(-1)?.path).toMatch(/clientLogs$/);
    await field().waitFor();
    await run('opened.setInputValue("Ada")');
    expect(await field().inputValue()).toBe('Ada');
    await run('opened.submitInput()');
    await says('Bye!');
    await page.getByRole('button', { name: 'Start again' }).waitFor();
    expect((await calls()).map(([name, value]) => [name, ...(value === undefined ? [] : [value])])).toEqual([
      ['onChatStatePersisted', false],
      ['onInit'],
      ['onNewInputBlock', { id: 'name', type: 'text input', options: {} }],
      ['onNewLogs', [{ status: 'error', description: 'Slow' }]],
      ['onNewInputBlock', { id: 'name', type: 'text input', options: {} }],
      ['onAnswer', { message: 'Ada', blockId: 'name' }],
      ['onScriptExecutionSuccess', 'done'],
      ['onEnd'],
    ]);
    expect(requests.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['startChat', { prefilledVariables: { Plan: 'pro' }, resultId: 'result-0' }],
      ['continueChat', { message: { type: 'command', command: 'help' } }],
      ['continueChat', { message: { type: 'command', command: 'unknown' } }],
      [
        'clientLogs',
        {
          clientLogs: [
            { status: 'error', description: 'Refused with 400', context: 'While sending a command' },
          ],
        },
      ],
      ['continueChat', { message: { type: 'text', text: 'Ada' }, waitingBlockId: 'name' }],
    ]);
    await run('opened.setPrefilledVariables({ Name: "Eve" }); opened.reload()');
    await field().waitFor();
    expect(requests.at(-1)?.body).toMatchObject({ prefilledVariables: { Plan: 'pro', Name: 'Eve' } });
  });

  it('does nothing any more once it is unmounted', async () => {
    const { page, responses, requests, open, calls } = await website();
    responses.startChat = [
      startedChat({
        clientSideActions: [
          { type: 'wait', wait: { secondsToWaitFor: 0.2 } },
          { type: 'scriptToExecute', scriptToExecute: { content: 'window.hasRun = true', args: [] } },
        ],
      }),
    ];
    await open();
    await expect.poll(async () => (await calls()).length).toBe(2);
    await run('opened.unmount()');
    await page.waitForTimeout(400);
    expect(await run('window.hasRun')).toBeUndefined();
    expect(await page.locator('#bot').evaluate((node) => node.shadowRoot?.childElementCount)).toBe(0);
    expect(requests).toHaveLength(1);
  });

  describe('a respondent who comes back', () => {
    const remembering = (storage: string, more: JsonObject = {}) =>
      startedChat({ settings: { general: { rememberUser: { isEnabled: true, storage } } }, ...more });

    it.each(['local', 'session'])('goes on with the same chat, kept in %s storage', async (storage) => {
      const { page, responses, requests, open, calls } = await website();
      responses.startChat = [remembering(storage), remembering(storage, { sessionId: 'session-2' })];
      responses.continueChat = [
        turnOf('How old are you?', { progress: 50 }),
        { messages: [bubble('bye', 'Bye!')] },
      ];
      await open();
      await says('What is your name?');
      await answer('Ada');
      await says('How old are you?');
      expect(await run(`${storage}Storage.getItem('resultId-shop-hello')`)).toBe('result-1');
      await page.reload();
      await open();
      await says('How old are you?');
      expect(await bubbleTexts()).toEqual(['What is your name?', 'Ada', 'How old are you?']);
      expect(requests.at(-1)?.body).toMatchObject({ resultId: 'result-1' });
      await answer('36');
      await says('Bye!');
      expect(requests.at(-1)?.path).toBe('/v1/sessions/session-1/continueChat');
      // After the end, too, and the page is not told of the end again.
      await page.reload();
      await open();
      await page.getByRole('button', { name: 'Start again' }).waitFor();
      expect(await page.locator('.bubble').count()).toBe(5);
      expect(await calls()).toEqual([['onChatStatePersisted', true], ['onInit']]);
      await page.getByRole('button', { name: 'Start again' }).click();
      await field().waitFor();
      expect(await page.locator('.bubble').count()).toBe(1);
    });

    it.each([
      ['the bot has been published again', { publishedAt: '2026-02-02T00:00:00.000Z' }],
      ['the service knows another result', { resultId: 'result-2' }],
    ])('starts anew if %s', async (_, change) => {
      const { page, responses, requests, open } = await website();
      responses.startChat = [
        remembering('local'),
        remembering('local', { sessionId: 'session-2', ...change }),
      ];
      responses.continueChat = [turnOf('How old are you?')];
      await open();
      await says('What is your name?');
      await answer('Ada');
      await says('How old are you?');
      await page.reload();
      await open();
      await says('What is your name?');
      expect(await page.locator('.bubble').count()).toBe(1);
      await answer('Eve');
      await says('How old are you?');
      expect(requests.at(-1)?.path).toBe('/v1/sessions/session-2/continueChat');
    });

    it('does not repeat a redirect, but repeats what the bot waits for', async () => {
      const { page, responses, requests, open } = await website();
      const wait = (seconds: number) => ({
        type: 'wait',
        wait: { secondsToWaitFor: seconds },
        lastBubbleBlockId: 'What is your name?',
        expectsDedicatedReply: true,
      });
      const redirect = {
        type: 'redirect',
        redirect: { url: `${SITE}/elsewhere` },
        lastBubbleBlockId: 'What is your name?',
      };
      responses.startChat = [
        remembering('session', { input: undefined, clientSideActions: [redirect, wait(2)] }),
      ];
      responses.continueChat = [{ messages: [bubble('bye', 'Bye!')] }];
      const left = page.waitForURL('**/elsewhere');
      await open();
      await left;
      await page.goto(SITE);
      await open();
      await says('Bye!');
      expect(page.url()).toBe(`${SITE}/`);
      expect(await bubbleTexts()).toEqual(['What is your name?', 'Bye!']);
      expect(requests.filter(({ path }) => path.endsWith('continueChat'))).toEqual([
        { path: '/v1/sessions/session-1/continueChat', body: {} },
      ]);
    });

    it.each([
      ['waits for a reply', [turnOf('How old are you?')]],
      ['is over', [{ messages: [bubble('bye', 'Bye!')] }]],
    ])('gets the head code and the analytics in every page, also where the chat %s', async (_, replies) => {
      const { page, responses, open } = await website();
      const props = {
        googleAnalyticsId: 'G-1',
        gtmId: 'GTM-1',
        pixelIds: ['7'],
        customHeadCode: '<script>window.headRuns = (window.headRuns || 0) + 1</script>',
      };
      const actions = [
        { type: 'startPropsToInject', startPropsToInject: props },
        // Belongs to the chat, which is not repeated.
        { type: 'pixel', pixel: { pixelId: '7', eventType: 'Lead' } },
      ];
      responses.startChat = [remembering('local', { clientSideActions: actions })];
      responses.continueChat = replies;
      const seen = async () => [
        await run('window.headRuns'),
        await run('dataLayer.some((entry) => entry[0] === "config" && entry[1] === "G-1")'),
        await run('dataLayer.some((entry) => entry.event === "gtm.js")'),
        await run('fbq.queue.map(([name, , event]) => [name, event].join(" ").trim())'),
      ];
      await open();
      await says('What is your name?');
      expect(await seen()).toEqual([1, true, true, ['init', 'trackSingle PageView', 'trackSingle Lead']]);
      await answer('Ada');
      await says(replies[0]?.input ? 'How old are you?' : 'Bye!');
      for (const _time of ['first', 'second']) {
        await page.reload();
        await open();
        await says(replies[0]?.input ? 'How old are you?' : 'Bye!');
        await expect.poll(seen).toEqual([1, true, true, ['init', 'trackSingle PageView']]);
      }
      await page.reload();
      await open({ isFramed: true });
      await says(replies[0]?.input ? 'How old are you?' : 'Bye!');
      expect(await run('window.headRuns')).toBeUndefined();
    });

    it('is forgotten with reset, and if the settings no longer say so', async () => {
      const { responses, open } = await website();
      responses.startChat = [remembering('local'), remembering('local'), startedChat()];
      const stored = () => run('Object.keys(localStorage).toSorted()');
      await open();
      await says('What is your name?');
      expect(await stored()).toEqual(['bot-chat-shop-hello', 'resultId-shop-hello']);
      await run('opened.reset(); window.atOnce = Object.keys(localStorage)');
      expect(await run('window.atOnce')).toEqual([]);
      await expect.poll(stored).toHaveLength(2);
      await field().waitFor();
      await run('opened.reload()');
      await expect.poll(stored).toEqual([]);
    });
  });

  describe('the focus and the scroll position', () => {
    const CONTENT =
      '<input id="search"><div style="height:2000px">Shop</div><div id="bot" style="height:400px"></div><div style="height:2000px"></div>';

    it('stay where they are until the respondent turns to the bot', async () => {
      const { page, responses, open } = await website({ body: CONTENT });
      responses.continueChat = [turnOf('How old are you?')];
      await open({ isFocusedAtStart: false });
      await says('What is your name?');
      expect(await run('document.activeElement === document.body && scrollY === 0')).toBe(true);
      await answer('Ada');
      await says('How old are you?');
      await expect
        .poll(() => field().evaluate((node) => node.getRootNode().activeElement === node))
        .toBe(true);
      // From elsewhere, the focus is never taken.
      await answer('36');
      await page.locator('#search').focus();
      await expect.poll(() => page.locator('.guest').count()).toBe(2);
      await field().waitFor();
      expect(await run('document.activeElement.id')).toBe('search');
    });

    it('show the question and the input, however long the chat is, without moving the page', async () => {
      const { page, responses, open } = await website({ body: CONTENT });
      const items = Array.from({ length: 30 }, (_, index) => ({
        id: `${index}`,
        content: `Choice number ${index}`,
      }));
      responses.startChat = [
        startedChat({
          messages: Array.from({ length: 20 }, (_, index) => bubble(`b${index}`, `Text ${index}`)),
        }),
      ];
      responses.continueChat = [turnOf('Which?', { input: { id: 'c', type: 'choice input', items } })];
      await open();
      const isInside = async (locator: Locator) => {
        const [inner, outer] = [await locator.boundingBox(), await page.locator('.scroller').boundingBox()];
        if (!inner || !outer) return false;
        return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
      };
      await says('Text 19');
      await expect.poll(() => isInside(field())).toBe(true);
      expect(await run('scrollY')).toBe(0);
      // Filling in brings the field into view, as typing does.
      await field().fill('Ada');
      const scrolledPx = await run('scrollY');
      await page.keyboard.press('Enter');
      await says('Which?');
      // The form is taller than the window, so the question stays at the top.
      await expect.poll(() => isInside(page.locator('.host .bubble').last())).toBe(true);
      expect(await run('scrollY')).toBe(scrolledPx);
    });
  });

  it('is laid out from right to left if the bot speaks so', async () => {
    const { page, responses, open } = await website();
    responses.startChat = [startedChat({ messages: [bubble('a', 'ما اسمك؟')] })];
    await open();
    await says('ما اسمك');
    const bubbleBox = await page.locator('.host .bubble').boundingBox();
    const inputBox = await field().boundingBox();
    expect(await styleOf(page.locator('.window'), 'direction')).toBe('rtl');
    expect(bubbleBox && inputBox && bubbleBox.x > inputBox.x).toBe(true);
    await picture('right-to-left');
  });

  it('keeps the question as the name of a field that asks again', async () => {
    const { page, responses, open } = await website();
    responses.continueChat = [turnOf('', { messages: [bubble('name', 'Is that a name?')] })];
    await open();
    await answer('?');
    await says('Is that a name?');
    await page.getByRole('textbox', { name: 'What is your name?' }).waitFor();
  });

  it('calls what head code left to be called once the page has loaded, and only that', async () => {
    const { responses, open } = await website();
    const code = `<script>
        window.order = [];
        document.addEventListener('DOMContentLoaded', () => order.push('ready'));
        window.addEventListener('DOMContentLoaded', { handleEvent() { order.push('ready for objects') } });
        window.addEventListener('load', function () { order.push(this === window) });
        window.addEventListener('resize', () => order.push('resized'));
        document.addEventListener('DOMContentLoaded', () => missing.call());
        order.push('at once');
      </script><noscript><img id="instead" src="/pixel.png"></noscript>
      <script>window.onload = () => order.push('onload'); order.push('second')</script>`;
    responses.startChat = [
      startedChat({
        clientSideActions: [{ type: 'startPropsToInject', startPropsToInject: { customHeadCode: code } }],
      }),
    ];
    await open();
    await says('What is your name?');
    await expect
      .poll(() => run('window.order'))
      .toEqual(['at once', 'second', 'ready', 'ready for objects', true, 'onload']);
    expect(
      await run(`Object.hasOwn(window, 'addEventListener') || Object.hasOwn(document, 'addEventListener')`),
    ).toBe(false);
    await run(`dispatchEvent(new Event('resize'))`);
    expect(await run('order.at(-1)')).toBe('resized');
    expect(await run(`document.querySelector('#instead')`)).toBe(null);
  });

  it('loads what the bot needs for analytics, and sends its events', async () => {
    const { page, responses, open, elsewhere } = await website();
    responses.startChat = [
      startedChat({
        clientSideActions: [
          {
            type: 'startPropsToInject',
            startPropsToInject: {
              googleAnalyticsId: 'G-1',
              gtmId: 'GTM-1',
              pixelIds: ['7'],
              customHeadCode: '<meta name="x" content="y"><script>window.head = 1</script>',
            },
          },
          { type: 'googleAnalytics', googleAnalytics: { trackingId: 'G-1', action: 'seen', value: 2 } },
          { type: 'pixel', pixel: { pixelId: '7', eventType: 'Lead', params: [{ key: 'a', value: 1 }] } },
        ],
      }),
    ];
    await open();
    await says('What is your name?');
    expect(elsewhere.toSorted()).toEqual([
      'https://connect.facebook.net/en_US/fbevents.js',
      'https://www.googletagmanager.com/gtag/js?id=G-1',
      'https://www.googletagmanager.com/gtm.js?id=GTM-1',
    ]);
    expect(await run('window.head')).toBe(1);
    expect(await page.locator('meta[name=x]').count()).toBe(1);
    expect(await run('dataLayer.filter((entry) => entry[0] === "event").map((entry) => [...entry])')).toEqual(
      [['event', 'seen', { value: 2 }]],
    );
    expect(await run('fbq.queue')).toEqual([
      ['init', '7'],
      ['trackSingle', '7', 'PageView'],
      ['trackSingle', '7', 'Lead', { a: 1 }],
    ]);
    // A preview tells nobody.
    elsewhere.length = 0;
    await page.reload();
    await open({ isFramed: true });
    await says('What is your name?');
    expect(elsewhere).toEqual([]);
  });
});
