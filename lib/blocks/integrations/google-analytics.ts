import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const GOOGLE_ANALYTICS = {
  type: 'Google Analytics',
  label: 'Analytics',
} as const satisfies IntegrationType;

export const GOOGLE_ANALYTICS_WORDS = {
  purpose: 'Sends an event to Google Analytics from the page of the respondent.',
} as const satisfies BlockWords;
