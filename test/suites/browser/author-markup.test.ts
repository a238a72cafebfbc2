import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAGE_MARKUP, WINDOW_MARKUP } from '#lib/bots/document/window-markup.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { type BotService, startBotService } from './bot-service.ts';
import { picture as drawing } from './chat-page-bots.ts';
import { blockOtherHosts, hasBrowser, launchBrowser, noticeAbsence, pickVariants } from './engine.ts';
import { everyInputBot } from './every-input-bot.ts';
import { startWebsite, type Website } from './website.ts';

noticeAbsence("what authors' CSS and code reach");

/** A rule for each line of the table, which only an element that it matches gets. */
const PROBES = WINDOW_MARKUP.map((selector, index) => `${selector} { --line-${index}: reached }`).join('\n');

const THEME = {
  general: { progressBar: { isEnabled: true } },
  chat: {
    hostAvatar: { isEnabled: true, url: drawing('#7b4b94') },
    guestAvatar: { isEnabled: true, url: drawing('#e8b04a') },
  },
};

const media = [
  { id: 'image', type: 'image', content: { url: drawing('#5b9279') } },
  { id: 'video', type: 'video', content: { type: 'url', url: 'https://media.example/a.mp4' } },
  { id: 'audio', type: 'audio', content: { url: 'https://media.example/a.mp3' } },
  { id: 'embed', type: 'embed', content: { url: 'https://media.example/', height: 100 } },
];

const QUIET = { typingEmulation: { enabled: false } };

type Blocks = { id: string; type: string }[];
const inputs = (everyInputBot() as unknown as { groups: { blocks: Blocks }[] }).groups[0]?.blocks.filter(
  ({ type }) => type !== 'text',
) as unknown as JsonObject[];

function authorBot(
  blocks: JsonObject[],
  more: { theme?: JsonObject; settings?: JsonObject } = {},
): JsonObject {
  const { theme = {}, settings = {} } = more;
  return chatBot([{ id: 'first', blocks }], {
    version: '6.1',
    variables: [
      { id: 'v-name', name: 'Name' },
      { id: 'v-path', name: 'Path' },
    ],
    theme: { ...THEME, ...theme },
    settings: { ...QUIET, ...settings },
  });
}

/** A conversation with everything that authors give a look of their own. */
const talkingBot = (more: { customCss?: string; customHeadCode?: string; settings?: JsonObject }) =>
  authorBot(
    [
      text('hello', 'Hello, I am Rosa from the bakery.'),
      { id: 'image', type: 'image', content: { url: drawing('#5b9279') } },
      text('question', 'What is your name?'),
      { id: 'name', type: 'text input', options: { labels: { placeholder: 'First name' } } },
      text('nice', 'Nice to meet you!'),
      { id: 'mail', type: 'email input' },
    ],
    {
      theme: { customCss: more.customCss ?? '' },
      settings: { ...more.settings, metadata: { customHeadCode: more.customHeadCode ?? '' } },
    },
  );

// SCREENSHOT is a folder for screenshots, such as /tmp/author.
describe.skipIf(!hasBrowser)("what authors' CSS and code reach", () => {
  let service: BotService;
  let shop: Website;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    [service, shop, browser] = await Promise.all([startBotService(), startWebsite(), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([service?.stop(), shop?.stop()]);
  });

  const newPage = async ({ reducedMotion = 'reduce' as 'reduce' | 'no-preference' } = {}) => {
    await context?.close();
    context = await browser.newContext({
      viewport: { width: 800, height: 700 },
      reducedMotion,
      locale: 'en-US',
    });
    await blockOtherHosts(context);
    page = await context.newPage();
    errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('code for the page')) errors.push(message.text());
    });
  };

  beforeEach(() => newPage());
  afterEach(() => expect(errors).toEqual([]));

  const PLACES = {
    page: async (publicId: string) => void (await page.goto(`${service.chatUrl}/${publicId}`)),
    embed: async (publicId: string) => {
      const script = `<script type="module" src="${service.chatUrl}/embed.js"></script>`;
      const place = `<typebot-standard bot="${publicId}" style="display: block; height: 600px"></typebot-standard>`;
      await page.goto(shop.serve('/page', script + place));
    },
  };
  const places = Object.keys(PLACES) as (keyof typeof PLACES)[];
  const show = async (place: keyof typeof PLACES, bot: JsonObject) => {
    await PLACES[place](await service.publish(bot));
    await page.locator('.input-area > *').waitFor();
  };
  const ROOT = `document.querySelector('typebot-standard').shadowRoot`;
  const run = (code: string) => page.evaluate(code);
  const picture = async (name: string) => {
    if (process.env.SCREENSHOT)
      await page.screenshot({ path: `${process.env.SCREENSHOT}/author-${name}.png` });
  };
  /** Lines of the table whose rule an element has. */
  const reached = () =>
    run(`[...${ROOT}.querySelectorAll('*')].flatMap((node) => {
      const style = getComputedStyle(node);
      return Array.from({ length: ${WINDOW_MARKUP.length} }, (_, line) => line)
        .filter((line) => style.getPropertyValue('--line-' + line) === 'reached');
    })`) as Promise<number[]>;

  it.each(pickVariants(places))(
    'find every element of the table in the %s',
    { timeout: 400_000 },
    async (place) => {
      const found = new Set<number>();
      const collect = async () => {
        for (const line of await reached()) found.add(line);
      };
      const probing = { theme: { customCss: PROBES } };
      for (const input of inputs) {
        await show(place, authorBot([text('question', 'Which?'), input], probing));
        // Some inputs are loaded when they are first needed.
        await page.locator('.input-area form').waitFor();
        if (input.options && (input.options as JsonObject).isSearchable) await page.keyboard.type('a');
        await collect();
      }
      await show(
        place,
        authorBot([...media, text('question', 'Which?'), { id: 'name', type: 'text input' }], probing),
      );
      await page.locator('.field').fill('Ada https://example.org');
      await page.keyboard.press('Enter');
      await page.locator('.guest img').waitFor();
      await collect();
      await newPage({ reducedMotion: 'no-preference' });
      const typing = { settings: { typingEmulation: { enabled: true, speed: 1, maxDelay: 10 } }, ...probing };
      await PLACES[place](
        await service.publish(authorBot([text('a', 'One'), text('b', 'Two words'), ...media], typing)),
      );
      await page.locator('.bubble1').waitFor();
      await collect();
      // Only a reply with pictures has them.
      await newPage();
      const choice = inputs.find(({ type }) => type === 'picture choice input') ?? {};
      await show(place, authorBot([text('question', 'Which?'), choice, text('bye', 'Bye')], probing));
      await page.locator('.choice').first().click();
      await page.locator('.guest .bubble > img').waitFor();
      await collect();
      expect(WINDOW_MARKUP.filter((_, line) => !found.has(line))).toEqual([]);
    },
  );

  it('find the elements around the window on the page only', async () => {
    await show('page', talkingBot({}));
    for (const selector of PAGE_MARKUP) expect(await page.locator(selector).count()).toBe(1);
    await show('embed', talkingBot({}));
    expect(await run(`document.querySelectorAll('#__next').length`)).toBe(0);
    // Nothing of the embed has an id in the website's document.
    expect(await run(`[...document.querySelectorAll('[id]')].length`)).toBe(0);
  });

  /** Custom CSS of the kinds that real bots have, and what an element looks like with it. */
  const STYLES: [name: string, css: string, looks: [selector: string, property: string, value: string][]][] =
    [
      [
        'a messenger with dark bubbles and tails',
        `.typebot-container { background: #0b141a }
       .typebot-host-bubble { color: #fff }
       .typebot-host-bubble>.bubble-typing { background-color: #202c33; border: none; border-radius: 0 12px 12px 12px; }
       .typebot-host-bubble>.bubble-typing::before { content: ''; position: absolute; left: -8px; top: 0; border: 8px solid transparent; border-top-color: #202c33 }
       .typebot-guest-bubble { background-color: #005c4b; color: #e9edef; border: 0; border-radius: 12px 0 12px 12px }`,
        [
          ['.bubble-typing', 'background-color', 'rgb(32, 44, 51)'],
          ['.bubble-typing', 'border-top-left-radius', '0px'],
          ['.bubble-typing', 'border-top-width', '0px'],
          ['.slate-html-container span', 'color', 'rgb(255, 255, 255)'],
          ['.typebot-container', 'background-color', 'rgb(11, 20, 26)'],
        ],
      ],
      [
        'room for a bar above the conversation',
        '.typebot-chat-view > .flex:first-child { margin-top: 84px } .typebot-chat-view > .flex { gap: 20px }',
        [
          ['.typebot-chat-view > .flex', 'margin-top', '84px'],
          ['.typebot-chat-view > .flex', 'row-gap', '20px'],
        ],
      ],
      [
        'a round field in one box with its button',
        `.typebot-input { border-radius: 24px; background: #2a3942; border: 1px solid #2a3942; box-shadow: none }
       .typebot-input input { color: #d1d7db; background: transparent; caret-color: red }
       .typebot-input input::placeholder { color: #aebac1 }
       .typebot-input > div { padding-inline: 12px }
       .typebot-input-form > .line > .typebot-button { border-radius: 50% }`,
        [
          ['.typebot-input', 'border-top-left-radius', '24px'],
          ['.typebot-input', 'background-color', 'rgb(42, 57, 66)'],
          ['.typebot-input input', 'color', 'rgb(209, 215, 219)'],
          ['.typebot-input > div', 'padding-left', '12px'],
        ],
      ],
      [
        'pictures, found by what they are',
        `img[elementtiming="Bot avatar"] { border: 2px solid rgb(1, 2, 3); border-radius: 4px !important }
       [elementtiming="Bubble image"] { border-radius: 30px; width: 200px }`,
        [
          ['img[elementtiming="Bot avatar"]', 'border-top-color', 'rgb(1, 2, 3)'],
          ['[elementtiming="Bubble image"]', 'border-top-left-radius', '30px'],
          ['[elementtiming="Bubble image"]', 'width', '200px'],
        ],
      ],
      [
        'bubbles at the top of their row, without the badge',
        `.items-start.typebot-host-bubble { margin-top: 6px; filter: drop-shadow(0 1px 1px #0003) }
       .lite-badge { display: none !important; visibility: hidden !important }`,
        [
          ['.items-start.typebot-host-bubble', 'margin-top', '6px'],
          ['.lite-badge', 'display', 'none'],
        ],
      ],
      [
        'a gradient and glass, from the root of the page',
        `:root { --brand: linear-gradient(135deg, #ff512f, #dd2476) }
       html, body { background: #111; }
       body .typebot-host-bubble > .bubble-typing { background: var(--brand); box-shadow: 0 8px 24px #dd247655 }
       .typebot-host-bubble * { color: #fff !important; font-weight: 500 }`,
        [
          [
            '.bubble-typing',
            'background-image',
            'linear-gradient(135deg, rgb(255, 81, 47), rgb(221, 36, 118))',
          ],
          ['.slate-html-container span', 'color', 'rgb(255, 255, 255)'],
        ],
      ],
      [
        'no avatar on phones, and other sizes by media queries',
        `@media (min-width: 300px) { .typebot-avatar-container { display: none } .typebot-host-bubble { font-size: 18px } }
       @media (max-width: 299px) { .typebot-host-bubble { display: none } }`,
        [
          ['.typebot-avatar-container', 'display', 'none'],
          ['.slate-html-container span', 'font-size', '18px'],
        ],
      ],
      [
        'a chat without bubbles, as a document',
        `.typebot-host-bubble > .bubble-typing { background: transparent !important; border-color: transparent !important }
       .slate-html-container { margin: 0 !important; font-size: 20px }
       .typebot-guest-bubble { background: transparent; color: #333; border: 0; font-style: italic }`,
        [
          ['.bubble-typing', 'background-color', 'rgba(0, 0, 0, 0)'],
          ['.slate-html-container', 'margin-left', '0px'],
        ],
      ],
      [
        'animated bubbles and buttons',
        `@keyframes pop { from { transform: scale(.8) } to { transform: none } }
       .typebot-chat-chunk .typebot-host-bubble { animation: pop .2s }
       .typebot-button:hover { transform: translateY(-1px) }
       .typebot-button { background-image: linear-gradient(#06c, #049); text-transform: uppercase }`,
        [
          ['.typebot-host-bubble', 'animation-name', 'pop'],
          ['.typebot-button', 'text-transform', 'uppercase'],
        ],
      ],
      [
        'a thin scroll bar, and a conversation on the left half',
        `.scrollable-container { scrollbar-width: thin } .typebot-chat-view { max-width: 420px !important; margin-left: 24px }
       .typebot-progress-bar-container { height: 9px } .typebot-progress-bar { background: rgb(1, 2, 3) }
       .typebot-bottom-spacer { height: 90px }`,
        [
          ['.scrollable-container', 'scrollbar-width', 'thin'],
          ['.typebot-chat-view', 'margin-left', '24px'],
          ['.typebot-bottom-spacer', 'height', '90px'],
          ['.typebot-progress-bar', 'background-color', 'rgb(1, 2, 3)'],
        ],
      ],
      [
        'bubbles drawn themselves, not the element inside',
        '.typebot-host-bubble { background: #0f766e; color: #fff; border-radius: 4px; padding: 4px }',
        [
          ['.typebot-host-bubble', 'background-color', 'rgb(15, 118, 110)'],
          ['.bubble-typing', 'background-color', 'rgba(0, 0, 0, 0)'],
          ['.slate-html-container span', 'color', 'rgb(255, 255, 255)'],
        ],
      ],
      [
        'both of them, of which the element inside is seen',
        `.typebot-host-bubble { background: #ff0000; color: #fff; border-radius: 14px }
       .typebot-host-bubble .bubble-typing { background: #1e3a8a; border-radius: 14px; border-width: 0 }`,
        [
          ['.bubble-typing', 'background-color', 'rgb(30, 58, 138)'],
          ['.slate-html-container span', 'color', 'rgb(255, 255, 255)'],
        ],
      ],
      [
        'the row of the input, by its block',
        `.typebot-input-container { justify-content: flex-start } [data-blockid="name"] .typebot-input-form { max-width: 500px }
       .guest-container { padding-right: 7px }`,
        [
          ['.typebot-input-container', 'justify-content', 'flex-start'],
          ['[data-blockid="name"] .typebot-input-form', 'max-width', '500px'],
        ],
      ],
    ];

  describe.each(pickVariants(STYLES, 5))('%s', (name, css, looks) => {
    it.each(pickVariants(places))('looks as written in the %s', async (place) => {
      await show(place, talkingBot({ customCss: css }));
      await page.getByText('What is your name?').waitFor();
      for (const [selector, property, value] of looks) {
        expect(
          await run(
            `getComputedStyle(${ROOT}.querySelector(${JSON.stringify(selector)})).getPropertyValue('${property}')`,
          ),
          `${property} of ${selector}`,
        ).toBe(value);
      }
      await page.locator('.field').fill('Ada');
      await page.keyboard.press('Enter');
      await page.getByText('Nice to meet you!').waitFor();
      await picture(`${name.replaceAll(/\W+/g, '-')}-${place}`);
    });
  });

  it('gives the dots of the typing bot the look of their author', async () => {
    await newPage({ reducedMotion: 'no-preference' });
    const css = `.typebot-host-bubble > .bubble-typing { background: #202c33 } .bubble1, .bubble2, .bubble3 { background-color: rgb(1, 2, 3) }
      .bubble2 { animation-duration: 3s }`;
    const bot = authorBot([text('a', 'One'), text('b', 'Two words'), text('c', 'Three')], {
      theme: { customCss: css },
      settings: { typingEmulation: { enabled: true, speed: 1, maxDelay: 10 } },
    });
    await PLACES.page(await service.publish(bot));
    await page.locator('.bubble2').waitFor();
    const styleOf = (selector: string, property: string) =>
      run(`getComputedStyle(${ROOT}.querySelector('${selector}')).getPropertyValue('${property}')`);
    for (const dot of [1, 2, 3])
      expect(await styleOf(`.bubble${dot}`, 'background-color')).toBe('rgb(1, 2, 3)');
    expect(await styleOf('.bubble2', 'animation-duration')).toBe('3s');
    await picture('typing');
  });

  const BAR = `const bar = document.createElement('div'); bar.id = 'bar'; bar.textContent = 'Rosa, online';
    bar.style.cssText += 'height:60px;background:#075e54;color:#fff;width:100%';`;
  const NEXT = `document.querySelector("#__next")`;

  /** Head code of the kinds that real bots have, which puts a bar above the chat. */
  const HEADS: [name: string, code: string][] = [
    ['before what is in it', `${BAR} ${NEXT}.insertBefore(bar, ${NEXT}.firstChild)`],
    [
      'before the element of the chat',
      `${BAR} ${NEXT}.insertBefore(bar, document.querySelector('typebot-standard'))`,
    ],
    ['when the page has loaded', `window.addEventListener('load', () => { ${BAR} ${NEXT}.prepend(bar) })`],
    [
      'when the document is ready',
      `document.addEventListener('DOMContentLoaded', function () { ${BAR} ${NEXT}.insertBefore(bar, ${NEXT}.children[0]) })`,
    ],
    [
      'by a function for onload',
      `window.onload = function () { ${BAR} document.getElementById('__next').prepend(bar) }`,
    ],
    ['beside it, in the body', `${BAR} document.body.insertBefore(bar, ${NEXT})`],
    [
      'as markup',
      `${NEXT}.insertAdjacentHTML('afterbegin', '<div id="bar" style="height:60px;background:#075e54;color:#fff">Rosa, online</div>')`,
    ],
    [
      'once it finds the element, looking again and again',
      `const timer = setInterval(() => { if (!${NEXT}) return; clearInterval(timer); ${BAR} ${NEXT}.insertBefore(bar, ${NEXT}.firstChild) }, 50)`,
    ],
    [
      'when the element appears',
      `const look = () => { if (!document.querySelector('#__next') || document.querySelector('#bar')) return; ${BAR} ${NEXT}.insertBefore(bar, ${NEXT}.firstChild) };
       new MutationObserver(look).observe(document, { childList: true, subtree: true }); setTimeout(look, 100)`,
    ],
  ];

  it.each(pickVariants(HEADS, 4))('shows the bar that head code puts there %s', async (name, code) => {
    await show(
      'page',
      talkingBot({ customHeadCode: `<style>#bar { font: 16px sans-serif }</style><script>${code}</script>` }),
    );
    const bar = page.locator('#bar');
    await bar.waitFor();
    expect(await bar.boundingBox()).toEqual({ x: 0, y: 0, width: 800, height: 60 });
    expect(await page.locator('typebot-standard').boundingBox()).toEqual({
      x: 0,
      y: 60,
      width: 800,
      height: 640,
    });
    expect(await run('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    // The chat goes on, and its end is in view.
    await page.locator('.field').fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByText('Nice to meet you!').waitFor();
    await page.locator('.field').waitFor();
    expect((await page.locator('.field').boundingBox())?.y).toBeLessThan(700);
    await bar.waitFor();
    await picture(`bar-${name.replaceAll(/\W+/g, '-')}`);
  });

  it('leaves the size of the chat alone where the bar floats above it', async () => {
    const code = `<script>${BAR} bar.style.position = 'fixed'; bar.style.top = 0; bar.style.zIndex = 9;
      ${NEXT}.insertBefore(bar, ${NEXT}.firstChild)</script>`;
    await show(
      'page',
      talkingBot({
        customHeadCode: code,
        customCss: '.typebot-chat-view > .flex:first-child { margin-top: 60px }',
      }),
    );
    expect(await page.locator('typebot-standard').boundingBox()).toEqual({
      x: 0,
      y: 0,
      width: 800,
      height: 700,
    });
    expect((await page.locator('.bubble').first().boundingBox())?.y).toBeGreaterThan(60);
    await picture('bar-fixed');
  });

  /** Head code that reaches into the window. */
  const REACHES: [name: string, code: string, proof: string][] = [
    [
      'adds a style sheet to the container',
      `const shadow = document.querySelector('typebot-standard').shadowRoot;
       const style = document.createElement('style'); style.textContent = '.typebot-guest-bubble { background: rgb(1, 2, 3) !important }';
       shadow.querySelector('.typebot-container').appendChild(style)`,
      `getComputedStyle(root.querySelector('.typebot-guest-bubble')).backgroundColor === 'rgb(1, 2, 3)'`,
    ],
    [
      'puts a bar into the container, above the conversation',
      `const container = document.querySelector('typebot-standard').shadowRoot.querySelector('.typebot-container');
       const bar = document.createElement('div'); bar.id = 'inner-bar'; bar.style.cssText = 'height:50px;flex:none;width:100%;background:#075e54';
       container.insertBefore(bar, container.firstChild)`,
      `root.querySelector('#inner-bar').getBoundingClientRect().height === 50 && root.querySelector('.typebot-chat-view').getBoundingClientRect().top >= 50`,
    ],
    [
      'counts the bubbles in the conversation',
      `const view = document.querySelector('typebot-standard').shadowRoot.querySelector('.typebot-container').querySelector('.typebot-chat-view');
       window.seen = 0; new MutationObserver(() => { window.seen = view.querySelectorAll('.items-start.typebot-host-bubble').length }).observe(view, { childList: true, subtree: true })`,
      'window.seen >= 4',
    ],
    [
      'changes pictures',
      `const root = document.querySelector('typebot-standard').shadowRoot;
       setInterval(() => { for (const image of root.querySelectorAll('img[elementtiming="Bot avatar"], [elementtiming="Bubble image"]')) image.style.outline = '3px solid red' }, 50)`,
      `root.querySelectorAll('img[style*="outline"]').length >= 2`,
    ],
    [
      'takes the badge away before it does anything else',
      `document.querySelector('typebot-standard').shadowRoot.querySelector('.lite-badge').remove(); window.isThrough = true`,
      `window.isThrough && root.querySelector('.lite-badge') === null`,
    ],
  ];

  it.each(REACHES)('lets head code that %s do so, and the chat goes on', async (_, code, proof) => {
    for (const place of places) {
      await show(place, talkingBot({ customHeadCode: `<script>${code}</script>` }));
      await page.locator('.field').fill('Ada');
      await page.keyboard.press('Enter');
      await page.getByText('Nice to meet you!').waitFor();
      await page.locator('.field').waitFor();
      await expect.poll(() => run(`(() => { const root = ${ROOT}; return ${proof} })()`)).toBe(true);
    }
  });

  it('keeps the chat where the code of an author, or a page, brings a client of its own', async () => {
    const define = `customElements.get('typebot-standard') ?? customElements.define('typebot-standard', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).textContent = 'another client' } })`;
    await show('page', talkingBot({ customHeadCode: `<script>${define}</script>` }));
    await page.getByText('What is your name?').waitFor();
    // In a page that has defined the element before, the embed leaves it alone.
    const publicId = await service.publish(talkingBot({}));
    await page.goto(
      shop.serve(
        '/two',
        `<typebot-standard></typebot-standard><bot-standard style="display:block;height:500px"></bot-standard>
         <script type="module">import Bot from '${service.chatUrl}/embed.js'; Bot.initStandard({ bot: '${publicId}' })</script>`,
        `<script>${define}</script>`,
      ),
    );
    await page.getByText('What is your name?').waitFor();
    expect(await run(`${ROOT}.textContent`)).toBe('another client');
    expect(
      await run(
        `document.querySelector('bot-standard').shadowRoot.querySelector('.typebot-container') !== null`,
      ),
    ).toBe(true);
  });
});
