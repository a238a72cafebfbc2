import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const NOCODB = {
  type: 'nocodb',
  label: 'NocoDB',
  credentialsKind: 'nocodb',
  changesElsewhere: true,
} as const satisfies IntegrationType;

export const NOCODB_WORDS = {
  purpose: 'Searches, adds or changes records of a NocoDB table.',
} as const satisfies BlockWords;
