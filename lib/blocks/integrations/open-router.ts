import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const OPEN_ROUTER = {
  type: 'open-router',
  label: 'OpenRouter',
  credentialsKind: 'open-router',
} as const satisfies IntegrationType;

export const OPEN_ROUTER_WORDS = {
  purpose: 'Asks a model through OpenRouter.',
} as const satisfies BlockWords;
