/**
 * Returns the origin of the page whose iframe this page is in. The chat API needs it, because bots can be restricted
 * to certain websites.
 *
 * @returns undefined if this page is not in an iframe, or its browser does not say of which
 */
export function originAround(): string | undefined {
  if (window.parent === window) return undefined;
  // The referrer is absent where the page around does not want to be named, and another after a redirect to this page.
  const [origin] = location.ancestorOrigins ?? [];
  if (origin !== undefined && origin !== 'null') return origin;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
}
