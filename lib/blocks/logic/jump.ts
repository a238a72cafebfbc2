import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const JUMP = {
  type: 'Jump',
  label: 'Jump',
  excerpt: [{ as: 'group', path: 'options.groupId' }],
} as const satisfies LogicType;

export const JUMP_WORDS = { purpose: 'Goes to a group, or to a block of it.' } as const satisfies BlockWords;
