import { PREVIEW_SANDBOX } from '#apps/sites/preview-sandbox.ts';
import type { StartedChat } from '#apps/window/api/chat-types.ts';
import type { VersionedTheme } from '#apps/window/bot-window-options.ts';
import { element } from './element.ts';
import type { ShowEmbed } from './show-embed.ts';
import type { ShowPicture } from './show-picture.ts';

/*
 * A preview runs the draft's scripts, and starting it takes a token that can change bots, so the two are separated: a
 * page that holds the token starts the chat, and a sandboxed frame without an origin goes on with it. The frame knows
 * only the id of the session.
 */

/**
 * Messages from the frame to the page: that it can take a chat, what a turn did, where the chat is, and that it should start
 * again.
 */
export type FromPreviewFrame =
  | { type: 'ready' }
  | { type: 'restart' }
  | { type: 'turn'; trace?: unknown; logs?: unknown }
  | { type: 'input'; blockId: string }
  | { type: 'ended' };

/** Messages from the page to the frame: a chat and, while that is shown, other themes for it; an embed; a picture. */
export type ToPreviewFrame =
  | { type: 'started'; started: StartedChat }
  | { type: 'theme'; bot: VersionedTheme }
  | ShowEmbed
  | ShowPicture;

export type PreviewOptions = {
  /** Address of `/_preview-frame` on the bots' site, which lets the console alone frame it. */
  src: string;
  started: StartedChat;
  /** The author wants to start again, or a script has reloaded the frame, which has lost its chat. */
  onRestart: () => void;
  /** A turn has begun. Its steps and logs come from the frame, so a script of the draft may have written them. */
  onTurn?: (said: { trace?: unknown; logs?: unknown }) => void;
  /** The chat waits at this input. */
  onInput?: (blockId: string) => void;
  onEnd?: () => void;
};

/** A preview in a page. `stop` ends it; the page removes the node. */
export type Preview = {
  node: HTMLIFrameElement;
  /** Draws the chat in another theme. */
  showTheme: (bot: VersionedTheme) => void;
  stop: () => void;
};

/** Continues a started chat of a draft in a sandboxed frame. */
export function createPreview({ src, started, onRestart, onTurn, onInput, onEnd }: PreviewOptions): Preview {
  const node = element('iframe', {
    class: 'preview',
    attributes: { src, sandbox: PREVIEW_SANDBOX, title: 'Preview' },
  });
  let isStarted = false;
  /** A theme that was given before the frame was ready. */
  let nextTheme: VersionedTheme | undefined;
  // A frame without an origin can only be addressed with `*`.
  const send = (message: ToPreviewFrame) => node.contentWindow?.postMessage(message, '*');
  const onMessage = ({ source, origin, data }: MessageEvent<FromPreviewFrame | null>) => {
    // A frame without an origin says "null", and so does every page that a script goes to in it.
    if (source !== node.contentWindow || origin !== 'null') return;
    switch (data?.type) {
      case 'ready': {
        if (isStarted) return onRestart();
        isStarted = true;
        send({ type: 'started', started });
        if (nextTheme) send({ type: 'theme', bot: nextTheme });
        return;
      }
      case 'restart':
        return onRestart();
      case 'turn':
        return onTurn?.(data);
      case 'input':
        return onInput?.(data.blockId);
      case 'ended':
        return onEnd?.();
    }
  };
  window.addEventListener('message', onMessage);
  return {
    node,
    showTheme(bot) {
      if (isStarted) send({ type: 'theme', bot });
      else nextTheme = bot;
    },
    stop: () => window.removeEventListener('message', onMessage),
  };
}
