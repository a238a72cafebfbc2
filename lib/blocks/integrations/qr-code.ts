import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const QR_CODE = {
  type: 'qr-code',
  label: 'QR code',
} as const satisfies IntegrationType;

export const QR_CODE_WORDS = { purpose: 'Makes a picture of a QR code.' } as const satisfies BlockWords;
