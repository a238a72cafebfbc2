import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const OPENAI = {
  type: 'openai',
  label: 'OpenAI',
  credentialsKind: 'openai',
} as const satisfies IntegrationType;

export const OPENAI_WORDS = {
  purpose: 'Asks an OpenAI model or assistant, extracts variables, speaks a text or writes down speech.',
} as const satisfies BlockWords;
