import { type Fields, getFields, getFlag, getNumber, getText } from '#apps/client/loose-fields.ts';
import type { DynamicTheme, StartedChat } from '#apps/window/api/chat-types.ts';
import type { ProgressBarTheme } from '#apps/window/progress-bar.tsx';
import { mediaUrl } from '#apps/window/safe-url.ts';
import { readableOn } from './color-contrast.ts';
import { DEFAULT_FAMILY, type ThemeFont, themeFont } from './theme-font.ts';

/*
 * Each theme value becomes a CSS custom property. The browser ignores values that are not valid colours or
 * lengths, and no value can break out of its property. Defaults for missing values depend on the bot's
 * version.
 *
 * The defaults are Typebot's, except where their contrast is too low to be read (decision 0039), and
 * except for a dark variant, which is used where the page is dark and the author has chosen no background.
 */

/** Colours of a light and a dark page. */
type Shade = readonly [light: string, dark: string];
type SurfaceDefaults = { background: Shade; text: Shade; borderPx: number; border: Shade; shadow: string };
type Defaults = Record<'host' | 'guest' | 'buttons' | 'inputs', SurfaceDefaults> & {
  page: Shade;
  progress: string;
  progressTrack: string;
};

const both = (color: string): Shade => [color, color];
const TEXT: Shade = ['#202020', '#f1f1f1'];
const DARK_PAGE = '#18191b';
const DARK_SURFACE = '#26282b';
const DARK_BORDER = '#4a4d52';

const DEFAULTS_6_1: Defaults = {
  page: ['#F8F8F8', DARK_PAGE],
  progress: '#ff5924',
  progressTrack: '#8d8d8d',
  host: {
    background: ['#ffffff', DARK_SURFACE],
    text: TEXT,
    borderPx: 1,
    border: ['#dfdfdf', DARK_BORDER],
    shadow: 'none',
  },
  // White on Typebot's #ff5924 has a contrast of 3.1 : 1.
  guest: {
    background: both('#cf3c0a'),
    text: both('#ffffff'),
    borderPx: 1,
    border: ['#ffb8a0', '#e0683f'],
    shadow: 'none',
  },
  buttons: {
    background: both('#cf3c0a'),
    text: both('#ffffff'),
    borderPx: 1,
    border: ['#f98868', '#e0683f'],
    shadow: 'none',
  },
  inputs: {
    background: ['#ffffff', DARK_SURFACE],
    text: TEXT,
    borderPx: 1,
    border: ['#cecece', DARK_BORDER],
    shadow: 'none',
  },
};

const DEFAULTS_6: Defaults = {
  page: ['#ffffff', DARK_PAGE],
  progress: '#e0edff',
  progressTrack: '#f1f1f1',
  host: {
    background: ['#F7F8FF', DARK_SURFACE],
    text: TEXT,
    borderPx: 0,
    border: ['#dfdfdf', DARK_BORDER],
    shadow: 'none',
  },
  // White on Typebot's #FF8E21 has a contrast of 2.3 : 1.
  guest: {
    background: both('#b35900'),
    text: both('#ffffff'),
    borderPx: 0,
    border: both('#ffb8a0'),
    shadow: 'none',
  },
  buttons: {
    background: both('#0042DA'),
    text: both('#ffffff'),
    borderPx: 0,
    border: both('#f98868'),
    shadow: 'none',
  },
  inputs: {
    background: ['#ffffff', DARK_SURFACE],
    text: TEXT,
    borderPx: 0,
    border: both('transparent'),
    shadow: 'md',
  },
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

/** A bot's theme, as its window uses it. */
export type WindowTheme = {
  /** Custom properties of CSS. */
  properties: Record<string, string>;
  buttonsLayout: string;
  progressBar: ProgressBarTheme | undefined;
  /** Undefined for no avatar. An empty URL stands for the default one. */
  hostAvatar: { url: string } | undefined;
  guestAvatar: { url: string } | undefined;
  font: ThemeFont | undefined;
  customCss: string | undefined;
  /** The conversation is a box of its own in the page, which scrolls inside. */
  isBoxed: boolean;
};

/** @param font replaces the theme's font */
export function windowTheme(
  { theme, version }: Pick<StartedChat['bot'], 'theme' | 'version'>,
  font?: ThemeFont,
): WindowTheme {
  const defaults = version === '6.1' ? DEFAULTS_6_1 : DEFAULTS_6;
  const general = getFields(theme, 'general');
  const chat = getFields(theme, 'chat');
  const properties: Record<string, string> = {};
  const set: SetProperty = (name, value) => {
    properties[`--${name}`] = value;
  };
  const shade = shadeOf(general, chat);
  const family = (font ?? themeFont(general))?.family ?? DEFAULT_FAMILY;
  const container = getFields(chat, 'container');
  const bar = getFields(general, 'progressBar');

  set('font', `"${family.replace(/["\\\n]/g, '')}"`);
  setSurfaces(set, chat, defaults, shade);
  setFieldColors(set, getFields(chat, 'inputs'), shade(defaults.inputs.background));
  setContainer(set, container);
  setProgressBar(set, bar, defaults);
  setBackground(set, getFields(general, 'background'), shade(defaults.page), shade(TEXT));
  return {
    properties,
    buttonsLayout: getText(getFields(chat, 'buttonsInput'), 'layout') ?? 'wrap',
    progressBar: getFlag(bar, 'isEnabled')
      ? {
          placement: getText(bar, 'placement') === 'Bottom' ? 'bottom' : 'top',
          position: getText(bar, 'position') === 'fixed' ? 'fixed' : 'absolute',
        }
      : undefined,
    hostAvatar: getAvatar(chat, 'hostAvatar'),
    guestAvatar: getAvatar(chat, 'guestAvatar'),
    font: themeFont(general),
    customCss: getText(theme, 'customCss'),
    isBoxed: isBox(container),
  };
}

type SetProperty = (name: string, value: string) => void;

function setSurfaces(
  set: SetProperty,
  chat: Fields | undefined,
  defaults: Defaults,
  shade: (shade: Shade) => string,
): void {
  const roundness = getText(chat, 'roundness') ?? 'medium';
  const surfaces = [
    ['host', 'hostBubbles'],
    ['guest', 'guestBubbles'],
    ['buttons', 'buttons'],
    ['inputs', 'inputs'],
  ] as const;
  for (const [name, key] of surfaces) {
    const { background, text, border, ...rest } = defaults[name];
    const colors = { background: shade(background), text: shade(text), border: shade(border) };
    setSurface(set, name, getFields(chat, key), { ...colors, ...rest }, roundness);
  }
}

function setFieldColors(set: SetProperty, inputs: Fields | undefined, defaultBackground: string): void {
  const background = getText(inputs, 'backgroundColor') ?? defaultBackground;
  // Parts of a field that the browser draws, such as a calendar, need the shade of an author's background.
  if (!background.startsWith('light-dark('))
    set('inputs-scheme', readableOn(background) === '#ffffff' ? 'dark' : 'light');
  set(
    'placeholder',
    getText(inputs, 'placeholderColor') ??
      'color-mix(in srgb, var(--inputs-text) 70%, var(--inputs-background))',
  );
}

function setContainer(set: SetProperty, container: Fields | undefined): void {
  const none = {
    background: 'transparent',
    text: 'var(--page-text)',
    borderPx: 0,
    border: 'transparent',
    shadow: 'none',
  };
  setSurface(set, 'container', container, none, 'none');
  set('container-width', getText(container, 'maxWidth') ?? '800px');
  set('container-height', getText(container, 'maxHeight') ?? '100%');
}

function setProgressBar(set: SetProperty, bar: Fields | undefined, defaults: Defaults): void {
  set('progress', getText(bar, 'color') ?? defaults.progress);
  set('progress-track', getText(bar, 'backgroundColor') ?? defaults.progressTrack);
  set('progress-height', `${getNumber(bar, 'thickness') ?? 4}px`);
}

function isBox(container: Fields | undefined): boolean {
  const height = getText(container, 'maxHeight');
  return height !== undefined && height !== '100%';
}

function getAvatar(
  chat: Fields | undefined,
  name: 'hostAvatar' | 'guestAvatar',
): { url: string } | undefined {
  const avatar = getFields(chat, name);
  const isShown = getFlag(avatar, 'isEnabled') ?? name === 'hostAvatar';
  return isShown ? { url: getText(avatar, 'url') ?? '' } : undefined;
}

function setSurface(
  set: SetProperty,
  name: string,
  fields: Fields | undefined,
  defaults: Record<'background' | 'text' | 'border' | 'shadow', string> & { borderPx: number },
  roundness: string,
): void {
  const border = getFields(fields, 'border');
  const ownBackground = getText(fields, 'backgroundColor');
  const background = ownBackground ?? defaults.background;
  set(`${name}-background`, fade(background, getNumber(fields, 'opacity')));
  set(
    `${name}-text`,
    getText(fields, 'color') ?? (ownBackground && readableOn(ownBackground)) ?? defaults.text,
  );
  set(`${name}-border-width`, `${getNumber(border, 'thickness') ?? defaults.borderPx}px`);
  set(
    `${name}-border-color`,
    fade(getText(border, 'color') ?? defaults.border, getNumber(border, 'opacity')),
  );
  const own = getText(border, 'roundeness') ?? roundness;
  const radius =
    own === 'custom' ? (getNumber(border, 'customRoundeness') ?? 6) : (RADII_PX[own] ?? RADII_PX.medium);
  set(`${name}-radius`, `${radius}px`);
  set(`${name}-shadow`, SHADOWS[getText(fields, 'shadow') ?? defaults.shadow] ?? 'none');
  const blurPx = getNumber(fields, 'blur') ?? 0;
  set(`${name}-blur`, blurPx > 0 ? `blur(${blurPx}px)` : 'none');
}

function fade(color: string, opacity: number | undefined): string {
  return opacity === undefined || opacity >= 1
    ? color
    : `color-mix(in srgb, ${color} ${opacity * 100}%, transparent)`;
}

/** Chooses a colour by the page's colour scheme, unless the author has chosen colours for one of them. */
function shadeOf(general: Fields | undefined, chat: Fields | undefined): (shade: Shade) => string {
  const background = getFields(general, 'background');
  const isColored =
    (getText(background, 'type') ?? 'Color') !== 'Color' ||
    getText(background, 'content') !== undefined ||
    ['container', 'hostBubbles', 'inputs'].some((key) => {
      const surface = getFields(chat, key);
      return (getText(surface, 'backgroundColor') ?? getText(surface, 'color')) !== undefined;
    });
  return isColored ? ([light]) => light : byScheme;
}

function byScheme([light, dark]: Shade): string {
  const hasDark = light !== dark && CSS.supports('color', 'light-dark(red, red)');
  return hasDark ? `light-dark(${light}, ${dark})` : light;
}

function setBackground(
  set: SetProperty,
  background: Fields | undefined,
  defaultColor: string,
  defaultText: string,
): void {
  const type = getText(background, 'type') ?? 'Color';
  const content = getText(background, 'content');
  const image = type === 'Image' ? mediaUrl(content) : undefined;
  const color = type === 'Color' ? content : undefined;
  set('page-image', image ? cssUrl(image) : 'none');
  // A website's own background shows through where the author wants none.
  set('page', type === 'None' ? 'transparent' : (color ?? defaultColor));
  // Themes have no colour for the window's own texts.
  set('page-text', (color && readableOn(color)) ?? (type === 'None' ? byScheme(TEXT) : defaultText));
}

/** Custom property of a background image that has become known in the chat. */
export function dynamicBackground({ backgroundUrl }: DynamicTheme): Record<string, string> {
  const url = mediaUrl(backgroundUrl);
  return url ? { '--page-image': cssUrl(url) } : {};
}

function cssUrl(url: string): string {
  return `url("${url.replace(/["\\\n]/g, encodeURIComponent)}")`;
}
