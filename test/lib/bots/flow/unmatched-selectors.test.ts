import { describe, expect, it } from 'vitest';
import { WINDOW_MARKUP } from '#lib/bots/document/window-markup.ts';
import { findUnmatchedSelectors } from '#lib/bots/flow/checks/blocks/unmatched-selectors.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import { isMatched, parseSelector } from '#lib/bots/flow/selector-match.ts';
import { styleSheetSelectors } from '#lib/bots/flow/style-sheet-selectors.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

const css = (customCss: string, more: JsonObject = {}) =>
  findUnmatchedSelectors({ theme: { customCss }, ...more }).map(({ message }) => message);
const head = (customHeadCode: string, more: JsonObject = {}) =>
  findUnmatchedSelectors({ settings: { metadata: { customHeadCode } }, ...more }).map(
    ({ message }) => message,
  );

describe('selectors of custom CSS', () => {
  it.each([
    '.typebot-host-bubble>.bubble-typing',
    '.typebot-host-bubble > .bubble-typing::before',
    '.typebot-chat-view > .flex:first-child',
    '.typebot-chat-view > .flex',
    '.bubble1',
    '.typebot-input input',
    '.typebot-input > div',
    '.typebot-input > input:focus',
    '.typebot-input textarea::placeholder',
    '.items-start.typebot-host-bubble',
    'img[elementtiming="Bot avatar"]',
    "[elementtiming='Bubble image']",
    '.lite-badge',
    ':root',
    'html body',
    'body .typebot-container',
    ':host .typebot-button:hover:not(:disabled)',
    '*',
    '*::before',
    'p a',
    'table td',
    '.typebot-host-bubble strong',
    '.typebot-host-bubble [data-element-type="p"] > span',
    '.typebot-host-bubble:nth-child(2) + .typebot-guest-bubble, .x:is(.y)'.split(',')[0] ?? '',
    '.typebot-button:is(.a, .b > c)',
    '.typebot-input-form button[type=submit]',
    '.bubble-typing ~ .slate-html-container',
    '.guest-container .typebot-guest-bubble span',
    '.typebot-input-container[data-blockid="x"] .typebot-button',
    '.typebot-progress-bar-container > .typebot-progress-bar',
  ])('%s is matched', (selector) => {
    // A bubble of the respondent never follows one of the bot directly.
    if (selector.includes('+')) return expect(css(`${selector} { color: red }`)).toHaveLength(1);
    return expect(css(`${selector} { color: red }`)).toEqual([]);
  });

  it.each([
    ['.typebot-host-buble', 'nothing is called "typebot-host-buble". Did you mean "typebot-host-bubble"?'],
    ['.typebot-recorder canvas', 'nothing is called "typebot-recorder"'],
    ['.typebot-guest-bubble > .bubble-typing', 'its elements are not nested like this'],
    ['#__next .typebot-button', 'nothing is called "__next"'],
    ['.typebot-button svg', 'its elements are not nested like this'],
    ['.typebot-input.typebot-button', 'its elements are not nested like this'],
    ['.bubble4', 'nothing is called "bubble4"'],
    ['img[elementtiming="Guest avatar"].flex', 'its elements are not nested like this'],
    ['.typebot-chat-view > .typebot-host-bubble', 'its elements are not nested like this'],
  ])('%s is not', (selector, reason) => {
    expect(css(`.typebot-button, ${selector} { color: red }`)).toEqual([
      `"${selector}" matches nothing in the chat: ${reason}`,
    ]);
  });

  it('are found in every kind of rule, and nowhere else', () => {
    const sheet = `@import url("https://fonts.example/css?a;b{");
      /* .comment { } */ @charset "utf-8";
      @font-face { font-family: 'X'; src: url(x.woff2) }
      @keyframes spin { from { opacity: 0 } 50.5% { opacity: .5 } to { opacity: 1 } }
      @media (max-width: 600px) { .a { content: "} .string { ;" } @supports (display: grid) { .b > c , .d { } } }
      @layer base { .e:not(.f, .g) { .nested { color: red } &:hover { color: blue } } }
      @property --x { syntax: '<length>'; inherits: false; initial-value: 0px }
      .h-{{Plan}} .i { } .j { color: {{Color}}; width: {{=1+1=}} } .k
      , .l { background: url("data:image/svg+xml;utf8,<svg>{}</svg>") }
      } .m { } .n { color: red`;
    expect(styleSheetSelectors(sheet)).toEqual([
      '.a',
      '.b > c',
      '.d',
      '.e:not(.f, .g)',
      '.j',
      '.k',
      '.l',
      '.m',
      '.n',
    ]);
  });

  it('for elements that the bot itself creates are not reported', () => {
    const rule = '.rosa-card .rosa-title { color: red }';
    expect(css(rule)).toHaveLength(1);
    const script = {
      id: 's',
      type: 'Script',
      options: { content: 'x.className = \'rosa-card\'; x.innerHTML = `<b class="rosa-title">`' },
    };
    expect(css(rule, { groups: [{ blocks: [script] }] })).toEqual([]);
    expect(css(rule, { settings: { metadata: { customHeadCode: '<div class="rosa-card">' } } })).toEqual([]);
    expect(
      css(rule, {
        settings: { metadata: { customHeadCode: '<script src="https://x.example/a.js"></script>' } },
      }),
    ).toEqual([]);
    // Looking for one creates none.
    expect(
      css(rule, {
        settings: { metadata: { customHeadCode: "<script>document.querySelector('.rosa-card')</script>" } },
      }).length,
    ).toBeGreaterThan(0);
  });

  it('are listed up to a limit, and shortened', () => {
    const many = Array.from({ length: 30 }, (_, index) => `.gone-${index} { color: red }`).join('\n');
    expect(css(many)).toHaveLength(10);
    expect(css(many).at(-1)).toBe('and 21 more selectors that match nothing');
    expect(css(`.${'x'.repeat(500)} { color: red }`)[0]?.length).toBeLessThan(300);
  });

  it('take time in proportion to their length, whatever they are', () => {
    const siblings = `${'* + '.repeat(30)}.typebot-input.gone { }`;
    expect(css(siblings)).toHaveLength(1);
    expect(head(`${'<script '.repeat(20_000)}${'<script>closest("a")</script>'.repeat(5_000)}`)).toEqual([]);
    const long = `${'.a '.repeat(20_000)}{ } ${'@media x {'.repeat(500)} .b { } ${'('.repeat(10_000)}{}`;
    expect(css(long).length).toBeLessThan(11);
  });

  it('that only a browser understands are left out, as are values that are no style sheet', () => {
    expect(css('.a|b { } .x ! .y { } && { } .1a { } { } :is( { }')).toEqual([]);
    for (const value of [undefined, null, 5, {}, [], true]) {
      expect(findUnmatchedSelectors({ theme: { customCss: value as never } })).toEqual([]);
      expect(findUnmatchedSelectors({ theme: value as never, settings: value as never })).toEqual([]);
    }
  });
});

describe('what head code looks for', () => {
  it.each([
    `document.querySelector("#__next").insertBefore(bar, null)`,
    `document.getElementById('__next')`,
    `document.querySelector('typebot-standard').shadowRoot.querySelector('.typebot-container')`,
    `const a = document.querySelector('typebot-standard') || document.querySelector('typebot-bubble')`,
    'root.querySelectorAll(`.items-start.typebot-host-bubble`)',
    `root.querySelectorAll('img[elementtiming="Bot avatar"], [elementtiming="Bubble image"]')`,
    `view.querySelector(':scope > .flex')`,
    `document.querySelector('meta[name="viewport"]'); document.querySelector('body'); document.querySelectorAll('script')`,
    `bar.className = 'rosa'; document.querySelector('.rosa'); document.getElementsByClassName('rosa')`,
    `bar.id = "rosa-bar"; document.getElementById("rosa-bar").remove()`,
    `document.querySelector(\`#\${name}\`); document.getElementById(id)`,
    `el.innerHTML = '<div id="rosa-in">'; document.querySelector('#rosa-in')`,
  ])('%s is there', (script) => {
    expect(head(`<script>${script}</script>`)).toEqual([]);
  });

  it.each([
    [`document.getElementById('typebot-root')`, '#typebot-root'],
    [`document.querySelector('.typebot-contaner')`, '.typebot-contaner'],
    [`document.getElementsByClassName("typebot-header")`, '.typebot-header'],
    [`document.querySelector("#__nuxt").prepend(bar)`, '#__nuxt'],
    [`root.querySelector('.typebot-chat-view > .typebot-button')`, '.typebot-chat-view > .typebot-button'],
  ])('%s is not', (script, selector) => {
    const [message, ...others] = head(
      `<style>.typebot-x{}</style><script type="text/javascript">${script}</script>`,
    );
    expect(message).toContain(`a script looks for "${selector}"`);
    expect(others).toEqual([]);
  });

  it('may come from a script of another site, unless it has a name of the chat', () => {
    const widget = '<script src="https://widget.example/a.js"></script>';
    expect(head(`${widget}<script>document.querySelector('.widget').hidden = true</script>`)).toEqual([]);
    expect(
      head(`${widget}<script>document.querySelector('.typebot-foo').hidden = true</script>`),
    ).toHaveLength(1);
    expect(head(`<script>document.querySelector('.widget').hidden = true</script>`)).toHaveLength(1);
  });
});

describe('the table of the window', () => {
  it.each(WINDOW_MARKUP)('matches itself: %s', (line) => {
    const parts = parseSelector(line);
    expect(parts).toBeDefined();
    expect(isMatched(parts ?? [], 'window')).toBe(true);
  });
});

describe('a check of the flow', () => {
  it('reports them as warnings, where they are', () => {
    const document = toImportedDocument({
      ...contactBot(),
      theme: { customCss: '.gone { color: red }' },
      settings: { metadata: { customHeadCode: `<script>document.querySelector('.lost')</script>` } },
    }).document;
    expect(checkFlow(document).filter(({ code }) => code === 'UNMATCHED_SELECTOR')).toEqual([
      {
        severity: 'warning',
        code: 'UNMATCHED_SELECTOR',
        path: 'bot.theme.customCss',
        message: '".gone" matches nothing in the chat: nothing is called "gone"',
      },
      {
        severity: 'warning',
        code: 'UNMATCHED_SELECTOR',
        path: 'bot.settings.metadata.customHeadCode',
        message: 'a script looks for ".lost", which is not in the chat: nothing is called "lost"',
      },
    ]);
  });

  it.skipIf(REAL_BOTS.length === 0)('finds none in real bots', () => {
    for (const name of REAL_BOTS) {
      const { document } = toImportedDocument(readRealBot(name));
      expect(findUnmatchedSelectors(document), name).toEqual([]);
    }
  });
});
