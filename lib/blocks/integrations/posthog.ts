import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const POSTHOG = {
  type: 'posthog',
  label: 'PostHog',
  credentialsKind: 'posthog',
  changesElsewhere: true,
} as const satisfies IntegrationType;

export const POSTHOG_WORDS = { purpose: 'Sends an event to PostHog.' } as const satisfies BlockWords;
