import type { BlockWords, BubbleType } from '#lib/blocks/block-type.ts';

export const EMBED = {
  type: 'embed',
  label: 'Embed',
  shownBy: ['url'],
  opensUrls: ['content.url'],
  awaitsReply: 'content.waitForEvent.isEnabled',
  excerpt: ['content.url'],
} as const satisfies BubbleType;

export const EMBED_WORDS = {
  purpose: 'Shows a page of another website, and can wait for an event from it.',
} as const satisfies BlockWords;
