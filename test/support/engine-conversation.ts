import { isDeepStrictEqual } from 'node:util';
import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import { type SentMessage, toReply } from '#lib/chat/sent-message.ts';
import { toStoredVariables } from '#lib/chat/turn-transaction.ts';
import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { ChatLog, TextFormat } from '#lib/engine/model/chat-protocol.ts';
import type { ChatState } from '#lib/engine/model/chat-state.ts';
import type { ChatPorts } from '#lib/engine/model/ports.ts';
import type { ChatVariable } from '#lib/engine/model/variables.ts';
import type { ChatResponse } from '#lib/engine/turn/chat-response.ts';
import {
  type ChatStart,
  continueConversation,
  startConversation,
  type TurnOutcome,
} from '#lib/engine/turn/conversation.ts';
import { repeatQuestion } from '#lib/engine/turn/repeat-question.ts';

export type EngineResult = {
  botId: string;
  hasStarted: boolean;
  isCompleted: boolean;
  variables: ChatVariable[];
  answers: { blockId: string; content: string }[];
};

type Body = {
  message?: SentMessage;
  textBubbleContentFormat?: TextFormat;
};

export type StartBody = Body & {
  prefilledVariables?: Record<string, unknown>;
  isOnlyRegistering?: boolean;
  isPreview?: boolean;
  startFrom?: ChatStart['startFrom'];
  isProgressBarEnabled?: boolean;
  /** Whether the bot takes replies to Listen blocks as data. Defaults to `data`. */
  webhookReplies?: WebhookReplies;
  /** Variables and answers of the earlier conversation that this one continues. */
  remembered?: Pick<NonNullable<ChatStart['result']>, 'variables' | 'answers'>;
};

/**
 * A conversation with the engine, without a store. The state round-trips through JSON between turns, and the
 * results that would be stored can be inspected.
 */
export class EngineConversation {
  readonly #flows: (botId: string, release: number | undefined) => ChatFlow | undefined;
  readonly #ports: ChatPorts;
  readonly results = new Map<string, EngineResult>();
  readonly logs: ChatLog[] = [];
  /** Log descriptions, by the id of the result that they are stored with. */
  readonly logsByResult = new Map<string | undefined, string[]>();
  /**
   * Size of the state after the last turn, in characters of JSON, even if the conversation is over.
   */
  stateChars = 0;
  state: ChatState | undefined;

  constructor(flows: (botId: string, release: number | undefined) => ChatFlow | undefined, ports: ChatPorts) {
    this.#flows = flows;
    this.#ports = ports;
  }

  static readonly sessionId = 'the-session';
  static readonly resultId = 'the-result';

  async start(flow: ChatFlow, body: StartBody = {}) {
    const { isPreview = false, remembered, startFrom, isProgressBarEnabled } = body;
    const result = {
      resultId: EngineConversation.resultId,
      isNew: true,
      isCompleted: false,
      variables: [],
      answers: [],
    };
    const outcome = await startConversation(
      {
        flow,
        webhookReplies: body.webhookReplies ?? 'data',
        sessionId: EngineConversation.sessionId,
        ...(!isPreview && { result: remembered ? { ...result, isNew: false, ...remembered } : result }),
        prefilledVariables: body.prefilledVariables ?? {},
        textFormat: body.textBubbleContentFormat ?? 'richText',
        isStreamEnabled: false,
        isOnlyRegistering: body.isOnlyRegistering === true,
        ...withMessage(body.message),
        ...(startFrom && { startFrom }),
        ...(isProgressBarEnabled !== undefined && { isProgressBarEnabled }),
      },
      this.#ports,
    );
    this.#keep(outcome);
    return outcome;
  }

  /** @throws Error if the conversation is over */
  async continue(body: Body = {}): Promise<ChatResponse> {
    const { state } = this;
    if (!state) throw new Error('The conversation is over');
    const flows = state.frames.map(({ botId, release }) => this.#flows(botId, release));
    const outcome = await continueConversation(
      {
        state,
        flows: flows.filter((flow) => flow !== undefined),
        sessionId: EngineConversation.sessionId,
        reply: toReply(body.message),
        textFormat: body.textBubbleContentFormat ?? 'richText',
      },
      this.#ports,
    );
    this.#keep(outcome);
    return outcome.response;
  }

  /** Asks again without a reply, as a client that lost a response does. */
  async repeatQuestion(): Promise<ChatResponse> {
    const { state } = this;
    if (!state) throw new Error('The conversation is over');
    const flows = state.frames.map(({ botId, release }) => this.#flows(botId, release));
    return await repeatQuestion(
      {
        state,
        flows: flows.filter((flow) => flow !== undefined),
        sessionId: EngineConversation.sessionId,
        textFormat: 'richText',
      },
      this.#ports,
    );
  }

  get result(): EngineResult | undefined {
    return this.results.get(EngineConversation.resultId);
  }

  #keep({ state, isEnded, results, newAnswers, logs }: TurnOutcome): void {
    const stored = JSON.parse(JSON.stringify(state)) as ChatState;
    if (!isDeepStrictEqual(stored, state)) throw new Error('The state does not survive a JSON round trip');
    this.state = isEnded ? undefined : stored;
    for (const { resultId, botId, hasStarted, isCompleted, variables } of results) {
      const before = this.results.get(resultId);
      this.results.set(resultId, {
        botId: before?.botId ?? botId,
        hasStarted: hasStarted || before?.hasStarted === true,
        isCompleted: isCompleted || before?.isCompleted === true,
        variables: toStoredVariables(variables),
        answers: before?.answers ?? [],
      });
    }
    for (const { resultId, blockId, content } of newAnswers) {
      if (resultId !== undefined) this.results.get(resultId)?.answers.push({ blockId, content });
    }
    this.stateChars = JSON.stringify(state).length;
    for (const { resultId, entry } of logs) {
      this.logs.push(entry);
      this.logsByResult.set(resultId, [...(this.logsByResult.get(resultId) ?? []), entry.description]);
    }
  }
}

function withMessage(sent: SentMessage) {
  const message = toReply(sent);
  return message && { message };
}
