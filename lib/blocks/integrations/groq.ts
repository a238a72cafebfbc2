import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const GROQ = {
  type: 'groq',
  label: 'Groq',
  credentialsKind: 'groq',
} as const satisfies IntegrationType;

export const GROQ_WORDS = { purpose: 'Asks a model at Groq.' } as const satisfies BlockWords;
