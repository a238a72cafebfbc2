import type { BlockPosition } from '#lib/engine/model/chat-flow.ts';
import type { AnswerEntry } from '#lib/engine/model/chat-state.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

/**
 * Characters kept of one answer, and of all answers together that a running bot remembers. The result has all
 * answers. A reply is no longer than this, but the text of an author's item can be. Each answer is stored in
 * one item, and so is the session with its variables (see `MAX_VARIABLE_CHARS`).
 */
export const MAX_KEPT_ANSWER_CHARS = 50_000;

/**
 * The name of the variable or, if there is none, the title of the group, numbered from the group's second
 * input on.
 */
export function answerKey(
  { group, block: { options }, inputsBefore }: BlockPosition,
  variables: Variables,
): string {
  const variableId = isJsonObject(options) ? options.variableId : undefined;
  const variable = typeof variableId === 'string' ? variables.byId(variableId) : undefined;
  if (variable) return variable.name;
  return inputsBefore > 0 ? `${group.title} (${inputsBefore})` : group.title;
}

/** The latest answers, as many as a session keeps but at least one. */
export function newestAnswers(answers: AnswerEntry[]): AnswerEntry[] {
  let chars = answers.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
  const first = answers.findIndex(({ key, value }, index) => {
    if (chars <= MAX_KEPT_ANSWER_CHARS || index === answers.length - 1) return true;
    chars -= key.length + value.length;
    return false;
  });
  return answers.slice(Math.max(0, first));
}
