import * as z from 'zod';
import { lenientList, optionalEnum, optionalText } from '#lib/engine/model/block-options.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import type { Variables } from '#lib/engine/model/variables.ts';
import { once } from '#lib/platform/validation/once.ts';

/** A message of the conversation so far, as sent to the model. */
export type AiMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export const aiMessages = once(() =>
  lenientList(
    z.object({
      role: optionalText,
      content: optionalText,
      dialogueVariableId: optionalText,
      startsBy: optionalEnum(['user', 'assistant']),
    }),
  ),
);

export type AiMessageOption = z.output<ReturnType<typeof aiMessages>>[number];

/**
 * Returns the non-empty messages. A "Dialogue" entry expands to all texts of a list, with alternating roles.
 */
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

/** Deviation: if the assistant begins, Typebot attributes every text but the first to the user. */
export function dialogue(
  value: VariableValue | undefined,
  startsBy: 'user' | 'assistant' = 'user',
): AiMessage[] {
  const second = startsBy === 'user' ? 'assistant' : 'user';
  return toTexts(value)
    .map((content, index): AiMessage => ({ role: index % 2 === 0 ? startsBy : second, content }))
    .filter(({ content }) => content !== '');
}

/** Returns a variable's value as a list. */
export function toTexts(value: VariableValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'string' ? [value] : value.map((entry) => entry ?? '');
}
