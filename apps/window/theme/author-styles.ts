import { consoleNote } from '#apps/window/console-note.ts';
import { AUTHOR_CLASS } from './author-class-names.ts';

/*
 * CSS of authors: of their theme, and of the fonts that it names. It applies inside the window only, except for
 * fonts, which a browser finds only if the document declares them.
 */

/** Comments and strings, which may only look like an import or a URL. */
const OPAQUE = String.raw`/\*[\s\S]*?\*/|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'`;
const IMPORT = new RegExp(
  String.raw`${OPAQUE}|@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?[^;]*;?`,
  'gi',
);
const URL_FUNCTION = new RegExp(String.raw`${OPAQUE}|url\(\s*(["']?)([^"')]+)\1\s*\)`, 'gi');

/**
 * Parses an author's style sheet, declares its fonts, and rewrites its selectors for the window.
 *
 * @param baseUrl URL that the style sheet's own URLs are relative to
 * @returns the sheet, and the URLs that it imports
 */
export function authorSheet(
  css: string,
  baseUrl: string = document.baseURI,
): { sheet: CSSStyleSheet; imports: string[] } {
  const imports: string[] = [];
  const text = css.replace(IMPORT, (whole, url?: string) => {
    if (!url) return whole;
    const absolute = toAbsolute(url, baseUrl);
    if (absolute) imports.push(absolute);
    return '';
  });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    text.replace(URL_FUNCTION, (whole, _, url?: string) => {
      const absolute = url && toAbsolute(url, baseUrl);
      return absolute ? `url("${absolute}")` : whole;
    }),
  );
  rewriteRules(sheet.cssRules);
  return { sheet, imports };
}

/** Loads a style sheet of another site. Undefined if it cannot be read: the chat goes on without it. */
export async function loadAuthorSheet(url: string): Promise<CSSStyleSheet | undefined> {
  try {
    const response = await fetch(url, { referrerPolicy: 'no-referrer' });
    if (!response.ok) throw new Error(`${response.status}`);
    return authorSheet(await response.text(), url).sheet;
  } catch (error) {
    consoleNote(`The style sheet ${url} could not be loaded: ${error}`);
    return undefined;
  }
}

function toAbsolute(url: string, baseUrl: string): string | undefined {
  if (url.startsWith('#') || !URL.canParse(url, baseUrl)) return undefined;
  const absolute = new URL(url, baseUrl);
  return ['http:', 'https:', 'data:', 'blob:'].includes(absolute.protocol)
    ? absolute.href.replaceAll('"', '%22')
    : undefined;
}

function rewriteRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSFontFaceRule) declareFont(rule);
    else if (rule instanceof CSSStyleRule) {
      const selector = inWindow(rule.selectorText);
      if (selector !== rule.selectorText) rule.selectorText = selector;
    } else if ('cssRules' in rule) rewriteRules(rule.cssRules as CSSRuleList);
  }
}

/**
 * Rewrites selectors of the page's root for a shadow root, which has none: on the left they become the host, at the
 * end the window.
 */
export function inWindow(selector: string): string {
  return selector
    .replace(/(^|,\s*)(?:html|:root)\s*>?\s*(?=body\b)/gi, '$1')
    .replace(
      /(^|,\s*)(?:html|body|:root)(?![\w-])(?=(.?))/gi,
      (_, start: string, next: string) =>
        start +
        (next === ' ' || next === '>' || next === '~' || next === '+'
          ? ':host'
          : `.${AUTHOR_CLASS.container}`),
    );
}

/** A bubble itself, as the last part of a selector: neither what is in it nor what is drawn beside it. */
const BUBBLE = /\.typebot-host-bubble(?![\w-])(?!.*::)[^\s>+~]*$/;

/**
 * Tells whether an author's rules draw a bubble's background on the bubble itself. The window, like Typebot's
 * client, draws it on an element inside, which would cover theirs.
 */
export function stylesBubbles({ cssRules }: { cssRules: CSSRuleList }): boolean {
  const rules = [...styleRules(cssRules)];
  return (
    rules.some(
      ({ selectorText, style }) =>
        selectorText.split(',').some((selector) => BUBBLE.test(selector.trim())) &&
        /(^|[\s;])(background|border|box-shadow)[\w-]*:/.test(style.cssText),
    ) && !rules.some(({ selectorText }) => selectorText.includes('.bubble-typing'))
  );
}

function* styleRules(rules: CSSRuleList): Generator<CSSStyleRule> {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) yield rule;
    else if ('cssRules' in rule) yield* styleRules(rule.cssRules as CSSRuleList);
  }
}

const declared = new Set<string>();

const DESCRIPTORS = {
  style: 'font-style',
  weight: 'font-weight',
  stretch: 'font-stretch',
  unicodeRange: 'unicode-range',
  featureSettings: 'font-feature-settings',
  display: 'font-display',
} as const;

/** Each face is loaded by the browser when a text first needs it. */
function declareFont({ style, cssText }: CSSFontFaceRule): void {
  if (declared.has(cssText)) return;
  declared.add(cssText);
  const descriptors = Object.fromEntries(
    Object.entries(DESCRIPTORS).flatMap(([name, property]) => {
      const value = style.getPropertyValue(property);
      return value ? [[name, value]] : [];
    }),
  );
  const family = style.getPropertyValue('font-family').replace(/^["']|["']$/g, '');
  try {
    document.fonts.add(new FontFace(family, style.getPropertyValue('src'), descriptors));
  } catch (error) {
    consoleNote(`The font ${family} could not be declared: ${error}`);
  }
}
