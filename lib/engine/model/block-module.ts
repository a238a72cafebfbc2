import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import type { DateFormat } from '#lib/bots/values/written-date.ts';
import type { ChatBlock } from './chat-block.ts';
import type { ChatBot, ChatFlow, Target } from './chat-flow.ts';
import type { ChatLog, ClientAction, Message, Reply, ShownInput, TextFormat } from './chat-protocol.ts';
import type { AnswerEntry } from './chat-state.ts';
import type { ChatPorts, Sandbox } from './ports.ts';
import type { TemplateMode } from './template-mode.ts';
import type { SetOptions, Variables } from './variables.ts';

/** Everything that a block module can access during a turn. */
export type BlockContext = {
  readonly flow: ChatFlow;
  /** Whether the running bot takes replies to Listen blocks as data. */
  readonly webhookReplies: WebhookReplies;
  readonly variables: Variables;
  /** Answers in the running bot, oldest first. */
  readonly answers: readonly AnswerEntry[];
  readonly ports: ChatPorts;
  readonly chat: {
    sessionId: string;
    workspaceId: string;
    isPreview: boolean;
    /** Absent in a preview. */
    resultId?: string;
    isStreamEnabled: boolean;
    textFormat: TextFormat;
    transcript: () => string;
    /** The respondent's replies in the transcript. */
    transcriptReplies: () => string[];
  };
  /** Undefined until loaded. Flows with inline code load it before the walk starts. */
  readonly sandbox: Sandbox | undefined;
  /** Fills in the placeholders of a template. */
  render(text: string, mode?: TemplateMode): string;
  /** Fills in every string of a JSON value, except strings that are array elements. */
  renderAll<T>(value: T): T;
  /** Formats in which date and time inputs write the values of a variable, by its name. Empty if none saves to it. */
  dateFormats(variableName: string): readonly DateFormat[];
  log(entry: ChatLog): void;
  /** Sets a variable. A value that exceeds the size limit is logged, and the variable keeps its old value. */
  set(variableId: string | undefined, value: unknown, options?: SetOptions): void;
  /** Emails this turn has tried to send, serialized. */
  readonly mails: { sent: string[] };
};

export type BubbleModule = {
  kind: 'bubble';
  type: string;
  /** Returns undefined if there is nothing to show. */
  show(block: ChatBlock, context: BlockContext): Message | undefined;
  /** Whether the flow pauses at this bubble until the client reports back. */
  waits?(block: ChatBlock): boolean;
  /** Handles what the client reports after a pause (see `waits`). */
  resume?(block: ChatBlock, text: string, context: BlockContext): void;
};

export type InputModule = {
  kind: 'input';
  type: string;
  /** Value stored in an event's `inputTypeVariableId`: "text", "buttons", … */
  shortName: string;
  /** Returns the block as sent to the client. Defaults to the block unchanged. */
  show?(block: ChatBlock, context: BlockContext): ShownInput | Promise<ShownInput>;
  /** Set if `read` does not use `shown`, so the engine can skip recomputing it. */
  readsUnshown?: true;
  /** Parses a reply to the shown input. `reply` is undefined if the turn has none. */
  read(
    reply: Exclude<Reply, { type: 'command' }> | undefined,
    shown: ShownInput,
    context: BlockContext,
  ): ReadReply | Promise<ReadReply>;
  /** Default text for asking again after an invalid reply. Absent if the input type has none. */
  retryText?: string;
};

export type ReadReply =
  | {
      status: 'accepted';
      /** Answer to store. */
      content: string;
      /** Whether the author wrote `content` and the respondent only chose it by another text. */
      isAuthored?: true;
      /** Edge of the chosen item. */
      outgoingEdgeId?: string;
      /** The chosen item, if it is a single one. */
      itemId?: string;
      /** Variables to set in addition to the block's own. */
      assignments?: { variableId: string; value: unknown }[];
    }
  /** `retryText` says what is wrong. It is shown unless the bot has a text of its own. */
  | { status: 'refused'; retryText?: string }
  /** Nothing is stored and the flow continues. */
  | { status: 'skipped' };

export type ActionModule = {
  kind: 'logic' | 'integration';
  type: string;
  run(block: ChatBlock, context: BlockContext): Outcome | Promise<Outcome>;
  /** Handles the client's reply to an action that expects one. */
  resume?(block: ChatBlock, text: string, context: BlockContext): void | Promise<void>;
};

export type BlockModule = BubbleModule | InputModule | ActionModule;

/** Possible outcomes of running a logic or integration block. A run returns exactly one of them. */
type Outcomes = {
  /** Continue along the block's own edge, or with the next block. `isElse`: because no condition was met. */
  next: { isElse?: true };
  /** Have the client perform actions. If one of them expects a reply, the flow waits for it. */
  act: { actions: ClientAction[] };
  /** Show an embed as a message and wait for an event from it. */
  embed: { embed: Message };
  go: {
    /** Where to continue: along an edge, at a target, or nowhere. */
    go: { edgeId: string } | { target: Target } | 'end';
    /** Block that a later Return block jumps back to. */
    returnTo?: string;
    /** Where to continue once there is no edge left to follow. */
    after?: Target;
    /** Item that decided where to continue. */
    itemId?: string;
  };
  /** The flow reached a Return block. */
  return: { isReturn: true };
  /** Run a linked bot first, then continue along the block's edge, or at `after` if it has none. */
  link: { link: LinkedRun; after?: Target };
};

type KeyOfAny<Union> = Union extends unknown ? keyof Union : never;

/** Union whose members cannot be combined. */
type OneOf<Union, All = Union> = Union extends unknown
  ? Union & { [Key in Exclude<KeyOfAny<All>, keyof Union>]?: never }
  : never;

export type Outcome = OneOf<Outcomes[keyof Outcomes]>;

export type LinkedRun = ChatBot & {
  /** Whether the linked bot's answers and variables are merged into the parent's. */
  isMerging: boolean;
  target: Target;
};
