import type { Commands } from '#apps/embed/command.ts';
import { Schedule } from '#apps/embed/schedule.ts';
import { hasMark, setMark } from '#apps/embed/session-marks.ts';
import { BotElement } from './bot-element.ts';
import { closeBar } from './close-bar.ts';
import { createElement, setVariables } from './element.ts';
import { applyStyles } from './embed-styles.ts';
import css from './popup.css';
import { lockScroll } from './scroll-lock.ts';

/**
 * `<bot-popup>`: a chat in a modal dialog. The browser's own dialog keeps the focus inside, makes the page behind it
 * inert, and lies above everything, whatever the page's `z-index`.
 */
export class BotPopup extends BotElement {
  readonly kind = 'popup';
  readonly #bar = closeBar(() => this.close());
  readonly #panel = createElement('div', { class: 'panel' }, this.#bar.node, this.slotted.node);
  readonly #dialog = createElement('dialog', {}, this.#panel);
  readonly #schedule = new Schedule();
  #isOpen = false;
  #unlockPage: (() => void) | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    applyStyles(root, css);
    root.append(this.#dialog);
    let isPressedOutside = false;
    const isOutside = ({ target }: Event) => target === this.#dialog;
    this.#dialog.addEventListener('pointerdown', (event) => {
      isPressedOutside = isOutside(event);
    });
    // Selecting text may end outside.
    this.#dialog.addEventListener('click', (event) => {
      if (isPressedOutside && isOutside(event)) this.close();
    });
    // Where the page has its own ideas of what scrolls, a wheel or a finger outside still moves nothing.
    for (const name of ['wheel', 'touchmove']) {
      this.#dialog.addEventListener(
        name,
        (event) => {
          if (isOutside(event) && event.cancelable) event.preventDefault();
        },
        { passive: false },
      );
    }
    // The Escape key.
    this.#dialog.addEventListener('close', () => this.#closed());
  }

  get #name(): string {
    return `popup-${this.id || this.props.bot}`;
  }

  override get commands(): Commands {
    return {
      ...super.commands,
      open: () => this.open(),
      close: () => this.close(),
      toggle: () => (this.#isOpen ? this.close() : this.open()),
    };
  }

  open(): void {
    if (this.#isOpen || !this.isConnected || !this.props.bot) return;
    this.#isOpen = true;
    this.#schedule.cancel('open');
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#unlockPage ??= lockScroll();
    this.persisted();
    this.tell('onOpen');
    this.startChat({ isFocusedAtStart: true });
  }

  close(): void {
    this.#dialog.close();
    this.#closed();
  }

  protected override show(): void {
    const { width, backgroundColor, chatWindow } = this.props.theme ?? {};
    setVariables(this.#dialog, {
      '--width': width ?? chatWindow?.maxWidth,
      '--panel': backgroundColor ?? chatWindow?.backgroundColor,
      '--max-height': chatWindow?.maxHeight,
    });
    this.#dialog.setAttribute('aria-label', this.accessibleName);
    this.#bar.setLabel(this.accessibleName);
    if (this.#isOpen) {
      // Elements that are moved within the page leave the top layer.
      if (!this.#dialog.matches(':modal')) {
        this.#dialog.removeAttribute('open');
        this.#dialog.showModal();
      }
      return;
    }
    if (hasMark('opened', this.#name)) this.open();
    else this.#schedule.plan('open', this.props.autoShowDelay, () => this.open());
  }

  protected override hide(): void {
    this.#schedule.cancelAll();
    this.#dialog.close();
    this.#isOpen = false;
    this.#unlock();
    this.slotted.close();
  }

  protected override persisted(): void {
    setMark('opened', this.#name, this.isPersisted && this.#isOpen);
  }

  #unlock(): void {
    this.#unlockPage?.();
    this.#unlockPage = undefined;
  }

  #closed(): void {
    if (!this.#isOpen || this.#dialog.open) return;
    this.#isOpen = false;
    this.#unlock();
    setMark('opened', this.#name, false);
    // Without a memory, the next opening is a new chat.
    if (!this.isPersisted) this.slotted.close();
    this.tell('onClose');
  }
}
