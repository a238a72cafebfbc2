import { type Fields, getFields, getFlag, toNumber, toText } from '#lib/client/loose-fields.ts';
import type { DynamicTheme, StartedChat } from './chat-types.ts';
import { mediaUrl } from './safe-url.ts';

/*
 * Each theme value becomes a CSS custom property. The browser ignores values that are not valid colours or
 * lengths, and no value can break out of its property. Defaults for missing values depend on the bot's
 * version.
 */

type SurfaceDefaults = { background: string; text: string; borderPx: number; border: string; shadow: string };
type Defaults = Record<'host' | 'guest' | 'buttons' | 'inputs', SurfaceDefaults> & {
  page: string;
  progress: string;
  progressTrack: string;
};

const DEFAULTS_6_1: Defaults = {
  page: '#F8F8F8',
  progress: '#ff5924',
  progressTrack: '#8d8d8d',
  host: { background: '#ffffff', text: '#202020', borderPx: 1, border: '#dfdfdf', shadow: 'none' },
  guest: { background: '#ff5924', text: '#ffffff', borderPx: 1, border: '#ffb8a0', shadow: 'none' },
  buttons: { background: '#ff5924', text: '#ffffff', borderPx: 1, border: '#f98868', shadow: 'none' },
  inputs: { background: '#ffffff', text: '#202020', borderPx: 1, border: '#cecece', shadow: 'none' },
};

const DEFAULTS_6: Defaults = {
  page: '#ffffff',
  progress: '#e0edff',
  progressTrack: '#f1f1f1',
  host: { background: '#F7F8FF', text: '#202020', borderPx: 0, border: '#dfdfdf', shadow: 'none' },
  guest: { background: '#FF8E21', text: '#ffffff', borderPx: 0, border: '#ffb8a0', shadow: 'none' },
  buttons: { background: '#0042DA', text: '#ffffff', borderPx: 0, border: '#f98868', shadow: 'none' },
  inputs: { background: '#ffffff', text: '#202020', borderPx: 0, border: 'transparent', shadow: 'md' },
};

const RADII_PX: Record<string, number> = { none: 0, medium: 8, large: 20 };

const SHADOWS: Record<string, string> = {
  none: 'none',
  sm: '0 1px 2px rgb(0 0 0 / 0.05)',
  md: '0 2px 8px rgb(0 0 0 / 0.1)',
  lg: '0 10px 15px -3px rgb(0 0 0 / 0.1)',
  xl: '0 20px 25px -5px rgb(0 0 0 / 0.1)',
  '2xl': '0 25px 50px -12px rgb(0 0 0 / 0.25)',
};

const PLACEHOLDER_COLOR = '#9095A0';
const FONT = 'Open Sans';

/** Applies a bot's theme to the page. */
export function applyTheme(root: HTMLElement, { theme, version }: StartedChat['bot']): void {
  const defaults = version === '6.1' ? DEFAULTS_6_1 : DEFAULTS_6;
  const general = getFields(theme, 'general');
  const chat = getFields(theme, 'chat');
  const set = (name: string, value: string) => root.style.setProperty(`--${name}`, value);
  const roundness = toText(chat, 'roundness') ?? 'medium';

  set('font', `"${getFont(general).replace(/["\\\n]/g, '')}"`);
  const surfaces = [
    ['host', 'hostBubbles'],
    ['guest', 'guestBubbles'],
    ['buttons', 'buttons'],
    ['inputs', 'inputs'],
  ] as const;
  for (const [name, key] of surfaces) setSurface(set, name, getFields(chat, key), defaults[name], roundness);
  set('placeholder', toText(getFields(chat, 'inputs'), 'placeholderColor') ?? PLACEHOLDER_COLOR);
  root.dataset.buttons = toText(getFields(chat, 'buttonsInput'), 'layout') ?? 'wrap';

  const container = getFields(chat, 'container');
  const none = {
    background: 'transparent',
    text: 'inherit',
    borderPx: 0,
    border: 'transparent',
    shadow: 'none',
  };
  setSurface(set, 'container', container, none, 'none');
  set('container-width', toText(container, 'maxWidth') ?? '800px');

  const bar = getFields(general, 'progressBar');
  set('progress', toText(bar, 'color') ?? defaults.progress);
  set('progress-track', toText(bar, 'backgroundColor') ?? defaults.progressTrack);
  set('progress-height', `${toNumber(bar, 'thickness') ?? 4}px`);

  applyBackground(root, getFields(general, 'background'), defaults.page);
  set('page-text', readableOn(getComputedStyle(root).backgroundColor));
  applyCustomCss(toText(theme, 'customCss'));
}

/** Picks a readable text colour for the page's own texts, for which themes have no setting. */
function readableOn(background: string): string {
  const [red = 255, green = 255, blue = 255] = background.match(/[\d.]+/g)?.map(Number) ?? [];
  // Perceived brightness, https://www.w3.org/TR/AERT/#color-contrast
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128 ? '#f5f5f5' : '#202020';
}

export function applyDynamicBackground(root: HTMLElement, { backgroundUrl }: DynamicTheme): void {
  const url = mediaUrl(backgroundUrl);
  if (url) root.style.setProperty('--page-image', cssUrl(url));
}

/** URL of an avatar. Undefined means no avatar, an empty string the default one. */
export function getAvatar(
  theme: StartedChat['bot']['theme'],
  name: 'hostAvatar' | 'guestAvatar',
): string | undefined {
  const avatar = getFields(getFields(theme, 'chat'), name);
  const isShown = getFlag(avatar, 'isEnabled') ?? name === 'hostAvatar';
  return isShown ? (toText(avatar, 'url') ?? '') : undefined;
}

function setSurface(
  set: (name: string, value: string) => void,
  name: string,
  fields: Fields | undefined,
  defaults: SurfaceDefaults,
  roundness: string,
): void {
  const border = getFields(fields, 'border');
  const background = toText(fields, 'backgroundColor') ?? defaults.background;
  set(`${name}-background`, faded(background, toNumber(fields, 'opacity')));
  set(`${name}-text`, toText(fields, 'color') ?? defaults.text);
  set(`${name}-border-width`, `${toNumber(border, 'thickness') ?? defaults.borderPx}px`);
  set(`${name}-border-color`, faded(toText(border, 'color') ?? defaults.border, toNumber(border, 'opacity')));
  const own = toText(border, 'roundeness') ?? roundness;
  const radius =
    own === 'custom' ? (toNumber(border, 'customRoundeness') ?? 6) : (RADII_PX[own] ?? RADII_PX.medium);
  set(`${name}-radius`, `${radius}px`);
  set(`${name}-shadow`, SHADOWS[toText(fields, 'shadow') ?? defaults.shadow] ?? 'none');
  const blurPx = toNumber(fields, 'blur') ?? 0;
  set(`${name}-blur`, blurPx > 0 ? `blur(${blurPx}px)` : 'none');
}

function faded(color: string, opacity: number | undefined): string {
  return opacity === undefined || opacity >= 1
    ? color
    : `color-mix(in srgb, ${color} ${opacity * 100}%, transparent)`;
}

function getFont(general: Fields | undefined): string {
  // Only the name is used. A font that is not installed is not downloaded from a third party.
  return toText(general, 'font') ?? toText(getFields(general, 'font'), 'family') ?? FONT;
}

function applyBackground(root: HTMLElement, background: Fields | undefined, defaultColor: string): void {
  const type = toText(background, 'type') ?? 'Color';
  const content = toText(background, 'content');
  const image = type === 'Image' ? mediaUrl(content) : undefined;
  root.style.setProperty('--page-image', image ? cssUrl(image) : 'none');
  root.style.setProperty('--page', type === 'Color' ? (content ?? defaultColor) : defaultColor);
}

function cssUrl(url: string): string {
  return `url("${url.replace(/["\\\n]/g, encodeURIComponent)}")`;
}

/** Uses a constructed style sheet, which the page's CSP allows and which ignores `@import`. */
function applyCustomCss(css: string | undefined): void {
  const sheet = new CSSStyleSheet();
  if (css) sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}
