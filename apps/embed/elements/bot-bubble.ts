import type { Commands } from '#apps/embed/command.ts';
import type { PreviewMessage } from '#apps/embed/embed-props.ts';
import { warn } from '#apps/embed/embed-warning.ts';
import { loadBotWindow } from '#apps/embed/load-bot-window.ts';
import { Schedule } from '#apps/embed/schedule.ts';
import { hasMark, setMark } from '#apps/embed/session-marks.ts';
import { BotElement } from './bot-element.ts';
import css from './bubble.css';
import { BubbleButton } from './bubble-button.ts';
import { closeBar } from './close-bar.ts';
import { createElement, setVariables } from './element.ts';
import { applyStyles } from './embed-styles.ts';
import { previewMessageView } from './preview-message-view.ts';

/** `<bot-bubble>`: a button in a corner that opens a chat above it. The page beside it stays usable. */
export class BotBubble extends BotElement {
  readonly kind = 'bubble';
  readonly #bar = closeBar(() => this.close());
  readonly #panel = createElement(
    'div',
    { class: 'panel', id: 'panel', role: 'dialog', tabindex: '-1', hidden: '' },
    this.#bar.node,
    this.slotted.node,
  );
  readonly #button = new BubbleButton(() => this.#toggle());
  /** Announces the preview message when it appears. */
  readonly #news = createElement('div', { class: 'news', 'aria-live': 'polite' });
  readonly #layer = createElement('div', { class: 'layer' }, this.#panel, this.#news, this.#button.node);
  readonly #schedule = new Schedule();
  /** The element that had the focus when the window was opened. */
  #openedFrom: Element | null = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    applyStyles(root, css);
    root.append(this.#layer);
    this.#panel.addEventListener('keydown', (event) => {
      // A list inside the chat may have closed with this key.
      if (event.key === 'Escape' && !event.defaultPrevented) this.close();
    });
    // The chat is probably about to be opened.
    this.#button.node.addEventListener('pointerenter', preload, { once: true });
    this.#button.node.addEventListener('focus', preload, { once: true });
  }

  get #name(): string {
    return `bubble-${this.id || this.props.bot}`;
  }

  get #isOpen(): boolean {
    return !this.#panel.hidden;
  }

  override get commands(): Commands {
    return {
      ...super.commands,
      open: () => this.open(),
      close: () => this.close(),
      toggle: () => this.#toggle(),
      showPreviewMessage: ({ message }) => this.showPreviewMessage(message),
      hidePreviewMessage: () => this.hidePreviewMessage(),
    };
  }

  open(): void {
    this.#open({ takesFocus: true });
  }

  close(): void {
    if (!this.#isOpen) return;
    const { activeElement } = this.shadowRoot ?? {};
    const hasFocus = this.#panel.contains(activeElement ?? null);
    this.#panel.hidden = true;
    this.#button.setExpanded(false);
    window.visualViewport?.removeEventListener('resize', this.#fitViewport);
    if (hasFocus) this.#returnFocus();
    setMark('opened', this.#name, false);
    this.tell('onClose');
  }

  /** @param given replaces parts of the message in the properties */
  showPreviewMessage(given?: Partial<PreviewMessage>): void {
    const message = { ...this.props.previewMessage, ...given };
    this.#schedule.cancel('preview');
    if (this.#isOpen) return;
    if (!message.message) {
      warn(
        '<bot-bubble>: there is no preview message to show. Set "previewMessage", or give it to the command.',
      );
      return;
    }
    const view = previewMessageView(
      { ...message, message: message.message },
      {
        open: () => {
          this.tell('onPreviewMessageClick');
          this.open();
        },
        dismiss: () => {
          const isFocused = this.#news.contains(this.shadowRoot?.activeElement ?? null);
          this.hidePreviewMessage();
          if (isFocused) this.#button.node.focus();
          setMark('preview-dismissed', this.#name, true);
          this.tell('onPreviewMessageDismissed');
        },
      },
    );
    this.#news.replaceChildren(view);
  }

  hidePreviewMessage(): void {
    this.#schedule.cancel('preview');
    this.#news.replaceChildren();
  }

  protected override show(): void {
    this.#applyTheme();
    this.#raise();
    if (this.#isOpen) return;
    if (!this.props.bot) return;
    if (hasMark('opened', this.#name)) this.#open({ takesFocus: false });
    const { autoShowDelay, previewMessage } = this.props;
    this.#schedule.plan('open', autoShowDelay, () => this.#open({ takesFocus: false }));
    if (hasMark('preview-dismissed', this.#name)) return;
    this.#schedule.plan('preview', previewMessage?.autoShowDelay, () => this.showPreviewMessage());
  }

  protected override hide(): void {
    this.#schedule.cancelAll();
    this.#news.replaceChildren();
    this.#panel.hidden = true;
    this.#button.setExpanded(false);
    if (this.#layer.matches(':popover-open')) this.#layer.hidePopover();
    this.#layer.hidden = true;
    this.slotted.close();
  }

  protected override persisted(): void {
    setMark('opened', this.#name, this.isPersisted && this.#isOpen);
  }

  #toggle(): void {
    if (this.#isOpen) this.close();
    else this.open();
  }

  #open({ takesFocus }: { takesFocus: boolean }): void {
    if (this.#isOpen || !this.isConnected || !this.props.bot) return;
    this.#schedule.cancel('open');
    this.hidePreviewMessage();
    this.#openedFrom = document.activeElement;
    this.#panel.hidden = false;
    this.#button.setExpanded(true);
    this.#fitViewport();
    window.visualViewport?.addEventListener('resize', this.#fitViewport);
    if (takesFocus) this.#panel.focus({ preventScroll: true });
    this.persisted();
    this.tell('onOpen');
    this.startChat({ isFocusedAtStart: takesFocus });
  }

  #returnFocus(): void {
    if (!this.#button.node.hidden) this.#button.node.focus({ preventScroll: true });
    else if (this.#openedFrom instanceof HTMLElement) this.#openedFrom.focus({ preventScroll: true });
  }

  /** Lifts the bubble above the page with the top layer, where browsers have it, and with `z-index` elsewhere. */
  #raise(): void {
    this.#layer.hidden = false;
    const isStatic = this.props.theme?.position === 'static';
    this.toggleAttribute('data-static', isStatic);
    if (!('popover' in this.#layer)) return;
    if (isStatic) {
      if (this.#layer.matches(':popover-open')) this.#layer.hidePopover();
      this.#layer.removeAttribute('popover');
      return;
    }
    this.#layer.setAttribute('popover', 'manual');
    if (!this.#layer.matches(':popover-open')) this.#layer.showPopover();
  }

  #applyTheme(): void {
    const { button, chatWindow, previewMessage, placement } = this.props.theme ?? {};
    const isHidden = button?.isHidden ?? false;
    const size = sizeOf(button?.size);
    setVariables(this.#layer, {
      '--size': size,
      '--button': button?.backgroundColor,
      '--button-icon': button?.iconColor,
      '--button-space': isHidden ? '-12px' : size,
      '--panel': chatWindow?.backgroundColor,
      '--max-width': chatWindow?.maxWidth,
      '--max-height': chatWindow?.maxHeight,
      '--preview': previewMessage?.backgroundColor,
      '--preview-text': previewMessage?.textColor,
      '--dismiss': previewMessage?.closeButtonBackgroundColor,
      '--dismiss-icon': previewMessage?.closeButtonIconColor,
    });
    this.#layer.classList.toggle('left', placement === 'left');
    this.#button.node.hidden = isHidden;
    this.#button.setPictures(button?.customIconSrc, button?.customCloseIconSrc);
    this.#button.setLabel(this.accessibleName);
    this.#panel.setAttribute('aria-label', this.accessibleName);
    this.#bar.setLabel(this.accessibleName);
  }

  /** Keyboards of phones cover the page without changing its height. */
  readonly #fitViewport = (): void => {
    const { height, offsetTop } = window.visualViewport ?? {};
    setVariables(this.#panel, {
      '--visible-height': height === undefined ? undefined : `${height}px`,
      '--visible-top': offsetTop === undefined ? undefined : `${offsetTop}px`,
    });
    const { top, bottom } = this.#button.node.getBoundingClientRect();
    this.#layer.classList.toggle('below', top < innerHeight - bottom);
  };
}

function sizeOf(size: string | undefined): string {
  if (size === undefined || size === 'medium') return '48px';
  return size === 'large' ? '64px' : size;
}

function preload(): void {
  // If it fails, opening tries again and says so.
  loadBotWindow().catch(() => {});
}
