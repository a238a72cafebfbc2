import { openBotWindow } from '../bot-window/bot-window.tsx';
import type { BotWindow, BotWindowOptions } from '../bot-window/bot-window-options.ts';
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

/** Fills the page with a bot's window. */
export function showWindow(root: HTMLElement, options: BotWindowOptions): BotWindow {
  const host = element('main', { class: 'bot-window' });
  root.replaceChildren(host);
  return openBotWindow(host.attachShadow({ mode: 'open' }), options);
}

function hideQuery(): void {
  if (location.search) history.replaceState(null, '', location.pathname + location.hash);
}
