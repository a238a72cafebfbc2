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
  };
  /** Undefined until it is loaded. If the flow has inline code, that happens before the walk. */
  readonly sandbox: Sandbox | undefined;
  /** Fills in the templates of a text. */
  render(text: string, mode?: TemplateMode): string;
  /** Fills in the templates of all texts in a JSON value, except texts that are list elements. */
  renderAll<T>(value: T): T;
  log(entry: ChatLog): void;
  /** Sets a variable. If the value does not fit, this is logged and the variable keeps its old value. */
  set(variableId: string | undefined, value: unknown, options?: { isSessionVariable?: true }): void;
  /** The mails that this turn has tried to send, as text. */
  readonly mails: { sent: string[] };
};

export type BubbleModule = {
  kind: 'bubble';
  type: string;
  /** Undefined if there is nothing to show. */
  show(block: ChatBlock, context: BlockContext): Message | undefined;
  /** Whether the flow waits for the client before it continues. */
  waits?(block: ChatBlock): boolean;
  /** Receives what the client reports after the flow has waited for it. */
  resume?(block: ChatBlock, text: string, context: BlockContext): void;
};

export type InputModule = {
  kind: 'input';
  type: string;
  /** Value that an event stores in its `inputTypeVariableId`: "text", "buttons", … */
  shortName: string;
  /** The block as it is sent to the client. By default it is sent unchanged. */
  show?(block: ChatBlock, context: BlockContext): ShownInput | Promise<ShownInput>;
  /** Whether `read` ignores what was shown. The shown input is then not computed again for it. */
  readsUnshown?: true;
  /** Reads a reply to the block as it was shown. The reply is undefined in a turn without one. */
  read(
    reply: Exclude<Reply, { type: 'command' }> | undefined,
    shown: ShownInput,
    context: BlockContext,
  ): ReadReply | Promise<ReadReply>;
  /** Text that asks again after a refused reply. Absent if the type has none of its own. */
  retryText?: string;
};

export type ReadReply =
  | {
      status: 'accepted';
      /** The answer as it is stored. */
      content: string;
      /** Edge of the chosen item. */
      outgoingEdgeId?: string;
      /** Variables to set in addition to the block's own. */
      assignments?: { variableId: string; value: unknown }[];
    }
  | { status: 'refused' }
  /** Nothing is stored, and the flow continues. */
  | { status: 'skipped' };

export type ActionModule = {
  kind: 'logic' | 'integration';
  type: string;
  run(block: ChatBlock, context: BlockContext): Outcome | Promise<Outcome>;
  /** Receives the client's reply to an action that expects one. */
  resume?(block: ChatBlock, text: string, context: BlockContext): void | Promise<void>;
};

export type BlockModule = BubbleModule | InputModule | ActionModule;

/** The possible outcomes of running a logic or integration block. Each run has exactly one of them. */
type Outcomes = {
  /** The flow continues along the block's own edge or with the next block. */
  next: Record<never, never>;
  /** The client does something. If it is expected to reply, the flow waits for the reply. */
  act: { actions: ClientAction[] };
  /** An integration shows an embed as a message, and the flow waits for an event from it. */
  embed: { embed: Message };
  go: {
    /** Where the flow continues: along an edge, at a given place, or nowhere. */
    go: { edgeId: string } | { target: Target } | 'end';
    /** The block that a later Return block goes back to. */
    returnTo?: string;
    /** Where the flow continues when there is no edge left to follow. */
    after?: Target;
  };
  /** The flow has reached a Return block. */
  return: { isReturn: true };
  /** Another bot runs first. Then the flow continues, at `after` if there is no edge to follow. */
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
  /** Whether its answers and variables are merged into those of the bot that links to it. */
  isMerging: boolean;
  target: Target;
};
