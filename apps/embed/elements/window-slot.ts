import { loadBotWindow } from '#apps/embed/load-bot-window.ts';
import type { BotWindow, BotWindowOptions } from '#apps/window/bot-window-options.ts';
import { createWaitingSign } from '#apps/window/waiting-sign.ts';
import { createElement } from './element.ts';

/** Holds the chat window in an element. The window's code is loaded when it is first needed. */
export class WindowSlot {
  readonly node = createElement('div', { class: 'slot' });
  /** Keeps the bot's custom CSS away from the rest of the element. */
  hasOwnRoot = true;
  #window: BotWindow | undefined;
  /** Identifies the latest opening, so that one that was closed in the meantime shows nothing. */
  #opening: symbol | undefined;
  #waiting: ((window: BotWindow) => void)[] = [];

  get isOpen(): boolean {
    return this.#opening !== undefined;
  }

  /** Opens the window, unless it is open. If its code cannot be loaded, the respondent can try again. */
  async open(options: BotWindowOptions): Promise<void> {
    if (this.isOpen) return;
    const opening = Symbol('opening');
    this.#opening = opening;
    this.node.replaceChildren(createWaitingSign());
    try {
      const openBotWindow = await loadBotWindow();
      if (this.#opening !== opening) return;
      const container = createElement('div', { class: 'place' });
      this.node.replaceChildren(container);
      const window = openBotWindow(
        this.hasOwnRoot ? container.attachShadow({ mode: 'open' }) : container,
        options,
      );
      this.#window = window;
      for (const act of this.#waiting.splice(0)) act(window);
    } catch (error) {
      if (this.#opening !== opening) return;
      reportError(error);
      this.#offerAgain(options);
    }
  }

  /** Runs an action on the window once it has loaded. Returns false if the slot is closed. */
  use(act: (window: BotWindow) => void): boolean {
    if (this.#window) act(this.#window);
    else if (this.isOpen) this.#waiting.push(act);
    return this.isOpen;
  }

  /** Ends the chat and empties the slot. */
  close(): void {
    this.#opening = undefined;
    this.#waiting = [];
    this.#window?.unmount();
    this.#window = undefined;
    this.node.replaceChildren();
  }

  /** The frames that the bot has embedded in its chat. */
  frames(): HTMLIFrameElement[] {
    const container = this.node.firstElementChild;
    return [...((container?.shadowRoot ?? container)?.querySelectorAll('iframe') ?? [])];
  }

  #offerAgain(options: BotWindowOptions): void {
    const again = createElement('button', { type: 'button' }, 'Try again');
    again.addEventListener('click', () => {
      this.close();
      void this.open(options);
    });
    this.node.replaceChildren(
      createElement(
        'div',
        { class: 'failure', role: 'alert' },
        createElement('p', {}, 'The chat could not be loaded.'),
        again,
      ),
    );
  }
}
