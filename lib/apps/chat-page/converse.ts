import { getFields, toText } from '#lib/client/loose-fields.ts';
import { AUTHOR_CLASS } from './author-class-names.ts';
import { bubbleView } from './bubbles/bubble-view.ts';
import { type ChatApi, ChatFailure } from './chat-api.ts';
import type {
  ClientAction,
  GivenReply,
  Message,
  SentReply,
  Settings,
  ShownInput,
  StartedChat,
  Turn,
} from './chat-types.ts';
import type { ChatView } from './chat-view.ts';
import { type ActionContext, runClientAction } from './client-actions.ts';
import { consoleNote } from './console-note.ts';
import { button, element } from './element.ts';
import { inputForm } from './inputs/input-form.ts';
import { SYSTEM_MESSAGES, type SystemMessage } from './labels.ts';
import { pauseBetweenBubblesMs, typingDelayMs } from './typing-delay.ts';
import { customEmbedEvent, embedEvent, isWaiting } from './waiting-embed.ts';

export type ConversationOptions = {
  started: StartedChat;
  view: ChatView;
  api: ChatApi;
  isFramed: boolean;
};

/** How to continue after a turn: send a reply, show an input, or end the conversation. */
type Left = { send: SentReply | undefined } | { show: ShownInput } | undefined;

/** Runs a conversation until it ends. */
export async function converse(options: ConversationOptions): Promise<void> {
  const { view, started } = options;
  let turn: Turn | undefined = started;
  let isFirst = true;
  while (turn) {
    const left: Left = await play(turn, options, isFirst);
    isFirst = false;
    if (!left) break;
    turn = 'show' in left ? await answered(left.show, turn, options) : await send(left.send, options);
  }
  view.setInput(undefined);
}

async function play(turn: Turn, options: ConversationOptions, isFirst: boolean): Promise<Left> {
  const { view, api, started } = options;
  const { settings } = started.bot;
  view.setDynamicTheme(turn.dynamicTheme);
  view.setProgress(turn.progress);
  for (const { description, details } of turn.logs ?? []) consoleNote(`${description} ${details ?? ''}`);

  const actions = [...(turn.clientSideActions ?? [])];
  const context = actionContext(options);
  let left: Left;
  const act = async (isDue: (action: ClientAction) => boolean) => {
    while (actions[0] && isDue(actions[0])) {
      const action = actions[0];
      actions.shift();
      const reply = await runClientAction(action, context);
      if (action.expectsDedicatedReply) left = { send: reply };
    }
  };

  await act(({ lastBubbleBlockId }) => lastBubbleBlockId === undefined);
  let waiting: Promise<SentReply | undefined> | undefined;
  for (const [index, message] of turn.messages.entries()) {
    const node = await showBubble(message, view, settings, isFirst && index === 0);
    if (isWaiting(message)) {
      waiting =
        message.type === 'embed' ? embedEvent(message, node) : node && customEmbedEvent(message, node, api);
    }
    await act(({ lastBubbleBlockId }) => lastBubbleBlockId === message.id);
  }
  // Perform the remaining actions: those after bubbles that were not shown, and those listed out of order.
  await act(() => true);
  if (waiting && !left && !turn.input) return { send: await waiting };
  return left ?? (turn.input && { show: turn.input });
}

async function showBubble(
  message: Message,
  view: ChatView,
  settings: Settings,
  isFirst: boolean,
): Promise<HTMLElement | undefined> {
  const node = bubbleView(message);
  if (!node) return undefined;
  // With reduced motion, skip the typing indicator and its delay.
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const typingMs =
    message.type === 'text' && !isCalm ? typingDelayMs(node.textContent, settings, isFirst) : 0;
  if (!isFirst) await delay(pauseBetweenBubblesMs(settings));
  if (typingMs > 0) {
    view.setTyping(true);
    await delay(typingMs);
    view.setTyping(false);
  }
  view.addHostBubble(node, message.type);
  return node;
}

/** Asks for a reply until the service accepts one, and returns the next turn. */
async function answered(
  input: ShownInput,
  turn: Turn,
  options: ConversationOptions,
): Promise<Turn | undefined> {
  const { view, api, started } = options;
  const { general } = started.bot.settings;
  const lastText = turn.messages.findLast(({ type }) => type === 'text');
  for (;;) {
    const reply = await new Promise<GivenReply>((resolve) => {
      const form = inputForm({
        input,
        options: getFields(input, 'options') ?? {},
        question: (lastText && bubbleView(lastText)?.textContent?.trim()) ?? '',
        prefilledValue: general?.isInputPrefillEnabled ? input.prefilledValue : undefined,
        answer: resolve,
        api,
        systemMessage: (name) => systemMessage(name, started.bot.settings),
      });
      view.setInput(form.node);
      form.focus();
    });
    view.setInput(undefined);
    const change = view.addGuestBubble(reply);
    try {
      const next = await send(reply.message, options);
      if (
        next?.lastMessageNewFormat !== undefined &&
        reply.message?.type === 'text' &&
        reply.label === reply.message.text
      ) {
        change(next.lastMessageNewFormat);
      }
      return next;
    } catch (error) {
      if (!(error instanceof ChatFailure)) throw error;
      view.addHostBubble(element('div', { class: 'text' }, element('p', {}, error.message)), 'text');
    }
  }
}

/**
 * Sends a reply, and lets the respondent retry if that fails.
 *
 * @returns undefined if the conversation is over
 * @throws ChatFailure if the service rejects the reply for good
 */
async function send(message: SentReply | undefined, options: ConversationOptions): Promise<Turn | undefined> {
  const { view, api, started } = options;
  for (;;) {
    view.setTyping(true);
    try {
      return await api.continueChat(message);
    } catch (error) {
      view.setTyping(false);
      if (!(error instanceof ChatFailure)) throw error;
      const { status } = error;
      if (status === 400 || status === 413) throw error;
      if (status === 404) {
        view.addHostBubble(noticeText('This conversation is over.'), 'text');
        return undefined;
      }
      const network = ['networkErrorTitle', 'networkErrorMessage'] as const;
      const text =
        status === 0
          ? network.map((name) => systemMessage(name, started.bot.settings)).join(': ')
          : status === 409
            ? `${error.message}.`
            : `The service returned an error: ${error.message}.`;
      if (!(await isTriedAgain(text, view))) return undefined;
    } finally {
      view.setTyping(false);
    }
  }
}

function isTriedAgain(text: string, view: ChatView): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isAgain: boolean) => () => {
      view.setInput(undefined);
      resolve(isAgain);
    };
    const again = button('Try again', `button ${AUTHOR_CLASS.button}`, done(true));
    view.setInput(
      element(
        'div',
        { class: 'notice', attributes: { role: 'alert' } },
        element('p', { class: 'notice-text' }, text),
        element('div', { class: 'line end-line' }, button('End here', 'button quiet', done(false)), again),
      ),
    );
    again.focus();
  });
}

function actionContext({ view, api, started, isFramed }: ConversationOptions): ActionContext {
  return {
    api,
    isFramed,
    systemMessage: (name) => systemMessage(name, started.bot.settings),
    show: (node) => view.addHostBubble(node, 'text'),
    ask: (build) =>
      new Promise((resolve) => {
        view.setInput(
          build(() => {
            view.setInput(undefined);
            resolve();
          }),
        );
      }),
  };
}

function systemMessage(name: SystemMessage, settings: Settings): string {
  return toText(getFields(settings.general, 'systemMessages'), name) ?? SYSTEM_MESSAGES[name];
}

function noticeText(text: string): HTMLElement {
  return element('div', { class: 'text' }, element('p', {}, text));
}

function delay(ms: number): Promise<void> {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}
