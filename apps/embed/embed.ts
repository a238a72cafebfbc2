import { BotBubble } from '#apps/embed/elements/bot-bubble.ts';
import { BotPopup } from '#apps/embed/elements/bot-popup.ts';
import { BotStandard } from '#apps/embed/elements/bot-standard.ts';
import { listenForCommands } from './command-bus.ts';
import { embedApi } from './embed-api.ts';
import { warn } from './embed-warning.ts';

/*
 * Entry point of `/embed.js`. A page loads it as a module and writes one of the elements, or calls one of the functions
 * of the default export, which is also `window.Bot`.
 */

declare global {
  interface Window {
    Bot?: typeof embedApi;
    Typebot?: typeof embedApi;
  }
}

function install(): typeof embedApi {
  if (window.Bot) {
    warn('The script is loaded twice in this page. The first copy is used.');
    return window.Bot;
  }
  window.Bot = embedApi;
  // Buttons of a page that comes from Typebot call this name.
  window.Typebot ??= embedApi;
  customElements.define('bot-standard', BotStandard);
  customElements.define('bot-popup', BotPopup);
  customElements.define('bot-bubble', BotBubble);
  // The element that such a page has already. The other two are appended by the functions.
  if (!customElements.get('typebot-standard')) {
    customElements.define('typebot-standard', class extends BotStandard {});
  }
  listenForCommands();
  return embedApi;
}

const api = install();

// biome-ignore lint/style/noDefaultExport: pages import it by a name of their choice
export default api;
