import { hasScheme, LINK_SCHEMES } from './link-schemes.ts';

/* URLs come from authors, from respondents' answers and from other services, so none is trusted. */

const MEDIA_SCHEMES = new Set(['http:', 'https:', 'blob:']);

/**
 * Sanitizes the target of a link. Undefined for `javascript:` and other unsafe schemes, or an invalid URL.
 */
export function linkUrl(url: string | undefined): string | undefined {
  return withScheme(url, LINK_SCHEMES);
}

/** Sanitizes the URL of an image, audio or video. Allows `data:`, because documents can contain images. */
export function mediaUrl(url: string | undefined): string | undefined {
  if (url && /^data:(image|audio|video)\//i.test(url)) return url;
  return withScheme(url, MEDIA_SCHEMES);
}

/** Sanitizes the URL of a frame. */
export function frameUrl(url: string | undefined): string | undefined {
  return withScheme(url, new Set(['http:', 'https:']));
}

/** Defaults to https for text without a scheme, as a browser's address bar does. */
function withScheme(url: string | undefined, schemes: ReadonlySet<string>): string | undefined {
  const text = url?.trim();
  if (!text) return undefined;
  const absolute = hasScheme(text)
    ? text
    : text.startsWith('/')
      ? new URL(text, location.origin).href
      : `https://${text}`;
  return URL.canParse(absolute) && schemes.has(new URL(absolute).protocol) ? absolute : undefined;
}
