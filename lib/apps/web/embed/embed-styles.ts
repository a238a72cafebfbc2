import base from './base.css';

const sheets = new Map<string, CSSStyleSheet>();

/** Gives a shadow root its styles. A constructed sheet needs no permission of the page's content security policy. */
export function applyStyles(root: ShadowRoot, css: string): void {
  root.adoptedStyleSheets = [base, css].map(toSheet);
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
