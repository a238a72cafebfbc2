import { getMessageText } from '#apps/window/bubbles/message-text.ts';
import type { Entry } from '#apps/window/window-state.ts';

/**
 * Finds the question of the current input and, if the bot asks again, the error of the previous reply.
 *
 * A message that asks again has the input's own id. The question is the text before the rejected replies.
 */
export function findAskedQuestion(
  entries: readonly Entry[],
  inputId: string,
): { question: string; complaint: string | undefined } {
  let complaint: string | undefined;
  let isAskedAgain = false;
  for (const entry of entries.toReversed()) {
    if (entry.side === 'guest') {
      if (!isAskedAgain) break;
      isAskedAgain = false;
      continue;
    }
    if (entry.kind !== 'bubble') continue;
    const text = getMessageText(entry.message);
    if (text === '') continue;
    if (entry.message.id !== inputId) return { question: text, complaint };
    complaint ??= text;
    isAskedAgain = true;
  }
  return { question: '', complaint };
}
