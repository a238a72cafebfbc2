import type { BotState } from '#lib/bots/document/bot-state.ts';

/** State of a bot in a list. */
export type ListedState = BotState | 'archived';

export const STATE_LABELS: Record<ListedState, string> = {
  draft: 'Draft',
  published: 'Published',
  changed: 'Unpublished changes',
  archived: 'Archived',
};

const LOOKS: Record<ListedState, string> = { draft: '', published: 'good', changed: 'warn', archived: '' };
const TITLES: Record<ListedState, string> = {
  draft: 'Not published',
  published: 'Published, without changes since',
  changed: 'Published, and the draft has changed since',
  archived: 'Archived: out of the list, and not public',
};

export function toListedState(bot: {
  isPublished: boolean;
  hasUnpublishedChanges: boolean;
  isArchived?: boolean | undefined;
}): ListedState {
  if (bot.isArchived) return 'archived';
  if (!bot.isPublished) return 'draft';
  return bot.hasUnpublishedChanges ? 'changed' : 'published';
}

export function BotStateTag({ state }: { state: ListedState }) {
  return (
    <span class={`tag ${LOOKS[state]}`} title={TITLES[state]}>
      {STATE_LABELS[state]}
    </span>
  );
}
