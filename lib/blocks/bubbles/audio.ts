import type { BlockWords, BubbleType } from '#lib/blocks/block-type.ts';

export const AUDIO = {
  type: 'audio',
  label: 'Audio',
  shownBy: ['url'],
  excerpt: ['content.url'],
} as const satisfies BubbleType;

export const AUDIO_WORDS = { purpose: 'Plays a sound.' } as const satisfies BlockWords;
