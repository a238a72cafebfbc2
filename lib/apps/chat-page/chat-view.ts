import { getFields, getFlag, toText } from '#lib/client/loose-fields.ts';
import { AUTHOR_CLASS } from './author-class-names.ts';
import { plainTextView } from './bubbles/plain-text-view.ts';
import type { DynamicTheme, GivenReply, StartedChat } from './chat-types.ts';
import { element } from './element.ts';
import { pictureView } from './picture-view.ts';
import { mediaUrl } from './safe-url.ts';
import { applyDynamicBackground, applyTheme, getAvatar } from './theme-styles.ts';

export type ChatView = {
  addHostBubble(bubble: HTMLElement, type: string): void;
  /** @returns a function that replaces the text, for replies that the service reformats */
  addGuestBubble(reply: GivenReply): (text: string) => void;
  setTyping(isTyping: boolean): void;
  setProgress(percent: number | undefined): void;
  setDynamicTheme(theme: DynamicTheme | undefined): void;
  /** Shows the form of the current input, or removes it if undefined. */
  setInput(node: HTMLElement | undefined): void;
};

/** Builds the page of a conversation: the messages, with the current input below them. */
export function createChatView(root: HTMLElement, bot: StartedChat['bot']): ChatView {
  applyTheme(root, bot);
  const log = element('div', {
    class: 'log',
    attributes: { role: 'log', 'aria-live': 'polite', 'aria-label': 'Conversation' },
  });
  const dots = () => element('span', { class: 'dot' });
  const typing = element(
    'div',
    { class: 'typing', attributes: { 'aria-hidden': 'true' } },
    dots(),
    dots(),
    dots(),
  );
  const inputArea = element('div', { class: 'input-area' });
  const container = element(
    'main',
    { class: `container ${AUTHOR_CLASS.container}` },
    element('div', { class: `chat-view ${AUTHOR_CLASS.chatView}` }, log, inputArea),
  );
  const bar = progressBar(bot.theme);
  root.replaceChildren(...(bar ? [bar.node] : []), container);

  let hostAvatarUrl = getAvatar(bot.theme, 'hostAvatar');
  let guestAvatarUrl = getAvatar(bot.theme, 'guestAvatar');
  /** Consecutive bubbles from the same speaker. */
  let group: { side: 'host' | 'guest'; bubbles: HTMLElement } | undefined;
  const findGroup = (side: 'host' | 'guest') => {
    if (group?.side === side) return group.bubbles;
    const bubbles = element('div', { class: 'bubbles' });
    const url = side === 'host' ? hostAvatarUrl : guestAvatarUrl;
    const avatar = url === undefined ? undefined : avatarView(url);
    log.append(element('div', { class: `group ${side}` }, avatar, bubbles));
    group = { side, bubbles };
    return bubbles;
  };
  const scrollToEnd = () => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    container.lastElementChild?.scrollIntoView({ block: 'end', behavior: isCalm ? 'instant' : 'smooth' });
  };

  return {
    addHostBubble(bubble, type) {
      const isText = type === 'text';
      const node = element(
        'div',
        { class: `bubble ${type} ${isText ? AUTHOR_CLASS.hostBubble : ''}` },
        bubble,
      );
      findGroup('host').append(node);
      // Images get their height only once they have loaded.
      bubble.addEventListener('load', scrollToEnd, { capture: true, once: true });
      scrollToEnd();
    },
    addGuestBubble({ label, pictureUrls = [] }) {
      const pictures = pictureUrls.map((src) => pictureView(src, ''));
      const text = element('span', {}, plainTextView(label));
      findGroup('guest').append(
        element('div', { class: `bubble text ${AUTHOR_CLASS.guestBubble}` }, ...pictures, text),
      );
      scrollToEnd();
      return (changed) => text.replaceChildren(plainTextView(changed));
    },
    setTyping(isTyping) {
      if (!isTyping) {
        typing.remove();
        // Nothing was shown, so remove the group with its avatar.
        if (group && group.bubbles.childElementCount === 0) {
          group.bubbles.parentElement?.remove();
          group = undefined;
        }
        return;
      }
      findGroup('host').append(typing);
      scrollToEnd();
    },
    setProgress: (percent) => bar?.set(percent),
    setDynamicTheme(theme) {
      if (!theme) return;
      if (hostAvatarUrl !== undefined) hostAvatarUrl = theme.hostAvatarUrl ?? hostAvatarUrl;
      if (guestAvatarUrl !== undefined) guestAvatarUrl = theme.guestAvatarUrl ?? guestAvatarUrl;
      applyDynamicBackground(root, theme);
      for (const [side, url] of [
        ['host', hostAvatarUrl],
        ['guest', guestAvatarUrl],
      ] as const) {
        if (url === undefined) continue;
        for (const avatar of log.querySelectorAll(`.${side} > .avatar`)) avatar.replaceWith(avatarView(url));
      }
    },
    setInput(node) {
      inputArea.replaceChildren(...(node ? [node] : []));
      if (node) scrollToEnd();
    },
  };
}

function avatarView(url: string): HTMLElement {
  const ownAvatar = () => element('span', { class: 'own-avatar' });
  const src = mediaUrl(url);
  const image = src ? pictureView(src, '') : undefined;
  const node = element(
    'div',
    { class: `avatar ${AUTHOR_CLASS.avatar}`, attributes: { 'aria-hidden': 'true' } },
    image ?? ownAvatar(),
  );
  image?.addEventListener('error', () => node.replaceChildren(ownAvatar()));
  return node;
}

function progressBar(theme: StartedChat['bot']['theme']) {
  const options = getFields(getFields(theme, 'general'), 'progressBar');
  if (!getFlag(options, 'isEnabled')) return undefined;
  const value = element('div', { class: AUTHOR_CLASS.progressBar });
  const place =
    `${toText(options, 'placement') ?? 'Top'} ${toText(options, 'position') ?? 'absolute'}`.toLowerCase();
  const node = element(
    'div',
    {
      class: `progress ${place} ${AUTHOR_CLASS.progressBarContainer}`,
      attributes: {
        role: 'progressbar',
        'aria-label': 'Progress',
        'aria-valuemin': '0',
        'aria-valuemax': '100',
      },
    },
    value,
  );
  return {
    node,
    /**
     * Updates the bar. Leaves it unchanged if `percent` is undefined, as it is while the bot waits for a
     * client action.
     */
    set(percent: number | undefined) {
      if (percent === undefined) return;
      node.setAttribute('aria-valuenow', String(Math.round(percent)));
      value.style.width = `${percent}%`;
    },
  };
}
