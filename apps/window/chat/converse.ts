import { getFields } from '#apps/client/loose-fields.ts';
import { type AskedTurn, type ChatApi, ChatRequestError } from '#apps/window/api/chat-api.ts';
import type {
  ClientAction,
  GivenReply,
  Message,
  PendingReply,
  SentReply,
  Settings,
  ShownInput,
  Turn,
} from '#apps/window/api/chat-types.ts';
import { bubbleContent } from '#apps/window/bubbles/bubble.tsx';
import { getMessageText } from '#apps/window/bubbles/message-text.ts';
import { consoleNote } from '#apps/window/console-note.ts';
import { isMotionReduced } from '#apps/window/reduced-motion.ts';
import { pauseBetweenBubblesMs, typingDelayMs } from '#apps/window/typing-delay.ts';
import { customEmbedEvent, embedEvent, isWaiting } from '#apps/window/waiting-embed.ts';
import { findAskedQuestion } from './asked-question.ts';
import { type ActionContext, runClientAction } from './client-actions.ts';
import type { CommandQueue } from './command-queue.ts';
import type { ConversationView } from './conversation-view.ts';
import { withStartProps } from './start-props.ts';
import { systemMessage } from './system-message.ts';

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
  /** Called before a turn is shown. */
  onTurn?(turn: Turn): void;
  onInput?(input: ShownInput): void;
  onAnswer?(answer: { message: string; blockId: string }): void;
  onLogs?(logs: NonNullable<Turn['logs']>): void;
  onScript?(message: string): void;
  /** Called when the rest of the turn changes, so the chat can be saved. */
  onRest?(rest: Turn): void;
  /** Called before a reply to the rest of the turn is sent. */
  onSend?(reply: PendingReply): void;
  onEnd?(): void;
};

/** The continuation of a turn: send a reply, show an input, or end the conversation. */
type Left = { send: SentReply | undefined } | { show: ShownInput } | undefined;

/**
 * Runs a conversation until it is aborted. After its end, it still listens for commands.
 *
 * @param turn the first turn, or what was left of it when the page was closed
 * @param pending a reply to that turn that was on its way when the page was closed
 * @throws the signal's reason once it is aborted
 */
export async function converse(
  turn: Turn,
  conversation: Conversation,
  { isResumed, pending }: { isResumed: boolean; pending?: PendingReply | undefined },
): Promise<never> {
  let next: Turn | undefined = turn;
  if (pending) {
    const settled = await settlePendingReply(turn, pending, conversation);
    // Code for the page's head runs at every load, whatever has become of the reply.
    next = withStartProps(settled ?? { messages: [] }, turn);
  }
  let isFirst = !isResumed;
  for (;;) {
    while (next) {
      const asked = toAskedTurn(next);
      const left: Left = await play(next, conversation, isFirst);
      isFirst = false;
      if (!left) break;
      next =
        'show' in left
          ? await askUntilAccepted(left.show, asked, conversation)
          : await send({ message: left.send }, asked, conversation);
    }
    conversation.onEnd?.();
    do {
      await conversation.commands.arrived();
      next = await sendNextCommand({}, conversation);
    } while (!next);
    conversation.view.clearPrompt();
  }
}

function toAskedTurn({ turnId, input }: Turn): AskedTurn {
  return { turnId, waitingBlockId: input?.id };
}

/**
 * Finds out what has become of a reply that was on its way when the page was closed.
 *
 * @returns the turn to go on with, or undefined if the conversation is over
 */
async function settlePendingReply(
  rest: Turn,
  pending: PendingReply,
  conversation: Conversation,
): Promise<Turn | undefined> {
  const latest = await call(() => conversation.api.fetchLatestTurn(), conversation);
  // The service may still get the reply, but not for another question. Asking again is safe, whereas sending the reply
  // again could run a turn twice at once.
  if (!latest || latest.turnId === rest.turnId) return latest && rest;
  const { message, label, pictureUrls = [] } = pending;
  if (label === undefined) return await send(pending, toAskedTurn(rest), conversation);
  return await sendReply({ message, label, pictureUrls }, toAskedTurn(rest), conversation);
}

async function play(turn: Turn, conversation: Conversation, isFirst: boolean): Promise<Left> {
  const { view, signal, onLogs, onRest } = conversation;
  conversation.onTurn?.(turn);
  view.setDynamicTheme(turn.dynamicTheme);
  view.setProgress(turn.progress);
  const logs = turn.logs ?? [];
  for (const { description, details } of logs) consoleNote(`${description} ${details ?? ''}`);
  if (logs.length > 0) onLogs?.(logs);

  let messages = turn.messages;
  let actions = turn.clientSideActions ?? [];
  const keep = () => onRest?.({ ...toRest(turn), messages, clientSideActions: actions });
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
    if (isWaiting(message) && node) waiting = awaitEvent(message, node, conversation);
    else keep();
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

function awaitEvent(
  message: Message,
  node: HTMLElement,
  { signal, api }: Conversation,
): Promise<SentReply | undefined> {
  return message.type === 'embed' ? embedEvent(message, node, signal) : customEmbedEvent(message, node, api);
}

async function showBubble(
  message: Message,
  { view, settings, signal, findBubble }: Conversation,
  isFirst: boolean,
): Promise<HTMLElement | undefined> {
  if (bubbleContent(message) === undefined) return undefined;
  const text = getMessageText(message);
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

/** Returns the turn without its messages and actions, once they have been shown and done. */
function toRest({ input, turnId }: Turn): Turn {
  return { messages: [], ...(input && { input }), ...(turnId !== undefined && { turnId }) };
}

/** Asks for a reply until the service accepts one, and returns the next turn. */
async function askUntilAccepted(
  input: ShownInput,
  asked: AskedTurn,
  conversation: Conversation,
): Promise<Turn | undefined> {
  const { view, api, settings, onInput, onAnswer, onRest } = conversation;
  const { question, complaint } = findAskedQuestion(view.state.entries, input.id);
  onInput?.(input);
  for (;;) {
    onRest?.(toRest({ messages: [], input, turnId: asked.turnId }));
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
      const turn = await sendNextCommand(asked, conversation);
      if (turn) return turn;
      continue;
    }
    onAnswer?.({ message: getSentText(reply), blockId: input.id });
    try {
      return await sendReply(reply, asked, conversation);
    } catch (error) {
      if (!(error instanceof ChatRequestError)) throw error;
      view.addNotice(error.message);
    }
  }
}

/** Shows a reply and sends it. A reply that the service has not taken is not shown any longer. */
async function sendReply(
  reply: GivenReply,
  asked: AskedTurn,
  conversation: Conversation,
): Promise<Turn | undefined> {
  const shown = conversation.view.addReply(reply);
  const next = await send(reply, asked, conversation, () => {
    shown.remove();
    conversation.view.addNotice('This chat has gone on elsewhere. Your last reply was not sent.');
  });
  const format = next?.lastMessageNewFormat;
  const isAsSent = reply.message?.type === 'text' && reply.label === reply.message.text;
  if (format !== undefined && isAsSent) shown.relabel(format);
  return next;
}

function getSentText({ message, label }: GivenReply): string {
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
 *
 * @param asked the turn that waits, empty once the conversation is over
 */
async function sendNextCommand(
  asked: AskedTurn,
  { view, api, commands }: Conversation,
): Promise<Turn | undefined> {
  const command = commands.take();
  if (command === undefined) return undefined;
  view.setTyping(true);
  try {
    return await api.continueChat({ type: 'command', command }, { turnId: asked.turnId });
  } catch (error) {
    if (!(error instanceof ChatRequestError)) throw error;
    const latest =
      isUncertain(error) && asked.turnId !== undefined ? await fetchMovedTurn(asked, api) : undefined;
    // Another turn came first, so the command is for the turn that waits now.
    if (latest && error.status === 409) commands.add(command);
    if (latest) return latest;
    consoleNote(`The command "${command}" failed: ${error.message}`);
    api
      .sendClientLog({ status: 'error', description: error.message, context: 'While sending a command' })
      .catch(() => {});
    return undefined;
  } finally {
    view.setTyping(false);
  }
}

/** Tells whether the chat may have moved on in spite of the failure, or because of it. */
function isUncertain({ status }: ChatRequestError): boolean {
  return status === 0 || status === 409 || status >= 500;
}

/** Fetches the turn that waits now. Undefined if that is still the same one, or if it cannot be fetched. */
async function fetchMovedTurn(asked: AskedTurn, api: ChatApi): Promise<Turn | undefined> {
  try {
    const latest = await api.fetchLatestTurn();
    return latest.turnId === asked.turnId ? undefined : latest;
  } catch (error) {
    if (!(error instanceof ChatRequestError)) throw error;
    return undefined;
  }
}

/**
 * Sends a reply, and lets the respondent retry if that fails. The service takes it once, however often it is sent.
 *
 * @param withdraw called if the service has taken another reply instead
 * @returns undefined if the conversation is over
 * @throws ChatRequestError if the service rejects the reply for good
 */
async function send(
  reply: PendingReply,
  asked: AskedTurn,
  conversation: Conversation,
  withdraw?: () => void,
): Promise<Turn | undefined> {
  const { api, onSend } = conversation;
  onSend?.(reply);
  return await call(
    () => api.continueChat(reply.message, asked),
    conversation,
    async () => {
      const latest = await fetchMovedTurn(asked, api);
      if (!latest) return undefined;
      // A client without an id of the turn cannot know whose reply was taken.
      if (asked.turnId !== undefined) withdraw?.();
      // Where the other reply was sent, the actions have been done.
      return {
        ...latest,
        clientSideActions: latest.clientSideActions?.filter((action) => action.expectsDedicatedReply),
      };
    },
  );
}

/** Statuses with which the service rejects a call for good. */
const FINAL_STATUSES = [400, 413];
/** Statuses with which it says that the chat has moved on, or is over. */
const MOVED_STATUSES = [404, 409];

/**
 * Calls the service, and lets the respondent retry if that fails.
 *
 * @param resolveConflict finds the turn to go on with if the chat has moved on, or to its end
 * @returns undefined if the conversation is over
 * @throws ChatRequestError if the service rejects the call for good
 */
async function call(
  request: () => Promise<Turn>,
  conversation: Conversation,
  resolveConflict: () => Promise<Turn | undefined> = async () => undefined,
): Promise<Turn | undefined> {
  const { view } = conversation;
  for (;;) {
    view.setTyping(true);
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ChatRequestError) || FINAL_STATUSES.includes(error.status)) throw error;
      const latest = MOVED_STATUSES.includes(error.status) && (await resolveConflict());
      if (latest) return latest;
      view.setTyping(false);
      if (!(await isTriedAgain(error, conversation))) return undefined;
    } finally {
      view.setTyping(false);
    }
  }
}

function describeFailure({ status, message }: ChatRequestError, settings: Settings): string {
  if (status === 0) {
    const network = ['networkErrorTitle', 'networkErrorMessage'] as const;
    return network.map((name) => systemMessage(name, settings)).join(': ');
  }
  return status === 409 ? `${message}.` : `The service returned an error: ${message}.`;
}

/** Asks whether to call again, unless the conversation is over. */
function isTriedAgain(
  error: ChatRequestError,
  { view, settings }: Pick<Conversation, 'view' | 'settings'>,
): Promise<boolean> {
  if (error.status === 404) {
    view.addNotice('This conversation is over.');
    return Promise.resolve(false);
  }
  const text = describeFailure(error, settings);
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
