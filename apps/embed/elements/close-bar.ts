import { createElement, icon, iconButton } from './element.ts';
import { CLOSE_ICON } from './icons.ts';

/** The bar above a window: what it is, and a button that closes it. */
export function closeBar(close: () => void): { node: HTMLElement; setLabel(label: string): void } {
  const title = createElement('span');
  const node = createElement(
    'div',
    { class: 'bar' },
    title,
    iconButton('close', 'Close', icon(CLOSE_ICON), close),
  );
  return {
    node,
    setLabel: (label) => {
      title.textContent = label;
    },
  };
}
