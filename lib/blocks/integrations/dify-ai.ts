import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const DIFY_AI = {
  type: 'dify-ai',
  label: 'Dify',
  credentialsKind: 'dify-ai',
} as const satisfies IntegrationType;

export const DIFY_AI_WORDS = {
  purpose: 'Asks an app of Dify, or searches a knowledge base.',
} as const satisfies BlockWords;
