import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const LEGACY_OPENAI = {
  type: 'OpenAI',
  label: 'OpenAI',
  credentialsKind: 'openai',
} as const satisfies IntegrationType;

export const LEGACY_OPENAI_WORDS = {
  purpose:
    'Asks an OpenAI model, or has a text spoken. Older bots have it instead of the action block `openai`.',
} as const satisfies BlockWords;
