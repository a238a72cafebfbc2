import { getFields } from '#lib/client/loose-fields.ts';
import { askedQuestion } from './asked-question.ts';
import { bubbleContent } from './bubbles/bubble.tsx';
import { messageText } from './bubbles/message-text.ts';
import { type ChatApi, ChatFailure } from './chat-api.ts';
import type {
  ClientAction,
  GivenReply,
  Message,
  SentReply,
  Settings,
  ShownInput,
  Turn,
} from './chat-types.ts';
import { type ActionContext, runClientAction } from './client-actions.ts';
import type { CommandQueue } from './command-queue.ts';
import { consoleNote } from './console-note.ts';
import type { ConversationView } from './conversation-view.ts';
import { isMotionReduced } from './reduced-motion.ts';
import { systemMessage } from './system-message.ts';
import { pauseBetweenBubblesMs, typingDelayMs } from './typing-delay.ts';
import { customEmbedEvent, embedEvent, isWaiting } from './waiting-embed.ts';

export type Conversation = {
  settings: Settings;
  view: ConversationView;
  api: ChatApi;
  /** Ends the conversation without a trace: nothing is shown, sent or run after it. */
  signal: AbortSignal;
  commands: CommandQueue;
  /** Element in which a bubble is shown. */
  findBubble(key: number): HTMLElement | undefined;
  /** A preview frame must not navigate away, or the author would lose the preview. */
  isFramed: boolean;
  onInput?(input: ShownInput): void;
  onAnswer?(answer: { message: string; blockId: string }): void;
  onLogs?(logs: NonNullable<Turn['logs']>): void;
  onScript?(message: string): void;
  /** What is left of the turn has changed: the chat can be stored. Undefined while a reply is on its way. */
  onRest?(rest: Turn | undefined): void;
  onEnd?(): void;
};

/** How to continue after a turn: send a reply, show an input, or end the conversation. */
type Left = { send: SentReply | undefined } | { show: ShownInput } | undefined;

/**
 * Runs a conversation until it is aborted. After its end, it still listens for commands.
 *
 * @param turn the first turn, or what was left of it when the page was closed
 * @throws the signal's reason once it is aborted
 */
export async function converse(
  turn: Turn,
  conversation: Conversation,
  { isResumed }: { isResumed: boolean },
): Promise<never> {
  let next: Turn | undefined = turn;
  let isFirst = !isResumed;
  for (;;) {
    while (next) {
      const left: Left = await play(next, conversation, isFirst);
      isFirst = false;
      if (!left) break;
      next = 'show' in left ? await answered(left.show, conversation) : await send(left.send, conversation);
    }
    conversation.onEnd?.();
    do {
      await conversation.commands.arrived();
      next = await commanded(conversation);
    } while (!next);
    conversation.view.clearPrompt();
  }
}

async function play(turn: Turn, conversation: Conversation, isFirst: boolean): Promise<Left> {
  const { view, api, signal, onLogs, onRest } = conversation;
  view.setDynamicTheme(turn.dynamicTheme);
  view.setProgress(turn.progress);
  const logs = turn.logs ?? [];
  for (const { description, details } of logs) consoleNote(`${description} ${details ?? ''}`);
  if (logs.length > 0) onLogs?.(logs);

  let messages = turn.messages;
  let actions = turn.clientSideActions ?? [];
  const keep = () =>
    onRest?.({ messages, clientSideActions: actions, ...(turn.input && { input: turn.input }) });
  const context = actionContext(conversation);
  let left: Left;
  const act = async (isDue: (action: ClientAction) => boolean) => {
    while (actions[0] && isDue(actions[0])) {
      const [action, ...others] = actions;
      // A redirect leaves the page, and must not be repeated when the respondent comes back. An action that
      // the bot waits for is repeated, or the bot would wait forever.
      if (!action.expectsDedicatedReply) {
        actions = others;
        keep();
      }
      const reply = await runClientAction(action, context);
      signal.throwIfAborted();
      actions = others;
      if (action.expectsDedicatedReply) left = { send: reply };
    }
  };

  keep();
  const shownIds = new Set(
    view.state.entries.flatMap((entry) => (entry.kind === 'bubble' ? [entry.message.id] : [])),
  );
  const areLeft = new Set(messages.map(({ id }) => id));
  await act(({ lastBubbleBlockId: id }) => id === undefined || (shownIds.has(id) && !areLeft.has(id)));
  let waiting: Promise<SentReply | undefined> | undefined;
  while (messages[0]) {
    const [message, ...others] = messages;
    const node = await showBubble(message, conversation, isFirst && messages === turn.messages);
    messages = others;
    if (isWaiting(message) && node) {
      waiting =
        message.type === 'embed' ? embedEvent(message, node, signal) : customEmbedEvent(message, node, api);
    } else keep();
    await act(({ lastBubbleBlockId }) => lastBubbleBlockId === message.id);
  }
  // Perform the remaining actions: those after bubbles that were not shown, and those listed out of order.
  await act(() => true);
  if (waiting && !left && !turn.input) {
    const event = await waiting;
    signal.throwIfAborted();
    return { send: event };
  }
  return left ?? (turn.input && { show: turn.input });
}

async function showBubble(
  message: Message,
  { view, settings, signal, findBubble }: Conversation,
  isFirst: boolean,
): Promise<HTMLElement | undefined> {
  if (bubbleContent(message) === undefined) return undefined;
  const text = messageText(message);
  // With reduced motion, skip the typing indicator and its delay.
  const typingMs = message.type === 'text' && !isMotionReduced() ? typingDelayMs(text, settings, isFirst) : 0;
  if (!isFirst) await delay(pauseBetweenBubblesMs(settings), signal);
  if (typingMs > 0) {
    view.setTyping(true);
    await delay(typingMs, signal);
    view.setTyping(false);
  }
  return findBubble(view.addMessage(message).key);
}

/** Asks for a reply until the service accepts one, and returns the next turn. */
async function answered(input: ShownInput, conversation: Conversation): Promise<Turn | undefined> {
  const { view, api, settings, onInput, onAnswer, onRest } = conversation;
  const { question, complaint } = askedQuestion(view.state.entries, input.id);
  onInput?.(input);
  for (;;) {
    onRest?.({ messages: [], input });
    const reply = await nextReply(conversation, (answer) =>
      view.askInput({
        input,
        options: getFields(input, 'options') ?? {},
        question,
        complaint,
        prefilledValue: settings.general?.isInputPrefillEnabled ? input.prefilledValue : undefined,
        answer,
        api,
        systemMessage: (name) => systemMessage(name, settings),
      }),
    );
    view.clearPrompt();
    if (!reply) {
      const turn = await commanded(conversation);
      if (turn) return turn;
      continue;
    }
    const change = view.addReply(reply);
    onAnswer?.({ message: sentText(reply), blockId: input.id });
    try {
      const next = await send(reply.message, conversation);
      const format = next?.lastMessageNewFormat;
      const isAsSent = reply.message?.type === 'text' && reply.label === reply.message.text;
      if (format !== undefined && isAsSent) change(format);
      return next;
    } catch (error) {
      if (!(error instanceof ChatFailure)) throw error;
      view.addNotice(error.message);
    }
  }
}

function sentText({ message, label }: GivenReply): string {
  return message?.type === 'text' ? message.text : message?.type === 'audio' ? message.url : label;
}

/** Waits for the respondent's answer. Undefined if a command of the page comes first. */
async function nextReply(
  { commands, signal }: Conversation,
  ask: (answer: (reply: GivenReply) => void) => void,
): Promise<GivenReply | undefined> {
  const answer = new Promise<GivenReply>((resolve) => ask(resolve));
  const reply = await Promise.race([answer, commands.arrived().then(() => undefined)]);
  signal.throwIfAborted();
  return reply;
}

/**
 * Sends the page's next command. One that the bot does not know is reported to its owner, and changes nothing.
 */
async function commanded({ view, api, commands }: Conversation): Promise<Turn | undefined> {
  const command = commands.take();
  if (command === undefined) return undefined;
  view.setTyping(true);
  try {
    return await api.continueChat({ type: 'command', command });
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error;
    consoleNote(`The command "${command}" failed: ${error.message}`);
    api
      .sendClientLog({ status: 'error', description: error.message, context: 'While sending a command' })
      .catch(() => {});
    return undefined;
  } finally {
    view.setTyping(false);
  }
}

/**
 * Sends a reply, and lets the respondent retry if that fails.
 *
 * @returns undefined if the conversation is over
 * @throws ChatFailure if the service rejects the reply for good
 */
async function send(message: SentReply | undefined, conversation: Conversation): Promise<Turn | undefined> {
  const { view, api, settings, onRest } = conversation;
  for (;;) {
    // What the service has made of the reply cannot be known before its response.
    onRest?.(undefined);
    view.setTyping(true);
    try {
      return await api.continueChat(message);
    } catch (error) {
      view.setTyping(false);
      if (!(error instanceof ChatFailure)) throw error;
      const { status } = error;
      if (status === 400 || status === 413) throw error;
      if (status === 404) {
        view.addNotice('This conversation is over.');
        return undefined;
      }
      const network = ['networkErrorTitle', 'networkErrorMessage'] as const;
      const text =
        status === 0
          ? network.map((name) => systemMessage(name, settings)).join(': ')
          : status === 409
            ? `${error.message}.`
            : `The service returned an error: ${error.message}.`;
      if (!(await isTriedAgain(text, view))) return undefined;
    } finally {
      view.setTyping(false);
    }
  }
}

function isTriedAgain(text: string, view: ConversationView): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isAgain: boolean) => () => {
      view.clearPrompt();
      resolve(isAgain);
    };
    const ways = [
      { label: 'End here', isMain: false, go: done(false) },
      { label: 'Try again', isMain: true, go: done(true) },
    ];
    view.askChoice({ role: 'alert', text, ways });
  });
}

function actionContext({ view, api, settings, isFramed, onScript }: Conversation): ActionContext {
  return {
    api,
    isFramed,
    systemMessage: (name) => systemMessage(name, settings),
    showNotice: (text, link) => view.addNotice(text, link),
    waitFor: (text, wayOn) =>
      new Promise((resolve) => {
        const go = () => {
          view.clearPrompt();
          resolve();
        };
        view.askChoice({ role: 'status', text, ways: [{ label: wayOn, isMain: false, go }] });
      }),
    onScript: (message) => onScript?.(message),
  };
}

/** @throws the signal's reason if it is aborted meanwhile */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  signal.throwIfAborted();
}
