import base from './base.css';
import slot from './slot.css';

const sheets = new Map<string, CSSStyleSheet>();

/** Gives a shadow root its styles. A constructed sheet needs no permission of the page's content security policy. */
export function applyStyles(root: ShadowRoot, css: string): void {
  root.adoptedStyleSheets = [base, slot, css].map(toSheet);
}

/**
 * Gives a shadow root its styles, if the window is in the same root. They are in a layer, which is weaker than the
 * window's own, and than the rules of the bot's author.
 */
export function applyStylesAroundWindow(root: ShadowRoot, css: string): void {
  root.adoptedStyleSheets = [toSheet(`@layer embed{${slot}${css}}`)];
}

function toSheet(css: string): CSSStyleSheet {
  let sheet = sheets.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  return sheet;
}
