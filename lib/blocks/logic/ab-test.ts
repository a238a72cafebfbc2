import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const AB_TEST = {
  type: 'AB test',
  label: 'A/B test',
  isFork: true,
  items: { coverEveryWay: true },
} as const satisfies LogicType;

export const AB_TEST_WORDS = {
  purpose: 'Sends a share of the chats one way and the rest another.',
} as const satisfies BlockWords;
