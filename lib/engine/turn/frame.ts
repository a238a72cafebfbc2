import type { LinkedRun } from '#lib/engine/model/block-module.ts';
import type { ChatBot, ChatFlow, Target } from '#lib/engine/model/chat-flow.ts';
import type { AnswerEntry, Frame } from '#lib/engine/model/chat-state.ts';
import type { TypedParts } from '#lib/engine/model/typed-text.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import { type ChatVariable, Variables, VariablesTooLargeError } from '#lib/engine/model/variables.ts';

/** The state of one bot during a turn, including its flow. Stored between turns as a `Frame`. */
export type RunningFrame = ChatBot & {
  variables: Variables;
  answers: AnswerEntry[];
  queue: Target[];
  resultId?: string;
  /** Whether the bot's result still has to be stored. */
  isResultNew: boolean;
  /** Whether an earlier conversation completed the bot's result. */
  isResultCompleted: boolean;
  isMergingWithParent: boolean;
  /** Whether the bot had any answers at the start of the turn. */
  hadAnswers: boolean;
};

export function toRunningFrame(frame: Frame, flow: ChatFlow): RunningFrame {
  return {
    flow,
    webhookReplies: frame.webhookReplies ?? 'data',
    variables: new Variables(frame.variables, frame.typedParts),
    answers: [...frame.answers],
    queue: [...frame.queue],
    ...(frame.resultId !== undefined && { resultId: frame.resultId }),
    isResultNew: frame.isResultNew === true,
    isResultCompleted: frame.isResultCompleted === true,
    isMergingWithParent: frame.isMergingWithParent === true,
    hadAnswers: frame.answers.length > 0,
  };
}

/** @param isBegun whether the flow has started, in which case its result is stored */
export function frameState(frame: RunningFrame, { isBegun }: { isBegun: boolean }): Frame {
  const { flow, variables, answers, queue, resultId, isResultNew, isMergingWithParent } = frame;
  const typedParts = variables.typedPartsById;
  return {
    botId: flow.botId,
    ...(flow.release !== undefined && { release: flow.release }),
    ...(frame.webhookReplies === 'text' && { webhookReplies: frame.webhookReplies }),
    ...(resultId !== undefined && { resultId }),
    ...(isResultNew && !isBegun && { isResultNew: true }),
    ...(frame.isResultCompleted && { isResultCompleted: true }),
    variables: [...variables.list],
    ...(Object.keys(typedParts).length > 0 && { typedParts }),
    answers,
    queue,
    ...(isMergingWithParent && { isMergingWithParent: true }),
  };
}

/**
 * Creates the frame of a linked bot. Its variables take their values from variables of the same name in the
 * parent bots, innermost first. All other variables are unset, even if they have a default, because existing
 * bots rely on that.
 *
 * @param newResultId set if the bot's answers go to a result of their own
 */
export function toLinkedFrame(
  { flow, webhookReplies, isMerging }: LinkedRun,
  frames: readonly RunningFrame[],
  newResultId: string | undefined,
): RunningFrame {
  const parent = frames[0];
  const known = valuesByName(frames);
  const inherited = flow.variables.flatMap(({ id, name }) => {
    const typed = known.get(name)?.typed;
    return typed === undefined ? [] : [[id, typed] as const];
  });
  const resultId = isMerging ? parent?.resultId : newResultId;
  return {
    flow,
    webhookReplies,
    variables: new Variables(
      flow.variables.map(({ value: _, ...variable }) => {
        const value = known.get(variable.name)?.value;
        return { ...variable, ...(value !== undefined && { value }) };
      }),
      Object.fromEntries(inherited),
    ),
    answers: isMerging && parent ? [...parent.answers] : [],
    queue: [],
    ...(resultId !== undefined && { resultId }),
    isResultNew: isMerging ? parent?.isResultNew === true : resultId !== undefined,
    isResultCompleted: isMerging && parent?.isResultCompleted === true,
    isMergingWithParent: isMerging,
    hadAnswers: isMerging && parent?.hadAnswers === true,
  };
}

type KnownValue = { value: NonNullable<VariableValue>; typed: TypedParts | undefined };

/** Maps names to values. The innermost bot wins. */
function valuesByName(frames: readonly RunningFrame[]): Map<string, KnownValue> {
  const values = new Map<string, KnownValue>();
  for (const { variables } of frames) {
    for (const { id, name, value } of variables.list) {
      if (value === undefined || value === null || values.has(name)) continue;
      values.set(name, { value, typed: variables.typedParts(id) });
    }
  }
  return values;
}

/**
 * Merges a bot into its parent: variables by name, answers by key.
 *
 * @returns an error for each variable that could not be merged
 */
export function mergeIntoParent(child: RunningFrame, parent: RunningFrame): VariablesTooLargeError[] {
  const failures = mergeVariables(child.variables, parent.variables);
  const keys = new Set(child.answers.map(({ key }) => key));
  parent.answers = [...parent.answers.filter(({ key }) => !keys.has(key)), ...child.answers];
  parent.hadAnswers ||= child.hadAnswers;
  return failures;
}

function mergeVariables(from: Variables, into: Variables): VariablesTooLargeError[] {
  const failures: VariablesTooLargeError[] = [];
  const ownIds = new Map(into.list.toReversed().map(({ name, id }) => [name, id]));
  for (const variable of from.list) {
    if (variable.value === undefined || variable.value === null) continue;
    try {
      mergeVariable(variable, from.typedParts(variable.id), ownIds.get(variable.name), into);
      ownIds.set(variable.name, ownIds.get(variable.name) ?? variable.id);
    } catch (error) {
      if (!(error instanceof VariablesTooLargeError)) throw error;
      failures.push(error);
    }
  }
  return failures;
}

function mergeVariable(
  { id, name, value = null, isSessionVariable }: ChatVariable,
  typed: TypedParts | undefined,
  ownId: string | undefined,
  variables: Variables,
): void {
  if (ownId !== undefined) variables.assign(ownId, value, typed);
  else {
    variables.add({ id, name, value, ...(isSessionVariable !== undefined && { isSessionVariable }) }, typed);
  }
}

/** A result as it should be stored after a turn. */
export type ResultChange = {
  resultId: string;
  botId: string;
  isNew: boolean;
  hasStarted: boolean;
  /** Whether this turn added the result's first answer. */
  hasJustStarted: boolean;
  isCompleted: boolean;
  /** Whether this turn completed the result for the first time. */
  hasJustCompleted: boolean;
  variables: readonly ChatVariable[];
};

/**
 * Returns how a turn changes the result of these frames. Empty in previews, which have no results.
 *
 * @param frames the frames that share one result, innermost (running) first. The last frame owns the result.
 * Until the inner frames end, the result shows the running frame's variables, as in recorded conversations.
 */
export function resultChange(
  frames: readonly [RunningFrame, ...RunningFrame[]],
  { isCompleted }: { isCompleted: boolean },
): ResultChange[] {
  const [{ resultId, isResultNew, isResultCompleted, answers, hadAnswers, variables }] = frames;
  if (resultId === undefined) return [];
  const owner = frames.at(-1) ?? frames[0];
  const hasStarted = answers.length > 0;
  return [
    {
      resultId,
      botId: owner.flow.botId,
      isNew: isResultNew,
      hasStarted,
      hasJustStarted: hasStarted && !hadAnswers,
      isCompleted,
      hasJustCompleted: isCompleted && !isResultCompleted,
      variables: variables.list,
    },
  ];
}
