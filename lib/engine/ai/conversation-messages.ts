import * as z from 'zod';
import { listOf, optionalEnum, optionalText } from '#lib/engine/model/block-options.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import type { Variables } from '#lib/engine/model/variables.ts';

/** A message of the conversation so far, as a model gets it. */
export type AiMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export const aiMessages = listOf(
  z.object({
    role: optionalText,
    content: optionalText,
    dialogueVariableId: optionalText,
    startsBy: optionalEnum(['user', 'assistant']),
  }),
);

export type AiMessageOption = z.output<typeof aiMessages>[number];

/** The messages that say something. A "Dialogue" stands for all texts of a list, said in turns. */
export function conversationMessages(
  messages: readonly AiMessageOption[],
  variables: Variables,
): AiMessage[] {
  return messages.flatMap(({ role, content, dialogueVariableId, startsBy }): AiMessage[] => {
    if (role === 'Dialogue') return dialogue(variables.valueOf(dialogueVariableId), startsBy);
    if (role !== 'system' && role !== 'user' && role !== 'assistant') return [];
    return content === undefined || content === '' ? [] : [{ role, content }];
  });
}

/** Deviation: in the source product, all texts but the first are the user's if the assistant began. */
export function dialogue(
  value: VariableValue | undefined,
  startsBy: 'user' | 'assistant' = 'user',
): AiMessage[] {
  const second = startsBy === 'user' ? 'assistant' : 'user';
  return toTexts(value)
    .map((content, index): AiMessage => ({ role: index % 2 === 0 ? startsBy : second, content }))
    .filter(({ content }) => content !== '');
}

/** The value of a variable as a list. */
export function toTexts(value: VariableValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'string' ? [value] : value.map((entry) => entry ?? '');
}
