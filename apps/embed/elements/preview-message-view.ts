import type { PreviewMessage } from '#apps/embed/embed-props.ts';
import { createElement, icon, iconButton } from './element.ts';
import { CLOSE_ICON } from './icons.ts';

/** A message beside the button of a bubble, which opens the chat, and a button that dismisses it. */
export function previewMessageView(
  { message, avatarUrl }: PreviewMessage,
  { open, dismiss }: { open: () => void; dismiss: () => void },
): HTMLElement {
  const opener = createElement('button', { type: 'button', class: 'message' });
  if (avatarUrl) opener.append(createElement('img', { src: avatarUrl, alt: '' }));
  opener.append(createElement('span', { dir: 'auto' }, message));
  opener.addEventListener('click', open);
  const node = createElement(
    'div',
    { class: 'preview' },
    opener,
    iconButton('dismiss', 'Dismiss this message', icon(CLOSE_ICON), dismiss),
  );
  node.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dismiss();
  });
  return node;
}
