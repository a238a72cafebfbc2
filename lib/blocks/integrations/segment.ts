import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const SEGMENT = {
  type: 'segment',
  label: 'Segment',
  credentialsKind: 'segment',
  changesElsewhere: true,
} as const satisfies IntegrationType;

export const SEGMENT_WORDS = { purpose: 'Sends an event to Segment.' } as const satisfies BlockWords;
