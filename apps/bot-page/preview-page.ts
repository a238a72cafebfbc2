import { ChatRequestError, openPreviewChat } from '#apps/window/api/chat-api.ts';
import type { StartedChat } from '#apps/window/api/chat-types.ts';
import { startFailure } from '#apps/window/chat/start-failure.ts';
import { button, element, uniqueId } from './element.ts';
import { showPageMessage } from './page-message.ts';
import { createPreview } from './preview-conversation.ts';
import { forgetToken, rememberToken, takePreviewToken } from './preview-token.ts';

/** `/_preview/{botId}`: previews a draft, any number of times. */
export async function showPreview(root: HTMLElement, botId: string): Promise<void> {
  const token = takePreviewToken();
  if (token === undefined) return askForToken(root, botId);
  const prefilledVariables = Object.fromEntries(new URLSearchParams(location.search));
  let started: StartedChat;
  try {
    started = await openPreviewChat(botId, token, { prefilledVariables });
  } catch (error) {
    if (error instanceof ChatRequestError && error.status === 401) {
      forgetToken();
      return askForToken(root, botId, 'This token is unknown or no longer valid.');
    }
    return showPageMessage(root, startFailure(error), {
      label: 'Try again',
      go: () => void showPreview(root, botId),
    });
  }
  const preview = createPreview({
    src: '/_preview-frame',
    started,
    onRestart() {
      preview.stop();
      void showPreview(root, botId);
    },
  });
  root.replaceChildren(preview.node);
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
