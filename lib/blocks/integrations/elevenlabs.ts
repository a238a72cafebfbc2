import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const ELEVENLABS = {
  type: 'elevenlabs',
  label: 'ElevenLabs',
  credentialsKind: 'elevenlabs',
} as const satisfies IntegrationType;

export const ELEVENLABS_WORDS = { purpose: 'Has a text spoken by ElevenLabs.' } as const satisfies BlockWords;
