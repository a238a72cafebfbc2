import type { BlockContext } from '#lib/engine/model/block-module.ts';
import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type {
  ChatLog,
  ClientAction,
  Message,
  ShownInput,
  TextFormat,
} from '#lib/engine/model/chat-protocol.ts';
import type { ChatState, ReturnMark, TranscriptEntry } from '#lib/engine/model/chat-state.ts';
import { FlowStoppedError } from '#lib/engine/model/flow-stopped.ts';
import type { ChatPorts, Sandbox } from '#lib/engine/model/ports.ts';
import { type Variables, VariablesTooLargeError } from '#lib/engine/model/variables.ts';
import { FillBudget, MAX_FILLED_CHARS, MAX_LOOK_CHARS } from '#lib/engine/text/fill-budget.ts';
import { renderAll } from '#lib/engine/text/template.ts';
import { hasPlaceholders, maxTextChars } from './block-text.ts';
import { BlockView } from './block-view.ts';
import {
  messageText,
  remember,
  type Transcript,
  transcriptReplies,
  transcriptText,
} from './chat-transcript.ts';
import { type ComputeTime, withinTurn } from './compute-limit.ts';
import { frameState, type ResultChange, type RunningFrame } from './frame.ts';
import { renderLookText } from './render-theme.ts';
import { type TurnLog, TurnLogs } from './turn-logs.ts';

/**
 * Maximum size of a turn's messages and actions, in characters of JSON. Lambda responses are limited to 6 MB:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_TURN_CHARS = 1_000_000;

/** An answer accepted in this turn. */
export type NewAnswer = {
  /** Absent in previews, which store no answers. */
  resultId?: string;
  blockId: string;
  groupId: string;
  variableId: string | null;
  content: string;
  attachedFileUrls?: string[];
};

export type TurnInput = {
  /** Innermost (running) bot first. */
  frames: RunningFrame[];
  sessionId: string;
  textFormat: TextFormat;
  isPreview: boolean;
  isStreamEnabled: boolean;
  waitingBlockId?: string;
  returnMark?: ReturnMark;
  progress?: { totalAnswers: number };
  dynamicTheme?: ChatState['dynamicTheme'];
  transcript?: TranscriptEntry[];
};

/**
 * State of a turn in progress: the position in the flow, and the messages, actions and logs so far. Blocks
 * only see its `view`.
 */
export class Turn {
  readonly ports: ChatPorts;
  readonly frames: RunningFrame[];
  readonly messages: Message[] = [];
  readonly actions: ClientAction[] = [];
  readonly newAnswers: NewAnswer[] = [];
  /** Results of linked bots that ended in this turn. */
  readonly endedResults: ResultChange[] = [];
  readonly progress: { totalAnswers: number } | undefined;
  readonly dynamicTheme: ChatState['dynamicTheme'];
  transcript: Transcript | undefined;
  sandbox: Sandbox | undefined;
  input: ShownInput | undefined;
  waitingBlockId: string | undefined;
  /** Whether the flow is waiting for the client. */
  isWaiting = false;
  returnMark: ReturnMark | undefined;
  lastMessageNewFormat: string | undefined;
  /** Blocks executed so far. */
  steps = 0;
  /** Size of all messages and actions so far, in characters of JSON. */
  responseChars = 0;
  /** Whether the flow was aborted. */
  isStopped = false;
  /**
   * Whether the flow was walked. If not, because an input is only asked again, the response omits the lists
   * of actions and logs.
   */
  hasWalked = false;
  readonly #chat: Omit<BlockContext['chat'], 'resultId'>;
  readonly #logs = new TurnLogs();
  readonly filling = new FillBudget(MAX_FILLED_CHARS, () =>
    this.log({
      status: 'error',
      description: `Placeholders were left empty: a turn fills in at most ${MAX_FILLED_CHARS} characters`,
    }),
  );
  readonly #lookFilling = new FillBudget(MAX_LOOK_CHARS, () =>
    this.log({
      status: 'error',
      description: `Placeholders in the theme or settings were not filled in: their values exceed ${MAX_LOOK_CHARS} characters`,
    }),
  );
  readonly computeTime: ComputeTime;
  readonly view: BlockContext = new BlockView(this);

  constructor(input: TurnInput, ports: ChatPorts) {
    this.ports = ports;
    this.computeTime = { spentMs: 0, remainingMs: ports.remainingMs };
    this.frames = input.frames;
    this.waitingBlockId = input.waitingBlockId;
    this.returnMark = input.returnMark;
    this.progress = input.progress && { ...input.progress };
    this.dynamicTheme = input.dynamicTheme;
    this.transcript = input.transcript && { entries: [...input.transcript] };
    this.#chat = {
      sessionId: input.sessionId,
      workspaceId: this.flow.workspaceId,
      isPreview: input.isPreview,
      isStreamEnabled: input.isStreamEnabled,
      textFormat: input.textFormat,
      transcript: () => transcriptText(this.transcript),
      transcriptReplies: () => transcriptReplies(this.transcript),
    };
  }

  get frame(): RunningFrame {
    const [frame] = this.frames;
    if (!frame) throw new Error('A turn without a bot');
    return frame;
  }

  /** Includes the running bot's result, because a linked bot may have its own. */
  get chat(): BlockContext['chat'] {
    const { resultId } = this.frame;
    return { ...this.#chat, ...(resultId !== undefined && { resultId }) };
  }

  get logs(): readonly TurnLog[] {
    return this.#logs.list;
  }

  get flow(): ChatFlow {
    return this.frame.flow;
  }

  get variables(): Variables {
    return this.frame.variables;
  }

  /**
   * Renders part of the theme or settings. Keeps templates unrendered if they are too large or take too long.
   */
  readonly renderLook = <T extends object>(value: T): T => {
    // With no templates to render, skip the checks below, which would log a failure.
    if (!hasPlaceholders(value)) return value;
    const context = { variables: this.variables, sandbox: this.sandbox, filling: this.#lookFilling };
    try {
      return withinTurn(
        this.computeTime,
        () => renderAll(value, context, renderLookText),
        maxTextChars(value, this.variables),
      );
    } catch (error) {
      if (!(error instanceof FlowStoppedError)) throw error;
      this.log({
        status: 'error',
        description: 'Placeholders in the theme or settings were not filled in: it took too long',
      });
      return value;
    }
  };

  log(entry: ChatLog): void {
    this.#logs.add(entry, this.frame.resultId);
    this.ports.trace?.countLogs(this.logs.length);
  }

  /** Logs why the flow was stopped, even if the log is full. */
  logStop(description: string): void {
    this.#logs.add({ status: 'error', description }, this.frame.resultId, { isNeeded: true });
    this.ports.trace?.countLogs(this.logs.length);
  }

  /** Sets a variable of the running bot. If the value is too large, logs that and keeps the old one. */
  set(...[variableId, value, options]: Parameters<BlockContext['set']>): void {
    try {
      this.variables.set(variableId, value, options);
    } catch (error) {
      if (!(error instanceof VariablesTooLargeError)) throw error;
      this.log({ status: 'error', description: error.message });
      return;
    }
    this.ports.trace?.setVariable(this.variables.byId(variableId));
  }

  say(message: Message): void {
    if (!this.#hasRoomFor(message)) return;
    this.messages.push(message);
    if (this.transcript) remember(this.transcript, { role: 'bot', text: messageText(message) });
  }

  /** Sends an action to the client, to be performed after the latest message. */
  act(action: ClientAction): void {
    const lastBubbleBlockId = this.messages.at(-1)?.id;
    const placed = { ...action, ...(lastBubbleBlockId !== undefined && { lastBubbleBlockId }) };
    if (this.#hasRoomFor(placed)) this.actions.push(placed);
  }

  /**
   * Rejects a message or action that is too large for any response. If only their total is too large, the
   * walk stops before the next block.
   */
  #hasRoomFor(part: Message | ClientAction): boolean {
    const chars = JSON.stringify(part).length;
    if (chars > MAX_TURN_CHARS) {
      this.log({
        status: 'error',
        description: `A message or action was omitted because it has more than ${MAX_TURN_CHARS} characters`,
      });
      return false;
    }
    this.responseChars += chars;
    return true;
  }

  /** Remembers the block that a Return block of the running bot jumps back to. */
  markReturn(mark: Omit<ReturnMark, 'botId'>): void {
    this.returnMark = { botId: this.flow.botId, ...mark };
  }

  waitAt(blockId: string): void {
    this.waitingBlockId = blockId;
    this.isWaiting = true;
  }

  /** Loads what the flow needs from the start: the sandbox for inline code, and the transcript. */
  async prepareFor(flow: ChatFlow): Promise<void> {
    if (flow.hasInlineCode) this.sandbox ??= await this.ports.sandbox();
    // Linked bots, and drafts that just added a transcript variable, start their transcript here.
    if (flow.asksForTranscript) this.transcript ??= { entries: [] };
  }

  state(): ChatState {
    const isBegun = this.hasWalked || this.newAnswers.length > 0;
    const [first, ...others] = this.frames.map((frame) => frameState(frame, { isBegun }));
    if (!first) throw new Error('A turn without a bot');
    return {
      frames: [first, ...others],
      ...(this.waitingBlockId !== undefined && { waitingBlockId: this.waitingBlockId }),
      ...(this.returnMark && { returnMark: this.returnMark }),
      isPreview: this.chat.isPreview,
      ...(this.chat.isStreamEnabled && { isStreamEnabled: true }),
      ...(this.progress && { progress: this.progress }),
      ...(this.dynamicTheme && { dynamicTheme: this.dynamicTheme }),
      ...(this.transcript && { transcript: this.transcript.entries }),
    };
  }
}
