import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const MISTRAL = {
  type: 'mistral',
  label: 'Mistral',
  credentialsKind: 'mistral',
} as const satisfies IntegrationType;

export const MISTRAL_WORDS = {
  purpose: 'Asks a Mistral model, or extracts variables.',
} as const satisfies BlockWords;
