import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const ZENDESK = {
  type: 'zendesk',
  label: 'Zendesk',
  credentialsKind: 'zendesk',
} as const satisfies IntegrationType;

export const ZENDESK_WORDS = {
  purpose: 'Opens the Zendesk widget on the page.',
} as const satisfies BlockWords;
