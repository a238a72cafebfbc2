import { BotElement } from './bot-element.ts';
import { createElement, setVariables } from './element.ts';
import { applyStylesAroundWindow } from './embed-styles.ts';
import css from './standard.css';

/** `<bot-standard>`: a chat in the page, where the page places and sizes it. */
export class BotStandard extends BotElement {
  readonly kind = 'standard';
  readonly #frame = createElement('div', { class: 'frame' }, this.slotted.node);
  #observer: IntersectionObserver | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    applyStylesAroundWindow(root, css);
    root.append(this.#frame);
    // Code of authors looks for the window in the root of the element.
    this.slotted.hasOwnRoot = false;
  }

  protected override show(): void {
    const { backgroundColor, maxWidth, maxHeight } = this.props.theme?.chatWindow ?? {};
    setVariables(this.#frame, {
      '--panel': backgroundColor,
      '--max-width': maxWidth,
      '--max-height': maxHeight,
    });
    this.#frame.setAttribute('role', 'region');
    this.#frame.setAttribute('aria-label', this.accessibleName);
    if (this.#observer || this.slotted.isOpen) return;
    // A chat that nobody scrolls to is not started.
    this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting) || !this.props.bot) return;
      this.#observer?.disconnect();
      this.#observer = undefined;
      this.startChat();
    });
    this.#observer.observe(this);
  }

  protected override hide(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.slotted.close();
  }
}
