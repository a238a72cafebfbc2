import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const BOT_LINK = {
  type: 'Typebot link',
  label: 'Bot',
  // In another bot, it is not known where the chat goes on.
  awaitsReply: true,
  excerpt: [{ as: 'group', path: 'options.groupId' }, 'options.typebotId'],
} as const satisfies LogicType;

export const BOT_LINK_WORDS = {
  purpose: 'Runs another bot, or goes to a group of the same one.',
} as const satisfies BlockWords;
