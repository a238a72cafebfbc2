import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const PERPLEXITY = {
  type: 'perplexity',
  label: 'Perplexity',
  credentialsKind: 'perplexity',
} as const satisfies IntegrationType;

export const PERPLEXITY_WORDS = { purpose: 'Asks a model of Perplexity.' } as const satisfies BlockWords;
