import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const TOGETHER_AI = {
  type: 'together-ai',
  label: 'Together',
  credentialsKind: 'together-ai',
} as const satisfies IntegrationType;

export const TOGETHER_AI_WORDS = { purpose: 'Asks a model at Together.' } as const satisfies BlockWords;
