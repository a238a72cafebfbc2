import { openBotWindow } from '#apps/window/bot-window.tsx';
import type { BotWindow, BotWindowOptions } from '#apps/window/bot-window-options.ts';
import { element } from './element.ts';

/** `/{publicId}`: chats with a published bot. The query string prefills variables. */
export function showPublishedBot(root: HTMLElement, publicId: string): void {
  const prefilledVariables = Object.fromEntries(new URLSearchParams(location.search));
  showWindow(root, {
    bot: publicId,
    apiHost: '',
    prefilledVariables,
    isFocusedAtStart: true,
    onStart({ bot }) {
      if (bot.settings.general?.isHideQueryParamsEnabled ?? true) hideQuery();
    },
  });
}

/** Typebot's element, which code of authors looks for. */
const HOST_NAME = 'typebot-standard';

/**
 * Fills the page with a bot's window. Code of authors puts bars and the like into the element with this id, or into the
 * shadow root of the one inside.
 */
export function showWindow(root: HTMLElement, options: BotWindowOptions): BotWindow {
  // Otherwise, Typebot's client in an author's code would define it, and take the element for its own.
  if (!customElements.get(HOST_NAME)) customElements.define(HOST_NAME, class extends HTMLElement {});
  const host = document.createElement(HOST_NAME);
  host.className = 'bot-window';
  root.replaceChildren(element('div', { attributes: { id: '__next', role: 'main' } }, host));
  return openBotWindow(host.attachShadow({ mode: 'open' }), options);
}

function hideQuery(): void {
  if (location.search) history.replaceState(null, '', location.pathname + location.hash);
}
