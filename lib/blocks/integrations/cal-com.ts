import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const CAL_COM = {
  type: 'cal-com',
  label: 'Cal.com',
  awaitsReply: true,
} as const satisfies IntegrationType;

export const CAL_COM_WORDS = {
  purpose: 'Shows a Cal.com calendar and waits for a booking.',
} as const satisfies BlockWords;
