import { button, element } from './element.ts';

/** A page with one message and at most one button to continue. */
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
