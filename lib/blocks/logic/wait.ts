import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const WAIT = {
  type: 'Wait',
  label: 'Wait',
  awaitsReply: 'options.shouldPause',
  excerpt: [{ as: 'seconds', path: 'options.secondsToWaitFor' }],
} as const satisfies LogicType;

export const WAIT_WORDS = { purpose: 'Waits for some seconds.' } as const satisfies BlockWords;
