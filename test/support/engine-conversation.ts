import type { ChatAnswer } from '#lib/chat/answer-of-turn.ts';
import type { ChatFlow } from '#lib/chat/chat-flow.ts';
import type { TextFormat } from '#lib/chat/chat-protocol.ts';
import type { ChatState } from '#lib/chat/chat-state.ts';
import { continueConversation, startConversation, type TurnOutcome } from '#lib/chat/conversation.ts';
import type { ChatPorts } from '#lib/chat/ports.ts';
import { replyOf, type SentMessage } from '#lib/chat/sent-message.ts';
import type { ChatVariable } from '#lib/chat/variables.ts';

export type EngineResult = {
  hasStarted: boolean;
  isCompleted: boolean;
  variables: ChatVariable[];
  answers: { blockId: string; content: string }[];
};

type Body = {
  message?: SentMessage;
  textBubbleContentFormat?: TextFormat;
  prefilledVariables?: Record<string, unknown>;
};

/**
 * A conversation with the engine alone: what the store would keep between two turns goes through JSON, and what it
 * would keep as results is here to be looked at.
 */
export class EngineConversation {
  readonly #flows: (botId: string, release: number | undefined) => ChatFlow | undefined;
  readonly #ports: ChatPorts;
  readonly results = new Map<string, EngineResult>();
  readonly logs: { description: string }[] = [];
  state: ChatState | undefined;

  constructor(flows: (botId: string, release: number | undefined) => ChatFlow | undefined, ports: ChatPorts) {
    this.#flows = flows;
    this.#ports = ports;
  }

  static readonly sessionId = 'the-session';
  static readonly resultId = 'the-result';

  async start(flow: ChatFlow, body: Body = {}) {
    const outcome = await startConversation(
      {
        flow,
        sessionId: EngineConversation.sessionId,
        result: { resultId: EngineConversation.resultId, isNew: true, variables: [], answers: [] },
        prefilledVariables: body.prefilledVariables ?? {},
        textFormat: body.textBubbleContentFormat ?? 'richText',
        isStreamEnabled: false,
        isOnlyRegistering: false,
        ...withMessage(body.message),
      },
      this.#ports,
    );
    if (!outcome.isEnded || outcome.newAnswers.length > 0) this.#keep(outcome);
    return outcome;
  }

  /** @throws where the conversation is over */
  async continue(body: Body = {}): Promise<ChatAnswer> {
    const { state } = this;
    if (!state) throw new Error('The conversation is over');
    const flows = state.frames.map(({ botId, release }) => this.#flows(botId, release));
    const outcome = await continueConversation(
      {
        state,
        flows: flows.filter((flow) => flow !== undefined),
        sessionId: EngineConversation.sessionId,
        reply: replyOf(body.message),
        textFormat: body.textBubbleContentFormat ?? 'richText',
      },
      this.#ports,
    );
    this.#keep(outcome);
    return outcome.answer;
  }

  get result(): EngineResult | undefined {
    return this.results.get(EngineConversation.resultId);
  }

  #keep({ state, isEnded, results, newAnswers, logs }: TurnOutcome): void {
    this.state = isEnded ? undefined : (JSON.parse(JSON.stringify(state)) as ChatState);
    for (const { resultId, hasStarted, isCompleted, variables } of results) {
      const before = this.results.get(resultId);
      this.results.set(resultId, {
        hasStarted: hasStarted || before?.hasStarted === true,
        isCompleted: isCompleted || before?.isCompleted === true,
        variables: variables.filter(
          ({ value, isSessionVariable }) => value !== undefined && value !== null && !isSessionVariable,
        ),
        answers: before?.answers ?? [],
      });
    }
    for (const { resultId, blockId, content } of newAnswers) {
      if (resultId !== undefined) this.results.get(resultId)?.answers.push({ blockId, content });
    }
    this.logs.push(...logs.map(({ entry }) => entry));
  }
}

function withMessage(sent: SentMessage) {
  const message = replyOf(sent);
  return message && { message };
}
