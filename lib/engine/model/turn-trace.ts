import type { BotEvent } from '#lib/bots/document/bot-document.ts';
import type { ChatBlock, ChatGroup } from './chat-block.ts';
import type { ChatFlow } from './chat-flow.ts';
import { type HttpPort, type HttpRequest, HttpRequestError } from './ports.ts';
import type { StepOutcome, TurnRecorder } from './turn-recorder.ts';
import type { VariableValue } from './variable-value.ts';
import type { ChatVariable } from './variables.ts';

/** Maximum number of steps in a trace. A turn of a real bot has a few dozen. */
export const MAX_TRACED_STEPS = 200;

/** Maximum size of a trace, in characters of JSON, so that it stays small beside the messages of its turn. */
export const MAX_TRACE_CHARS = 40_000;

/** Maximum characters of a variable's value, enough to recognise it. */
export const MAX_TRACED_VALUE_CHARS = 500;

/** Characters counted for a list element in addition to its text. */
const ELEMENT_OVERHEAD_CHARS = 4;

/** A block that was run, a block that took a reply, or an event from which the flow went on. */
export type TraceStep = {
  /** Bot that has the block or event. Absent for the bot of the chat, present for a linked one. */
  botId?: string;
  groupId?: string;
  blockId?: string;
  /** Present instead of a group and a block. */
  eventId?: string;
  /** Type of the block or event. */
  type: string;
  outcome?: StepOutcome;
  /** Item whose condition was met, or that was chosen. */
  itemId?: string;
  /** Edge that was followed afterwards. */
  edgeId?: string;
  /** Variables that were set, with their last value. */
  variables?: TracedVariable[];
  /** Indexes of the step's entries in the logs of the turn. */
  logs?: number[];
  requests?: TracedRequest[];
};

export type TracedVariable = {
  id: string;
  name: string;
  value: VariableValue;
  /** Set if only the beginning of the value is here. */
  isCut?: true;
};

/**
 * An HTTP request of a step, without its path, headers and body, which can hold credentials. A request that got no response has
 * an error instead of a status.
 */
export type TracedRequest = {
  method: string;
  /** Absent if the request has a stored credential, because its address can be part of that. */
  host?: string;
  status?: number;
  error?: HttpRequestError['kind'];
};

export type Trace = {
  steps: TraceStep[];
  /** Set if the turn did more than the trace can hold. */
  isCut?: true;
};

/** Keeps the steps of one turn of a preview. */
export class TurnTrace implements TurnRecorder {
  readonly #botId: string;
  readonly #steps: TraceStep[] = [];
  /** Step that the turn is at. Undefined between steps, and once the trace is cut. */
  #current: TraceStep | undefined;
  #chars = 0;
  #loggedEntries = 0;
  #isCut = false;

  /** @param botId id of the chat's own bot */
  constructor(botId: string) {
    this.#botId = botId;
  }

  toTrace(): Trace {
    return { steps: this.#steps, ...(this.#isCut && { isCut: true }) };
  }

  startBlock({ botId }: ChatFlow, { id: groupId }: ChatGroup, { id: blockId, type }: ChatBlock): void {
    this.#start({ ...this.#nameLinkedBot(botId), groupId, blockId, type });
  }

  startEvent(flow: ChatFlow, { id: eventId, type, outgoingEdgeId }: BotEvent): void {
    this.#start({ ...this.#nameLinkedBot(flow.botId), eventId, type });
    this.follow(flow, outgoingEdgeId);
  }

  endStep(): void {
    this.#current = undefined;
  }

  follow({ edgesById }: ChatFlow, edgeId: string | undefined): void {
    if (edgeId === undefined || !edgesById.has(edgeId)) return;
    const step = this.#current;
    if (step && this.#takeRoom({ edgeId })) step.edgeId = edgeId;
  }

  choose(itemId: string | undefined): void {
    const step = this.#current;
    if (step && itemId !== undefined && this.#takeRoom({ itemId })) step.itemId = itemId;
  }

  conclude(outcome: StepOutcome): void {
    const step = this.#current;
    if (step && this.#takeRoom({ outcome })) step.outcome = outcome;
  }

  setVariable(variable: ChatVariable | undefined): void {
    const step = this.#current;
    if (!step || !variable) return;
    const { id, name, value = null } = variable;
    const before = step.variables?.find((traced) => traced.id === id);
    if (before) this.#chars -= countChars(before);
    const traced = { id, name, ...cutValue(value) };
    if (!this.#takeRoom(traced)) return;
    step.variables = [...(step.variables?.filter((other) => other !== before) ?? []), traced];
  }

  countLogs(total: number): void {
    for (; this.#loggedEntries < total; this.#loggedEntries += 1) {
      const step = this.#current;
      if (step && this.#takeRoom(total)) step.logs = [...(step.logs ?? []), this.#loggedEntries];
    }
  }

  /** Wraps an HTTP port so that its requests are part of the step that sends them. */
  watchHttp(http: HttpPort): HttpPort {
    return async (request) => {
      const step = this.#current;
      const sent = describeRequest(request);
      try {
        const response = await http(request);
        this.#addRequest(step, { ...sent, status: response.status });
        return response;
      } catch (error) {
        if (error instanceof HttpRequestError) this.#addRequest(step, { ...sent, error: error.kind });
        throw error;
      }
    };
  }

  #addRequest(step: TraceStep | undefined, request: TracedRequest): void {
    if (step && this.#takeRoom(request)) step.requests = [...(step.requests ?? []), request];
  }

  #nameLinkedBot(botId: string): { botId?: string } {
    return botId === this.#botId ? {} : { botId };
  }

  #start(step: TraceStep): void {
    this.#current = undefined;
    if (this.#steps.length === MAX_TRACED_STEPS) this.#isCut = true;
    if (!this.#takeRoom(step)) return;
    this.#steps.push(step);
    this.#current = step;
  }

  /** Counts a part of the trace. Once a part did not fit, none is taken, so that no later one follows a gap. */
  #takeRoom(part: unknown): boolean {
    this.#chars += countChars(part);
    this.#isCut ||= this.#chars > MAX_TRACE_CHARS;
    return !this.#isCut;
  }
}

function countChars(part: unknown): number {
  return JSON.stringify(part).length;
}

function describeRequest({
  method,
  url,
  secretHeaders = [],
  hasSecretBody = false,
}: HttpRequest): TracedRequest {
  const isAuthorized = secretHeaders.length > 0 || hasSecretBody;
  return {
    method: method.toUpperCase(),
    ...(!isAuthorized && { host: URL.parse(url)?.host || 'invalid URL' }),
  };
}

function cutValue(value: VariableValue): Pick<TracedVariable, 'value' | 'isCut'> {
  if (!Array.isArray(value)) {
    const isWhole = value === null || value.length <= MAX_TRACED_VALUE_CHARS;
    return isWhole ? { value } : { value: cutText(value, MAX_TRACED_VALUE_CHARS), isCut: true };
  }
  const kept: (string | null)[] = [];
  let room = MAX_TRACED_VALUE_CHARS;
  for (const element of value) {
    if (room <= 0) return { value: kept, isCut: true };
    const isWhole = element === null || element.length <= room;
    kept.push(isWhole ? element : cutText(element, room));
    if (!isWhole) return { value: kept, isCut: true };
    room -= (element?.length ?? 0) + ELEMENT_OVERHEAD_CHARS;
  }
  return { value: kept };
}

function cutText(text: string, chars: number): string {
  return text.slice(0, chars).toWellFormed();
}
