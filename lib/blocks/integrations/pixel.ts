import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const PIXEL = {
  type: 'Pixel',
  label: 'Pixel',
} as const satisfies IntegrationType;

export const PIXEL_WORDS = {
  purpose: 'Sends an event to Meta Pixel from the page of the respondent.',
} as const satisfies BlockWords;
