import { type Fields, getFields, getText } from '#apps/client/loose-fields.ts';
import { linkUrl } from '#apps/window/safe-url.ts';

/** A font, and where its declarations are. Without any, it is only used where it is installed. */
export type ThemeFont = { family: string; url?: string; css?: string };

/** Used where it is installed. A bot without a font of its own makes no request for one. */
export const DEFAULT_FAMILY = 'Open Sans';

/** Where Typebot's client loads Google's fonts from: the same fonts, without Google. */
const FONT_SITE = 'https://fonts.bunny.net/css2';
const STYLES = 'ital,wght@0,300;0,400;0,600;1,300;1,400;1,600';

/** Families that systems bring along. Sites of fonts do not have them. */
const SYSTEM_FAMILIES = new Set(
  'Arial,Courier New,Georgia,Helvetica,Helvetica Neue,Segoe UI,Tahoma,Times New Roman,Trebuchet MS,Verdana,system-ui,sans-serif,serif,monospace'
    .toLowerCase()
    .split(','),
);

/** The font that the theme names. Undefined if it names none. */
export function themeFont(general: Fields | undefined): ThemeFont | undefined {
  return toThemeFont(getText(general, 'font') ?? getFields(general, 'font'));
}

/** Reads a font as themes and pages give it: the name of one of Google's fonts, or where to load it. */
export function toThemeFont(font: string | Fields | undefined): ThemeFont | undefined {
  if (font === undefined) return undefined;
  if (typeof font === 'string') return googleFont(font);
  const family = getText(font, 'family');
  if (!family) return undefined;
  if (getText(font, 'type') !== 'Custom') return googleFont(family);
  const [url, css] = [linkUrl(getText(font, 'url')), getText(font, 'css')];
  return { family, ...(url && { url }), ...(css && { css }) };
}

function googleFont(family: string): ThemeFont {
  if (SYSTEM_FAMILIES.has(family.toLowerCase())) return { family };
  return {
    family,
    url: `${FONT_SITE}?family=${encodeURIComponent(family)}:${STYLES}&display=swap`,
  };
}
