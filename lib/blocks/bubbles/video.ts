import type { BlockWords, BubbleType } from '#lib/blocks/block-type.ts';

export const VIDEO = {
  type: 'video',
  label: 'Video',
  shownBy: ['url', 'id'],
  excerpt: ['content.url'],
} as const satisfies BubbleType;

export const VIDEO_WORDS = {
  purpose: 'Plays a video from a file or from a video service.',
} as const satisfies BlockWords;
