import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const GOOGLE_SHEETS = {
  type: 'Google Sheets',
  label: 'Sheets',
  credentialsKind: 'google sheets',
  changesElsewhere: true,
} as const satisfies IntegrationType;

export const GOOGLE_SHEETS_WORDS = {
  purpose: 'Adds, changes or reads rows of a spreadsheet.',
} as const satisfies BlockWords;
