import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const RETURN = {
  type: 'Return',
  label: 'Return',
  isFork: true,
  // In this flow, it is not known where the chat goes on.
  awaitsReply: true,
} as const satisfies LogicType;

export const RETURN_WORDS = {
  purpose: 'Goes back to where the last jump or event came from.',
} as const satisfies BlockWords;
