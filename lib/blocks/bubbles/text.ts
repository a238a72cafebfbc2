import type { BlockWords, BubbleType } from '#lib/blocks/block-type.ts';

export const TEXT = {
  type: 'text',
  label: 'Text',
  excerpt: [{ as: 'message', path: 'content' }],
} as const satisfies BubbleType;

export const TEXT_WORDS = {
  purpose: 'Shows a text with formatting, links and values of variables.',
} as const satisfies BlockWords;
