import type { BlockContext } from './block-module.ts';
import type { ChatFlow } from './chat-flow.ts';
import type { ChatLog, ClientAction, Message, ShownInput, TextFormat } from './chat-protocol.ts';
import type { ChatState, ReturnMark, TranscriptEntry } from './chat-state.ts';
import { messageText, remember, type Transcript, transcriptText } from './chat-transcript.ts';
import { frameState, type ResultChange, type RunningFrame } from './frame.ts';
import type { ChatPorts, Sandbox } from './ports.ts';
import { renderAll, renderTemplate, type TemplateMode } from './template.ts';
import { type Variables, VariablesTooLarge } from './variables.ts';

/** An answer that a turn took. */
export type NewAnswer = {
  /** Absent in a preview, which stores none. */
  resultId?: string;
  blockId: string;
  groupId: string;
  variableId: string | null;
  content: string;
  attachedFileUrls?: string[];
};

export type TurnInput = {
  /** The bot that runs is first. */
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
 * One turn of a conversation while it is computed: where the flow is, and what has been said, done and logged so far.
 * It is also what blocks see of it.
 */
export class Turn implements BlockContext {
  readonly ports: ChatPorts;
  readonly frames: RunningFrame[];
  readonly chat: BlockContext['chat'];
  readonly messages: Message[] = [];
  readonly actions: ClientAction[] = [];
  readonly logs: { resultId?: string; entry: ChatLog }[] = [];
  readonly newAnswers: NewAnswer[] = [];
  /** Results of linked bots that came to their end in this turn. */
  readonly endedResults: ResultChange[] = [];
  readonly mails: { sent: string[] } = { sent: [] };
  readonly progress: { totalAnswers: number } | undefined;
  readonly dynamicTheme: ChatState['dynamicTheme'];
  readonly transcript: Transcript | undefined;
  sandbox: Sandbox | undefined;
  input: ShownInput | undefined;
  waitingBlockId: string | undefined;
  /** Whether the flow stopped in this turn to wait for the client. */
  isWaiting = false;
  returnMark: ReturnMark | undefined;
  lastMessageNewFormat: string | undefined;
  /** Blocks executed so far. */
  steps = 0;
  /** Of all messages so far, as JSON. */
  messageChars = 0;
  /** Whether the flow was walked at all: an answer that only asks again has no lists of actions and logs. */
  hasWalked = false;

  constructor(input: TurnInput, ports: ChatPorts) {
    this.ports = ports;
    this.frames = input.frames;
    this.waitingBlockId = input.waitingBlockId;
    this.returnMark = input.returnMark;
    this.progress = input.progress && { ...input.progress };
    this.dynamicTheme = input.dynamicTheme;
    this.transcript = input.transcript && { entries: [...input.transcript] };
    const resultId = input.frames[0]?.resultId;
    this.chat = {
      sessionId: input.sessionId,
      workspaceId: this.flow.workspaceId,
      isPreview: input.isPreview,
      ...(resultId !== undefined && { resultId }),
      isStreamEnabled: input.isStreamEnabled,
      textFormat: input.textFormat,
      transcript: () => transcriptText(this.transcript),
    };
  }

  get frame(): RunningFrame {
    const [frame] = this.frames;
    if (!frame) throw new Error('A turn without a bot');
    return frame;
  }

  get flow(): ChatFlow {
    return this.frame.flow;
  }

  get variables(): Variables {
    return this.frame.variables;
  }

  get answers() {
    return this.frame.answers;
  }

  // Properties, so that a block's module may take them out of its context.

  readonly render = (text: string, mode?: TemplateMode): string => renderTemplate(text, this, mode);

  readonly renderAll = <T>(value: T): T => renderAll(value, this);

  readonly log = (entry: ChatLog): void => {
    const { resultId } = this.frame;
    this.logs.push({ ...(resultId !== undefined && { resultId }), entry });
  };

  readonly set: BlockContext['set'] = (variableId, value, options) => {
    try {
      this.variables.set(variableId, value, options);
    } catch (error) {
      if (!(error instanceof VariablesTooLarge)) throw error;
      this.log({ status: 'error', description: error.message });
    }
  };

  say(message: Message): void {
    this.messages.push(message);
    this.messageChars += JSON.stringify(message).length;
    if (this.transcript) remember(this.transcript, { role: 'bot', text: messageText(message) });
  }

  waitAt(blockId: string): void {
    this.waitingBlockId = blockId;
    this.isWaiting = true;
  }

  /** Loads the machine for user code, where the flow needs it without asking. */
  async prepareCode(flow: ChatFlow): Promise<void> {
    if (flow.hasInlineCode) this.sandbox ??= await this.ports.sandbox();
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
