import type { DynamicTheme, GivenReply, Message } from '#apps/window/api/chat-types.ts';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { EMPTY_WINDOW, type Entry, type Way, type WindowState } from '#apps/window/window-state.ts';

/** A reply that is shown in the conversation. */
export type ShownReply = {
  /** Replaces the text, for replies that the service reformats. */
  relabel(label: string): void;
  /** Removes the reply, if the service has not taken it. */
  remove(): void;
};

/** Everything that a conversation does to what the window shows. */
export type ConversationView = {
  readonly state: WindowState;
  addMessage(message: Message): Entry;
  addNotice(text: string, link?: { label: string; href: string }): void;
  addReply(reply: GivenReply): ShownReply;
  setTyping(isTyping: boolean): void;
  /** Ignores undefined, which the service returns while the bot waits for a client action. */
  setProgress(percent: number | undefined): void;
  setDynamicTheme(theme: DynamicTheme | undefined): void;
  askInput(props: Omit<InputProps, 'handle'>): void;
  askChoice(choice: { role?: 'alert' | 'status'; text?: string; ways: readonly Way[] }): void;
  /** Removes the input or the choice. */
  clearPrompt(): void;
};

/**
 * Keeps the state of a window, and draws it at every change.
 *
 * @param draw draws synchronously, because an author's script may look for the bubble before it
 * @param restored entries of a remembered chat
 * @throws the signal's reason from every method, once it is aborted
 */
export function createConversationView(
  draw: (state: WindowState) => void,
  signal: AbortSignal,
  restored: Partial<WindowState> = {},
): ConversationView {
  let state: WindowState = { ...EMPTY_WINDOW, ...restored };
  let lastKey = Math.max(0, ...state.entries.map(({ key }) => key));
  const nextKey = () => {
    lastKey += 1;
    return lastKey;
  };
  const change = (changed: Partial<WindowState>) => {
    signal.throwIfAborted();
    state = { ...state, ...changed };
    draw(state);
  };
  const add = <Added extends Entry>(entry: Added): Added => {
    change({ entries: [...state.entries, entry] });
    return entry;
  };
  draw(state);

  return {
    get state() {
      return state;
    },
    addMessage: (message) => add({ key: nextKey(), side: 'host', kind: 'bubble', message }),
    addNotice(text, link) {
      add({ key: nextKey(), side: 'host', kind: 'notice', text, ...(link && { link }) });
    },
    addReply({ label, pictureUrls = [] }) {
      const reply = add({ key: nextKey(), side: 'guest', kind: 'reply', label, pictureUrls });
      const others = () => state.entries.filter(({ key }) => key !== reply.key);
      return {
        relabel: (changed) =>
          change({
            entries: state.entries.map((entry) =>
              entry.key === reply.key ? { ...reply, label: changed } : entry,
            ),
          }),
        remove: () => change({ entries: others() }),
      };
    },
    setTyping: (isTyping) => change({ isTyping }),
    setProgress(progress) {
      if (progress !== undefined) change({ progress });
    },
    setDynamicTheme(theme) {
      if (theme) change({ dynamicTheme: { ...state.dynamicTheme, ...theme } });
    },
    askInput: (props) => change({ prompt: { key: nextKey(), kind: 'input', props } }),
    askChoice: ({ role, text, ways }) =>
      change({ prompt: { key: nextKey(), kind: 'choice', role, text, ways } }),
    clearPrompt: () => change({ prompt: undefined }),
  };
}
