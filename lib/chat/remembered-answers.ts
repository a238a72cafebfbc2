import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { AnswerEntry } from '#lib/engine/model/chat-state.ts';
import { Variables } from '#lib/engine/model/variables.ts';
import { answerKey, newestAnswers } from '#lib/engine/turn/answer-entry.ts';
import type { Result } from '#lib/results/result-schema.ts';

/**
 * Maps the answers of an earlier conversation to their names in the current flow. Answers in linked bots have the name
 * of their variable, because the result keeps it. If several have the same name, the last one wins.
 */
export function getRememberedAnswers(
  { answers, variables: ownVariables }: Pick<Result, 'answers' | 'variables'>,
  flow: ChatFlow,
): AnswerEntry[] {
  const variables = new Variables(flow.variables);
  const names = new Map(ownVariables.map(({ id, name }) => [id, name]));
  const byKey = new Map<string, string>();
  for (const { blockId, variableId, content } of answers) {
    const position = flow.positionsByBlockId.get(blockId);
    const name = variableId === null ? undefined : names.get(variableId);
    byKey.set(position ? answerKey(position, variables) : (name ?? 'unknown'), content);
  }
  return newestAnswers([...byKey].map(([key, value]) => ({ key, value })));
}
