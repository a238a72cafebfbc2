import type { BlockWords, BubbleType } from '#lib/blocks/block-type.ts';

export const IMAGE = {
  type: 'image',
  label: 'Image',
  shownBy: ['url'],
  opensUrls: ['content.url', 'content.clickLink.url'],
  excerpt: ['content.url'],
} as const satisfies BubbleType;

export const IMAGE_WORDS = { purpose: 'Shows a picture, which can be a link.' } as const satisfies BlockWords;
