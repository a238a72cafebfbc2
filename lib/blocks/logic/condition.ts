import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const CONDITION = {
  type: 'Condition',
  label: 'If',
  isFork: true,
  items: { condition: 'content' },
} as const satisfies LogicType;

export const CONDITION_WORDS = {
  purpose: 'Follows the edge of the first condition that is met.',
} as const satisfies BlockWords;
