import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const ZAPIER = {
  type: 'Zapier',
  label: 'Zapier',
  request: { urlSource: 'enter the URL that the Zap shows for its webhook' },
} as const satisfies IntegrationType;

export const ZAPIER_WORDS = { purpose: 'Starts a Zap of Zapier.' } as const satisfies BlockWords;
