/**
 * Focuses a control and leaves the page where it is. WebKit keeps `preventScroll` only for a field that has a layout
 * already: a new one would scroll the website to the bot.
 */
export function focusWithoutScroll(node: HTMLElement | null | undefined): void {
  node?.getBoundingClientRect();
  node?.focus({ preventScroll: true });
}
