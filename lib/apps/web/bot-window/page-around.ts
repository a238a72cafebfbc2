/**
 * Returns the origin of the page whose iframe this page is in. The chat API needs it, because bots can be restricted
 * to certain websites.
 *
 * @returns undefined if this page is not in an iframe or has no referrer
 */
export function originAround(): string | undefined {
  if (window.parent === window) return undefined;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
}
