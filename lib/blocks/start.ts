import type { StartType } from './block-type.ts';

/** Where a bot begins, up to version 5. Events have replaced it. */
export const START = {
  type: 'start',
  label: 'Start',
  excerpt: [],
} as const satisfies StartType;
