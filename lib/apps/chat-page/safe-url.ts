/* Addresses come from authors, from respondents' answers and from other services. */

const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);
const MEDIA_SCHEMES = new Set(['http:', 'https:', 'blob:']);

/** The target of a link. Undefined for a script, or for text that is not an address. */
export function linkUrl(url: string | undefined): string | undefined {
  return withScheme(url, LINK_SCHEMES);
}

/**
 * The address of a picture, a sound or a video. `data:` is allowed because pictures can be part of the
 * document.
 */
export function mediaUrl(url: string | undefined): string | undefined {
  if (url && /^data:(image|audio|video)\//i.test(url)) return url;
  return withScheme(url, MEDIA_SCHEMES);
}

/** The address of a page in a frame. */
export function frameUrl(url: string | undefined): string | undefined {
  return withScheme(url, new Set(['http:', 'https:']));
}

/** `example.com/x` means a site, as in a browser's address bar. */
function withScheme(url: string | undefined, schemes: ReadonlySet<string>): string | undefined {
  const text = url?.trim();
  if (!text) return undefined;
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  const absolute = hasScheme
    ? text
    : text.startsWith('/')
      ? new URL(text, location.origin).href
      : `https://${text}`;
  return URL.canParse(absolute) && schemes.has(new URL(absolute).protocol) ? absolute : undefined;
}
