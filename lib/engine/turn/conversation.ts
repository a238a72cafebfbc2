import { getInputType, isInputBlock } from '#lib/blocks/input-types.ts';
import type { BotEvent } from '#lib/bots/document/bot-document.ts';
import type { ChatBot, ChatFlow, Target } from '#lib/engine/model/chat-flow.ts';
import type { ChatLog, Reply, TextFormat } from '#lib/engine/model/chat-protocol.ts';
import type { AnswerEntry, ChatState } from '#lib/engine/model/chat-state.ts';
import { edgeTarget } from '#lib/engine/model/edge-target.ts';
import type { ChatPorts } from '#lib/engine/model/ports.ts';
import { findStartEvent } from '#lib/engine/model/start-target.ts';
import { type TypedPartsById, typedTexts, usefulParts } from '#lib/engine/model/typed-text.ts';
import { type ChatVariable, Variables, VariablesTooLargeError } from '#lib/engine/model/variables.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { assertRoomForAnswers } from './answer-room.ts';
import { type ChatResponse, toChatResponse } from './chat-response.ts';
import { type ResultChange, type RunningFrame, resultChange } from './frame.ts';
import { dynamicThemeTemplates, renderSettings, renderTheme } from './render-theme.ts';
import { restoreTurn, type WaitingChat } from './restored-turn.ts';
import { startPropsAction, startPropsPreviewLog } from './start-props.ts';
import { takeReply } from './take-reply.ts';
import { type NewAnswer, Turn } from './turn.ts';
import { walk } from './walk.ts';

/** The outcome of a turn: the response to send and everything to store. Nothing is stored yet. */
export type TurnOutcome = {
  response: ChatResponse;
  state: ChatState;
  /** Whether the conversation is over, with no block waiting for a reply. */
  isEnded: boolean;
  newAnswers: NewAnswer[];
  /** The conversation's own result. Absent in a preview, and if the conversation ended without a result. */
  resultId?: string;
  results: ResultChange[];
  /** All logs, including those hidden from respondents. */
  logs: { resultId?: string; entry: ChatLog }[];
};

export type ChatStart = ChatBot & {
  sessionId: string;
  /** Absent in previews. */
  result?: {
    resultId: string;
    isNew: boolean;
    isCompleted: boolean;
    variables: ChatVariable[];
    answers: AnswerEntry[];
  };
  prefilledVariables: Record<string, unknown>;
  message?: Reply;
  textFormat: TextFormat;
  isStreamEnabled: boolean;
  /** Whether to start the flow only with the first `continue` call. */
  isOnlyRegistering: boolean;
  /** Previews only: overrides the start event, or shows progress regardless of the theme. */
  startFrom?: { type: 'group'; groupId: string } | { type: 'event'; eventId: string };
  isProgressBarEnabled?: boolean;
};

export type StartOutcome = TurnOutcome & {
  /** The theme is rendered before the flow starts, the settings after the first turn. */
  theme: ChatFlow['theme'];
  settings: ChatFlow['settings'];
};

export async function startConversation(start: ChatStart, ports: ChatPorts): Promise<StartOutcome> {
  const { flow, result } = start;
  const isProgressShown = start.isProgressBarEnabled ?? flow.theme.general?.progressBar?.isEnabled === true;
  const dynamicTheme = dynamicThemeTemplates(flow.theme);
  const turn = new Turn(
    {
      frames: [
        {
          flow,
          webhookReplies: start.webhookReplies,
          variables: startVariables(start),
          answers: [...(result?.answers ?? [])],
          queue: [],
          ...(result && { resultId: result.resultId }),
          isResultNew: result?.isNew === true,
          isResultCompleted: result?.isCompleted === true,
          isMergingWithParent: false,
          hadAnswers: (result?.answers.length ?? 0) > 0,
        },
      ],
      sessionId: start.sessionId,
      textFormat: start.textFormat,
      isPreview: result === undefined,
      isStreamEnabled: start.isStreamEnabled,
      ...(isProgressShown && { progress: { totalAnswers: 0 } }),
      ...(dynamicTheme && { dynamicTheme }),
    },
    ports,
  );
  await turn.prepareFor(flow);
  const [leftOut] = turn.variables.leftOut;
  if (leftOut !== undefined)
    turn.log({ status: 'error', description: new VariablesTooLargeError(leftOut).message });
  const theme = renderTheme(flow.theme, turn);
  if (!start.isOnlyRegistering) await begin(turn, toEntry(start), start.message);
  const settings = renderSettings(flow.settings, turn);
  const outcome = toOutcome(turn, { isFirst: true, isRegistered: start.isOnlyRegistering });
  return { ...outcome, theme, settings };
}

export type ChatTurn = WaitingChat & { reply: Reply | undefined };

/** Continues a conversation, usually with a reply. */
export async function continueConversation(
  { reply, ...chat }: ChatTurn,
  ports: ChatPorts,
): Promise<TurnOutcome> {
  const turn = restoreTurn(chat, ports);
  if (reply && reply.type !== 'command') assertRoomForAnswers(turn.flow);
  for (const flow of chat.flows) await turn.prepareFor(flow);
  if (chat.state.waitingBlockId === undefined)
    await begin(turn, toEventEntry(turn.flow, findStartEvent(turn.flow)), reply);
  else await takeReply(turn, reply);
  ports.trace?.endStep();
  return toOutcome(turn, { isFirst: false, isRegistered: false });
}

/** Where a conversation starts, and the event that leads there, if one does. */
type Entry = { target: Target | undefined; event?: BotEvent };

/**
 * Starts walking the flow. The message in the start request, if any, answers the first input, unless the bot
 * shows a message before that input, or respondents have to see the input first.
 */
async function begin(turn: Turn, { target, event }: Entry, message: Reply | undefined): Promise<void> {
  if (message) assertRoomForAnswers(turn.flow);
  const startProps = startPropsAction(turn.flow);
  const { trace } = turn.ports;
  if (event) trace?.startEvent(turn.flow, event);
  if (target) await walk(turn, target);
  turn.hasWalked = true;
  if (message && turn.input && turn.messages.length === 0 && !getInputType(turn.input)?.mustBeSeen) {
    turn.isWaiting = false;
    await takeReply(turn, message);
  }
  trace?.endStep();
  if (!startProps) return;
  if (turn.chat.isPreview) turn.log(startPropsPreviewLog(startProps));
  else turn.actions.unshift(startProps);
}

function toEntry({ flow, startFrom }: ChatStart): Entry {
  if (!startFrom) return toEventEntry(flow, findStartEvent(flow));
  if (startFrom.type === 'group') {
    if (!flow.groupsById.has(startFrom.groupId)) {
      throw new ServiceError('BAD_REQUEST', 'Group to start from not found', {
        issues: [{ path: 'startFrom.groupId', message: 'No group of the bot has this id' }],
      });
    }
    return { target: { groupId: startFrom.groupId } };
  }
  const event = flow.events.find(({ id }) => id === startFrom.eventId);
  if (!event) {
    throw new ServiceError('BAD_REQUEST', 'Event to start from not found', {
      issues: [{ path: 'startFrom.eventId', message: 'No event of the bot has this id' }],
    });
  }
  return toEventEntry(flow, event);
}

function toEventEntry(flow: ChatFlow, event: BotEvent | undefined): Entry {
  return { target: edgeTarget(flow, event?.outgoingEdgeId), ...(event && { event }) };
}

/**
 * Initializes the bot's variables. Unset ones take their value from a resumed result. Prefilled values
 * override both.
 */
function startVariables({ flow, result, prefilledVariables }: ChatStart): Variables {
  const remembered = new Variables(result?.variables ?? []);
  const variables = new Variables(
    flow.variables.map((variable) => {
      const value = variable.value || remembered.setByName(variable.name)?.value;
      return value === undefined ? variable : { ...variable, value };
    }),
    getRememberedParts(flow, remembered),
  );
  for (const [name, value] of Object.entries(prefilledVariables)) {
    try {
      variables.set(variables.byName(name)?.id, value, { typed: typedTexts(value) });
    } catch (error) {
      if (!(error instanceof VariablesTooLargeError)) throw error;
      throw new ServiceError('PAYLOAD_TOO_LARGE', error.message);
    }
  }
  return variables;
}

/** A result does not say who wrote a value. Where an input saves to the variable, it was the respondent. */
function getRememberedParts(flow: ChatFlow, remembered: Variables): TypedPartsById {
  const answered = findSavedByInputs(flow);
  const parts = flow.variables.flatMap(({ id, name, value }) => {
    const found = value || !answered.has(id) ? undefined : remembered.setByName(name)?.value;
    const typed = usefulParts(true, found);
    return typed === undefined ? [] : [[id, typed] as const];
  });
  return Object.fromEntries(parts);
}

function findSavedByInputs({ groups }: ChatFlow): ReadonlySet<unknown> {
  const inputs = groups.flatMap(({ blocks }) => blocks).filter(isInputBlock);
  return new Set(inputs.map(({ options }) => (isJsonObject(options) ? options.variableId : undefined)));
}

function toOutcome(
  turn: Turn,
  { isFirst, isRegistered }: { isFirst: boolean; isRegistered: boolean },
): TurnOutcome {
  const isEnded = !turn.isWaiting && !isRegistered;
  const { results, leftOut } = isRegistered
    ? { results: [], leftOut: new Set() }
    : toResults(turn, { isFirst, isEnded });
  const mainResultId = turn.frames.at(-1)?.resultId;
  return {
    response: toChatResponse(turn, { keepsEmptyLists: !isFirst, isRegistered }),
    state: turn.state(),
    isEnded,
    newAnswers: turn.newAnswers,
    results,
    // Logs of a linked bot without a result go to the main bot's result, if there is one.
    logs: turn.logs.map(({ resultId, entry }) => {
      const kept = [resultId, mainResultId].find((id) => id !== undefined && !leftOut.has(id));
      return { ...(kept !== undefined && { resultId: kept }), entry };
    }),
    ...(mainResultId !== undefined && !leftOut.has(mainResultId) && { resultId: mainResultId }),
  };
}

/**
 * Collects the results changed by this turn. A bot that ended without any answer gets no result, whether it
 * was linked to or started directly: the result would be empty, and a flow can link to bots endlessly. For
 * the same reason, a first turn that ends without an answer changes no result, even if it resumes one.
 */
function toResults(
  turn: Turn,
  { isFirst, isEnded }: { isFirst: boolean; isEnded: boolean },
): { results: ResultChange[]; leftOut: ReadonlySet<unknown> } {
  const [running, ...others] = turn.frames;
  if (isFirst && isEnded && turn.newAnswers.length === 0) {
    const all = [...turn.endedResults, ...turn.frames];
    return { results: [], leftOut: new Set(all.map(({ resultId }) => resultId)) };
  }
  // Parent bots that this turn added, or that were answered before they linked to another bot.
  const answered = new Set(turn.newAnswers.map(({ resultId }) => resultId));
  const waiting = others.filter((frame) => frame.isResultNew || answered.has(frame.resultId));
  const runningChange = running
    ? resultChange(framesOfResult(running, turn), {
        isCompleted: isEnded && !turn.isStopped && running.answers.length > 0,
      })
    : [];
  const over = [...turn.endedResults, ...(isEnded ? runningChange : [])];
  const isLeftOut = ({ isNew, hasStarted }: ResultChange) => isNew && !hasStarted;
  return {
    results: firstOfEach([
      ...over.filter((result) => !isLeftOut(result)),
      ...(isEnded ? [] : runningChange),
      ...waiting.flatMap((frame) => resultChange(framesOfResult(frame, turn), { isCompleted: false })),
    ]),
    leftOut: new Set(over.filter(isLeftOut).map(({ resultId }) => resultId)),
  };
}

/** Frames that share a result with this one: itself and those it will merge into. */
function framesOfResult(frame: RunningFrame, { frames }: Turn): [RunningFrame, ...RunningFrame[]] {
  const parents = frames.slice(frames.indexOf(frame) + 1);
  const count = [frame, ...parents].findIndex(({ isMergingWithParent }) => !isMergingWithParent);
  return [frame, ...parents.slice(0, Math.max(0, count))];
}

/**
 * Removes duplicates. A bot that merges shares its parent's result, and the inner bot's entry wins because it
 * is more recent.
 */
function firstOfEach(results: ResultChange[]): ResultChange[] {
  const seen = new Set<string>();
  return results.filter(({ resultId }) => !seen.has(resultId) && seen.add(resultId));
}
