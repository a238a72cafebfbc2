import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const CHATWOOT = {
  type: 'Chatwoot',
  label: 'Chatwoot',
} as const satisfies IntegrationType;

export const CHATWOOT_WORDS = {
  purpose: 'Opens or closes the Chatwoot widget on the page.',
} as const satisfies BlockWords;
