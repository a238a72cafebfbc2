import type { StartedChat } from '#apps/window/api/chat-types.ts';
import { showPageMessage } from './page-message.ts';
import { adoptPageStyles } from './page-styles.ts';
import type { FromPreviewFrame, ToPreviewFrame } from './preview-conversation.ts';
import { showWindow } from './published-page.ts';
import { showEmbed } from './show-embed.ts';
import { showPicture } from './show-picture.ts';

/* Entry point of the sandboxed frame inside a preview, at `/_preview-frame`. */

adoptPageStyles();
// In a tab of its own, this window is its own parent, and would take a chat from itself.
if (parent === window) showPageMessage(document.body, 'The console shows previews of bots at this address.');
else {
  window.addEventListener('message', onMessage);
  tell({ type: 'ready' });
}

function onMessage({ source, data }: MessageEvent<ToPreviewFrame | null>): void {
  if (source !== parent) return;
  switch (data?.type) {
    case 'started':
      showChat(data.started);
      break;
    case 'embed':
      void showEmbed(data);
      break;
    case 'picture':
      showPicture(document.body, data);
      break;
    default:
      return;
  }
  // The frame shows one thing only.
  window.removeEventListener('message', onMessage);
}

/** Shows a chat that the page has started, in the themes that it sends. */
function showChat(started: StartedChat): void {
  const chat = showWindow(document.body, {
    bot: started.bot.id,
    apiHost: '',
    started,
    isFramed: true,
    isFocusedAtStart: true,
    onTurn: (turn) => tell({ type: 'turn', ...pickTrace(turn) }),
    onNewInputBlock: ({ id }) => tell({ type: 'input', blockId: id }),
    onEnd: () => tell({ type: 'ended' }),
    onRestart: () => tell({ type: 'restart' }),
  });
  window.addEventListener('message', ({ source, data }: MessageEvent<ToPreviewFrame | null>) => {
    if (source === parent && data?.type === 'theme') chat.showTheme(data.bot);
  });
}

function pickTrace(turn: object): { trace?: unknown; logs?: unknown } {
  const { trace, logs } = turn as { trace?: unknown; logs?: unknown };
  return { trace, logs };
}

/** Nothing in these messages is secret, and the policy of this page decides which pages can be around it. */
function tell(message: FromPreviewFrame): void {
  parent.postMessage(message, '*');
}
