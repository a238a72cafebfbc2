import { createElement, icon, iconButton } from './element.ts';
import { CHAT_ICON, DOWN_ICON } from './icons.ts';

/** The button of a bubble. Its name stays the same; whether the window is open is its state. */
export class BubbleButton {
  readonly node: HTMLButtonElement;
  #pictures = '';

  constructor(act: () => void) {
    this.node = iconButton('button', '', document.createDocumentFragment(), act);
    this.node.setAttribute('aria-controls', 'panel');
    this.node.setAttribute('aria-haspopup', 'dialog');
    this.setExpanded(false);
    this.setPictures(undefined, undefined);
  }

  setExpanded(isExpanded: boolean): void {
    this.node.setAttribute('aria-expanded', String(isExpanded));
  }

  setLabel(label: string): void {
    this.node.setAttribute('aria-label', label);
  }

  setPictures(closed: string | undefined, opened: string | undefined): void {
    const pictures = JSON.stringify([closed, opened]);
    if (this.#pictures === pictures) return;
    this.#pictures = pictures;
    this.node.replaceChildren(
      createElement('span', { class: 'closed half' }, picture(closed) ?? icon(CHAT_ICON)),
      createElement('span', { class: 'opened half' }, picture(opened) ?? icon(DOWN_ICON)),
    );
  }
}

/** A picture from its address, or text such as an emoji. */
function picture(source: string | undefined): Element | undefined {
  if (!source) return undefined;
  return /^(https?:|data:image\/|\.{0,2}\/)/.test(source)
    ? createElement('img', { src: source, alt: '' })
    : createElement('span', { class: 'sign', 'aria-hidden': 'true' }, source);
}
