import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const REDIRECT = {
  type: 'Redirect',
  label: 'Redirect',
  opensUrls: ['options.url'],
  excerpt: ['options.url'],
} as const satisfies LogicType;

export const REDIRECT_WORDS = {
  purpose: 'Opens a web address, in the same tab or in a new one.',
} as const satisfies BlockWords;
