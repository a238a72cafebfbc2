import type { Answer } from '#lib/results/result-schema.ts';
import type { ChatFlow } from './chat-flow.ts';
import type { AnswerEntry } from './chat-state.ts';

/** The answers of an earlier conversation under the names that they have in this one; the last of each name. */
export function rememberedAnswers(answers: readonly Answer[], flow: ChatFlow): AnswerEntry[] {
  const byKey = new Map<string, string>();
  for (const { blockId, content } of answers) {
    const position = flow.positionsByBlockId.get(blockId);
    const variableId = (position?.block.options as { variableId?: unknown } | undefined)?.variableId;
    const variable = flow.variables.find(({ id }) => id === variableId);
    byKey.set(variable?.name ?? position?.group.title ?? 'unknown', content);
  }
  return [...byKey].map(([key, value]) => ({ key, value }));
}
