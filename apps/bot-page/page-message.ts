import { button, element } from './element.ts';

/** Shows a page with a single message and an optional button. */
export function showPageMessage(
  root: HTMLElement,
  text: string,
  wayOn?: { label: string; go: () => void },
): void {
  const go = wayOn && button(wayOn.label, 'button', wayOn.go);
  root.replaceChildren(
    element('main', { class: 'page-message', attributes: { role: 'alert' } }, element('p', {}, text), go),
  );
  go?.focus();
}
