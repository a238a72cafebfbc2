import { AUTHOR_CLASS } from './author-class-names.ts';
import { ChatFailure, chatApi, startChat } from './chat-api.ts';
import type { StartedChat } from './chat-types.ts';
import { createChatView } from './chat-view.ts';
import { converse } from './converse.ts';
import { button, element } from './element.ts';
import { showPageMessage } from './page-message.ts';
import { forgetToken } from './preview-token.ts';
import { rememberedResult, rememberResult } from './remembered-result.ts';

/** `/chat/{publicId}`: chats with a published bot. The query string prefills variables. */
export async function showPublishedBot(root: HTMLElement, publicId: string): Promise<void> {
  // The author's scripts run in this page and must not find a token.
  forgetToken();
  const prefilledVariables = Object.fromEntries(new URLSearchParams(location.search));
  const start = async () => {
    const resultId = rememberedResult(publicId);
    let started: StartedChat;
    try {
      started = await startChat(publicId, { prefilledVariables, ...(resultId && { resultId }) });
    } catch (error) {
      const text = startFailure(error);
      return showPageMessage(root, text, { label: 'Try again', go: () => void start() });
    }
    rememberResult(publicId, started);
    if (started.bot.settings.general?.isHideQueryParamsEnabled ?? true) hideQuery();
    await talk(root, started, { isFramed: false, restart: () => void start() });
  };
  await start();
}

/** Runs a conversation to its end, then offers to start again. */
export async function talk(
  root: HTMLElement,
  started: StartedChat,
  { isFramed, restart }: { isFramed: boolean; restart: () => void },
): Promise<void> {
  const view = createChatView(root, started.bot);
  await converse({ started, view, api: chatApi(started.sessionId), isFramed }).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    view.addHostBubble(element('div', { class: 'text' }, element('p', {}, text)), 'text');
  });
  const again = button('Start again', `button restart ${AUTHOR_CLASS.button}`, restart);
  view.setInput(again);
  again.focus({ preventScroll: true });
}

export function startFailure(error: unknown): string {
  if (!(error instanceof ChatFailure)) throw error;
  if (error.status === 0) return 'No connection. Please check it and try again.';
  if (error.status === 404) return 'There is no bot at this address, or it is not published.';
  return error.message;
}

function hideQuery(): void {
  if (location.search) history.replaceState(null, '', location.pathname + location.hash);
}
