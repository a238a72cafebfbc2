import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { AnswerEntry } from '#lib/engine/model/chat-state.ts';
import { Variables } from '#lib/engine/model/variables.ts';
import { answerKey, newestAnswers } from '#lib/engine/turn/answer-entry.ts';
import type { Answer } from '#lib/results/result-schema.ts';

/**
 * Maps the answers of an earlier conversation to their names in the current flow. If several have the same
 * name, the last one wins.
 */
export function rememberedAnswers(answers: readonly Answer[], flow: ChatFlow): AnswerEntry[] {
  const variables = new Variables(flow.variables);
  const byKey = new Map<string, string>();
  for (const { blockId, content } of answers) {
    const position = flow.positionsByBlockId.get(blockId);
    byKey.set(position ? answerKey(position, variables) : 'unknown', content);
  }
  return newestAnswers([...byKey].map(([key, value]) => ({ key, value })));
}
