import type { ReadReply } from '#lib/engine/model/block-module.ts';
import type { Reply } from '#lib/engine/model/chat-protocol.ts';
import type { Choice } from './choice.ts';
import { matchMultipleChoice } from './multiple-choice-reply.ts';

/** Reads the chosen item, or several with `isMultiple`. Multiple choices never follow an item's edge. */
export function readChoice(
  reply: Reply | undefined,
  choices: readonly Choice[],
  { isMultiple }: { isMultiple: boolean },
): ReadReply {
  if (reply?.type !== 'text') return { status: 'refused' };
  if (isMultiple) {
    const chosen = matchMultipleChoice(reply.text, choices);
    if (chosen.length === 0) return { status: 'refused' };
    return {
      status: 'accepted',
      content: chosen.map(({ value, label }) => value || label?.trim()).join(', '),
      ...(chosen.some(({ value }) => value) && { isAuthored: true }),
    };
  }
  const chosen = matchSingleChoice(reply, choices);
  const content = chosen?.value || chosen?.label;
  if (!content) return { status: 'refused' };
  const outgoingEdgeId = chosen?.outgoingEdgeId;
  return {
    status: 'accepted',
    content,
    ...(chosen && { itemId: chosen.id }),
    ...(chosen?.value && { isAuthored: true }),
    ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
  };
}

/**
 * Finds the item the client says was clicked, or else the one whose id, value or label (in this order) equals
 * the text.
 */
function matchSingleChoice(
  { text, metadata }: Extract<Reply, { type: 'text' }>,
  choices: readonly Choice[],
): Choice | undefined {
  const typed = text.trim();
  return (
    choices.find(({ id }) => id === metadata?.replyId) ??
    choices.find(({ id }) => id === text) ??
    choices.find(({ value }) => value?.trim() === typed && typed !== '') ??
    choices.find(({ label }) => label?.trim() === typed && typed !== '')
  );
}
