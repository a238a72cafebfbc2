import { ChatFailure, startPreviewChat } from './chat-api.ts';
import type { StartedChat } from './chat-types.ts';
import { button, element, uniqueId } from './element.ts';
import { showPageMessage } from './page-message.ts';
import { forgetToken, previewToken, rememberToken } from './preview-token.ts';
import { startFailure, talk } from './published-page.ts';

/*
 * A preview runs the draft's scripts, and starting it takes a token that can change bots, so the two are
 * separated: the page holds the token and starts the conversation; a sandboxed frame without an origin
 * continues it and knows only the session id.
 */

const SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads';

type FromFrame = { type: 'ready' } | { type: 'restart' };
type ToFrame = { type: 'started'; started: StartedChat };

/** `/preview/{botId}`: previews a draft, any number of times. */
export async function showPreview(root: HTMLElement, botId: string): Promise<void> {
  const token = previewToken();
  if (token === undefined) return askForToken(root, botId);
  const prefilledVariables = Object.fromEntries(new URLSearchParams(location.search));
  let started: StartedChat;
  try {
    started = await startPreviewChat(botId, token, { prefilledVariables });
  } catch (error) {
    if (error instanceof ChatFailure && error.status === 401) {
      forgetToken();
      return askForToken(root, botId, 'This token is unknown or no longer valid.');
    }
    return showPageMessage(root, startFailure(error), {
      label: 'Try again',
      go: () => void showPreview(root, botId),
    });
  }
  const frame = element('iframe', {
    class: 'preview',
    attributes: { src: '/chat-page/frame', sandbox: SANDBOX, title: 'Preview' },
  });
  const onMessage = ({ source, data }: MessageEvent<FromFrame>) => {
    if (source !== frame.contentWindow) return;
    if (data.type === 'ready') {
      const message: ToFrame = { type: 'started', started };
      // A frame without an origin can only be addressed with `*`.
      frame.contentWindow?.postMessage(message, '*');
    }
    if (data.type === 'restart') {
      window.removeEventListener('message', onMessage);
      void showPreview(root, botId);
    }
  };
  window.addEventListener('message', onMessage);
  root.replaceChildren(frame);
}

/** Runs the conversation inside the preview frame. */
export function showPreviewFrame(root: HTMLElement): void {
  const tell = (message: FromFrame) => parent.postMessage(message, location.origin);
  const onMessage = ({ source, data }: MessageEvent<ToFrame>) => {
    if (source !== parent || data.type !== 'started') return;
    window.removeEventListener('message', onMessage);
    void talk(root, data.started, { isFramed: true, restart: () => tell({ type: 'restart' }) });
  };
  window.addEventListener('message', onMessage);
  tell({ type: 'ready' });
}

function askForToken(root: HTMLElement, botId: string, complaint?: string): void {
  const id = uniqueId();
  const field = element('input', {
    class: 'field',
    attributes: { id, type: 'password', autocomplete: 'off', placeholder: 'bot_…', required: '' },
  });
  const form = element(
    'form',
    { class: 'form stacked' },
    element('label', { attributes: { for: id } }, 'Token of an editor'),
    field,
    button('Preview', 'button'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    rememberToken(field.value.trim());
    void showPreview(root, botId);
  });
  root.replaceChildren(
    element(
      'main',
      { class: 'page-message' },
      element('h1', {}, 'Preview of a draft'),
      complaint ? element('p', { attributes: { role: 'alert' } }, complaint) : undefined,
      form,
    ),
  );
  field.focus();
}
