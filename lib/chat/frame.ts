import type { LinkedRun } from './block-module.ts';
import type { ChatFlow, Target } from './chat-flow.ts';
import type { AnswerEntry, Frame } from './chat-state.ts';
import { type ChatVariable, Variables } from './variables.ts';

/** A bot that runs in this turn, with its flow: a `Frame` of the state brought to life. */
export type RunningFrame = {
  flow: ChatFlow;
  variables: Variables;
  answers: AnswerEntry[];
  queue: Target[];
  resultId?: string;
  /** Whether its result is not stored yet. */
  isResultNew: boolean;
  isMergingWithParent: boolean;
  /** Whether it had answers when the turn began. */
  hadAnswers: boolean;
};

export function runningFrame(frame: Frame, flow: ChatFlow): RunningFrame {
  return {
    flow,
    variables: new Variables(frame.variables),
    answers: [...frame.answers],
    queue: [...frame.queue],
    ...(frame.resultId !== undefined && { resultId: frame.resultId }),
    isResultNew: frame.isResultNew === true,
    isMergingWithParent: frame.isMergingWithParent === true,
    hadAnswers: frame.answers.length > 0,
  };
}

/** @param isBegun whether the flow has begun, and with that its result is stored */
export function frameState(frame: RunningFrame, { isBegun }: { isBegun: boolean }): Frame {
  const { flow, variables, answers, queue, resultId, isResultNew, isMergingWithParent } = frame;
  return {
    botId: flow.botId,
    ...(flow.release !== undefined && { release: flow.release }),
    ...(resultId !== undefined && { resultId }),
    ...(isResultNew && !isBegun && { isResultNew: true }),
    variables: [...variables.list],
    answers,
    queue,
    ...(isMergingWithParent && { isMergingWithParent: true }),
  };
}

/**
 * A linked bot's frame. Its variables have the values of those of the same name in the bots that led to it, the
 * nearest first, and no others: not even defaults of its own, as authors of linked bots know it.
 *
 * @param newResultId given where the bot's answers are a result of their own
 */
export function linkedFrame(
  { flow, isMerging }: LinkedRun,
  frames: readonly RunningFrame[],
  newResultId: string | undefined,
): RunningFrame {
  const parent = frames[0];
  const resultId = isMerging ? parent?.resultId : newResultId;
  return {
    flow,
    variables: new Variables(
      flow.variables.map(({ value: _, ...variable }) => {
        const value = frames
          .map(({ variables }) => variables.setByName(variable.name)?.value)
          .find((found) => found !== undefined);
        return { ...variable, ...(value !== undefined && { value }) };
      }),
    ),
    answers: isMerging && parent ? [...parent.answers] : [],
    queue: [],
    ...(resultId !== undefined && { resultId }),
    isResultNew: isMerging ? parent?.isResultNew === true : resultId !== undefined,
    isMergingWithParent: isMerging,
    hadAnswers: isMerging && parent?.hadAnswers === true,
  };
}

/** What a merging bot leaves to the one that linked to it: values by name, answers by key. */
export function mergeIntoParent(child: RunningFrame, parent: RunningFrame): void {
  for (const { id, name, value, isSessionVariable } of child.variables.list) {
    if (value === undefined || value === null) continue;
    const own = parent.variables.byName(name);
    if (own) {
      parent.variables.assign(own.id, value);
    } else {
      parent.variables.add({
        id,
        name,
        value,
        ...(isSessionVariable !== undefined && { isSessionVariable }),
      });
    }
  }
  const keys = new Set(child.answers.map(({ key }) => key));
  parent.answers = [...parent.answers.filter(({ key }) => !keys.has(key)), ...child.answers];
}

/** What a result is after a turn. */
export type ResultChange = {
  resultId: string;
  botId: string;
  isNew: boolean;
  hasStarted: boolean;
  /** Whether this turn brought its first answer. */
  hasJustStarted: boolean;
  isCompleted: boolean;
  variables: readonly ChatVariable[];
};

/** Nothing in a preview, which has no results. */
export function resultChange(frame: RunningFrame, { isCompleted }: { isCompleted: boolean }): ResultChange[] {
  const { resultId, flow, isResultNew, answers, hadAnswers, variables } = frame;
  if (resultId === undefined) return [];
  const hasStarted = answers.length > 0;
  return [
    {
      resultId,
      botId: flow.botId,
      isNew: isResultNew,
      hasStarted,
      hasJustStarted: hasStarted && !hadAnswers,
      isCompleted,
      variables: variables.list,
    },
  ];
}
