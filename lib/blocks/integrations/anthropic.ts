import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const ANTHROPIC = {
  type: 'anthropic',
  label: 'Anthropic',
  credentialsKind: 'anthropic',
} as const satisfies IntegrationType;

export const ANTHROPIC_WORDS = {
  purpose: 'Asks a Claude model, or extracts variables.',
} as const satisfies BlockWords;
