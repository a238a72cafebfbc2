import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const GMAIL = {
  type: 'gmail',
  label: 'Gmail',
  credentialsKind: 'gmail',
  recipientOptions: ['to'],
  changesElsewhere: true,
} as const satisfies IntegrationType;

export const GMAIL_WORDS = { purpose: 'Sends an e-mail from a Gmail account.' } as const satisfies BlockWords;
