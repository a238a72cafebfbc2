import { element } from './element.ts';

/** Shows a page with a single message. */
export function showPageMessage(root: HTMLElement, text: string): void {
  root.replaceChildren(
    element('main', { class: 'page-message', attributes: { role: 'alert' } }, element('p', {}, text)),
  );
}
