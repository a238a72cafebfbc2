import css from './page.css';

/** Gives the page its style sheet. */
export function adoptPageStyles(): void {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  document.adoptedStyleSheets = [styleSheet];
}
