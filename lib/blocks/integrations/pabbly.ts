import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const PABBLY = {
  type: 'Pabbly',
  label: 'Pabbly',
  request: { urlSource: 'enter the URL that the workflow shows for its webhook' },
} as const satisfies IntegrationType;

export const PABBLY_WORDS = { purpose: 'Starts a workflow of Pabbly Connect.' } as const satisfies BlockWords;
