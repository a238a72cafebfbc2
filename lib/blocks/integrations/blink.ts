import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const BLINK = {
  type: 'blink',
  label: 'Blink',
  // Redirects need no credentials, and the other actions are not supported.
} as const satisfies IntegrationType;

export const BLINK_WORDS = { purpose: 'Opens a page of Blink.' } as const satisfies BlockWords;
