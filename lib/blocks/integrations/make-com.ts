import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const MAKE_COM = {
  type: 'Make.com',
  label: 'Make',
  request: { urlSource: 'enter the URL that the scenario shows for its webhook' },
} as const satisfies IntegrationType;

export const MAKE_COM_WORDS = { purpose: 'Starts a scenario of Make.' } as const satisfies BlockWords;
