import type { BUBBLE_TYPES } from './block-lists.ts';

/** Type of a bubble. */
export type BubbleName = (typeof BUBBLE_TYPES)[number]['type'];
