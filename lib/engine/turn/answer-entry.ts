import type { BlockPosition } from '#lib/engine/model/chat-flow.ts';
import type { AnswerEntry } from '#lib/engine/model/chat-state.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

/**
 * Of an answer, and of those that a running bot remembers, together; the result has them all. A reply has as many at most,
 * though an author's item can have more; and each answer, and session and variables, are kept in one item (see
 * `MAX_VARIABLE_CHARS`).
 */
export const MAX_KEPT_ANSWER_CHARS = 50_000;

/** The name of the variable or, where there is none, the title of the group, numbered from its second input on. */
export function answerKey(
  { group, block: { options }, inputsBefore }: BlockPosition,
  variables: Variables,
): string {
  const variableId = isJsonObject(options) ? options.variableId : undefined;
  const variable = typeof variableId === 'string' ? variables.byId(variableId) : undefined;
  if (variable) return variable.name;
  return inputsBefore > 0 ? `${group.title} (${inputsBefore})` : group.title;
}

/** As many of the last ones as a session keeps, one at least. */
export function newestAnswers(answers: AnswerEntry[]): AnswerEntry[] {
  let chars = answers.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
  const first = answers.findIndex(({ key, value }, index) => {
    if (chars <= MAX_KEPT_ANSWER_CHARS || index === answers.length - 1) return true;
    chars -= key.length + value.length;
    return false;
  });
  return answers.slice(Math.max(0, first));
}
