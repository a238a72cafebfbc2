import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const DEEPSEEK = {
  type: 'deepseek',
  label: 'DeepSeek',
  credentialsKind: 'deepseek',
} as const satisfies IntegrationType;

export const DEEPSEEK_WORDS = { purpose: 'Asks a DeepSeek model.' } as const satisfies BlockWords;
