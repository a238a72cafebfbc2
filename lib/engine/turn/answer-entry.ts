import type { BlockPosition } from '#lib/engine/model/chat-flow.ts';
import type { AnswerEntry } from '#lib/engine/model/chat-state.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Maximum characters per answer, and of all answers in a running bot's state; the result contains every
 * answer. Replies are never longer than this, but labels of choices can be. Each answer has to fit into one
 * item, and so does the session with its variables (see `MAX_VARIABLE_CHARS`).
 */
export const MAX_KEPT_ANSWER_CHARS = 50_000;

/** Returns the variable's name, or else the group's title, numbered from its second input on. */
export function answerKey(
  { group, block: { options }, inputsBefore }: BlockPosition,
  variables: Variables,
): string {
  const variableId = isJsonObject(options) ? options.variableId : undefined;
  const variable = typeof variableId === 'string' ? variables.byId(variableId) : undefined;
  if (variable) return variable.name;
  return inputsBefore > 0 ? `${group.title} (${inputsBefore})` : group.title;
}

/** Returns the latest answers that fit into a session, at least one. */
export function newestAnswers(answers: AnswerEntry[]): AnswerEntry[] {
  let chars = answers.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
  const first = answers.findIndex(({ key, value }, index) => {
    if (chars <= MAX_KEPT_ANSWER_CHARS || index === answers.length - 1) return true;
    chars -= key.length + value.length;
    return false;
  });
  return answers.slice(Math.max(0, first));
}
