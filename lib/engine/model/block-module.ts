import type { ChatBlock } from './chat-block.ts';
import type { ChatFlow, Target } from './chat-flow.ts';
import type { ChatLog, ClientAction, Message, Reply, ShownInput, TextFormat } from './chat-protocol.ts';
import type { AnswerEntry } from './chat-state.ts';
import type { ChatPorts, Sandbox } from './ports.ts';
import type { TemplateMode } from './template-mode.ts';
import type { Variables } from './variables.ts';

/** What a block's module can see and do in a turn. */
export type BlockContext = {
  readonly flow: ChatFlow;
  readonly variables: Variables;
  /** Of the bot that runs, oldest first. */
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
  };
  /** There once it was loaded: before the walk where the flow has inline code. */
  readonly sandbox: Sandbox | undefined;
  /** Fills in the templates of a text. */
  render(text: string, mode?: TemplateMode): string;
  /** The same in all texts of a JSON value; texts that are elements of a list stay as they are. */
  renderAll<T>(value: T): T;
  log(entry: ChatLog): void;
  /** Sets a variable; one that is too large is logged and left as it is. */
  set(variableId: string | undefined, value: unknown, options?: { isSessionVariable?: true }): void;
  /** How many mails this turn has sent. */
  readonly mails: { sent: string[] };
};

export type BubbleModule = {
  kind: 'bubble';
  type: string;
  /** Undefined: there is nothing to show. */
  show(block: ChatBlock, context: BlockContext): Message | undefined;
  /** Whether the flow waits for the client before it goes on. */
  waits?(block: ChatBlock): boolean;
  /** Takes what the client reports, where it waited. */
  resume?(block: ChatBlock, text: string, context: BlockContext): void;
};

export type InputModule = {
  kind: 'input';
  type: string;
  /** What an event's `inputTypeVariableId` gets: "text", "buttons", … */
  shortName: string;
  /** The block as it is sent; by default with its templates filled in and the variable's value as `prefilledValue`. */
  show?(block: ChatBlock, context: BlockContext): ShownInput | Promise<ShownInput>;
  /** Whether `read` does not look at what was shown: then it is not made again for it. */
  readsUnshown?: true;
  /** Reads a reply to the block as it was shown; undefined is a turn without a reply. */
  read(
    reply: Exclude<Reply, { type: 'command' }> | undefined,
    shown: ShownInput,
    context: BlockContext,
  ): ReadReply | Promise<ReadReply>;
  /** The text that asks again, where the type has one of its own. */
  retryText?: string;
};

export type ReadReply =
  | {
      status: 'accepted';
      /** As it is stored. */
      content: string;
      /** The edge of the item that was chosen. */
      outgoingEdgeId?: string;
      /** Variables to set beside the block's own. */
      assignments?: { variableId: string; value: unknown }[];
    }
  | { status: 'refused' }
  /** Nothing is stored and the flow goes on. */
  | { status: 'skipped' };

export type ActionModule = {
  kind: 'logic' | 'integration';
  type: string;
  run(block: ChatBlock, context: BlockContext): Outcome | Promise<Outcome>;
  /** Takes the text with which the client answered an action that expects a reply. */
  resume?(block: ChatBlock, text: string, context: BlockContext): void | Promise<void>;
};

export type BlockModule = BubbleModule | InputModule | ActionModule;

/** What a block that acts leads to: one of these, and never two. */
type Outcomes = {
  /** The flow goes on along the block's own edge, or with the next block. */
  next: Record<never, never>;
  /** The client does something; where it is expected to reply, the flow waits for that. */
  act: { actions: ClientAction[] };
  /** A message, an embed that an integration shows, for whose event the flow waits. */
  embed: { embed: Message };
  go: {
    /** Where the flow goes on: along an edge, at a place in it, or nowhere. */
    go: { edgeId: string } | { target: Target } | 'end';
    /** The block that a Return block comes back to. */
    returnTo?: string;
    /** Where the flow goes on once there is no edge to follow. */
    after?: Target;
  };
  /** A Return block was met. */
  return: { isReturn: true };
  /** Another bot runs before the flow goes on, at `after` if there is no edge to follow. */
  link: { link: LinkedRun; after?: Target };
};

type KeyOfAny<Union> = Union extends unknown ? keyof Union : never;

/** A union whose members cannot be mixed. */
type OneOf<Union, All = Union> = Union extends unknown
  ? Union & { [Key in Exclude<KeyOfAny<All>, keyof Union>]?: never }
  : never;

export type Outcome = OneOf<Outcomes[keyof Outcomes]>;

export type LinkedRun = {
  flow: ChatFlow;
  /** Whether its answers and variables become those of the bot that links. */
  isMerging: boolean;
  target: Target;
};
