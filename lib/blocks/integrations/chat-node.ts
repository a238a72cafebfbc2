import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const CHAT_NODE = {
  type: 'chat-node',
  label: 'ChatNode',
  credentialsKind: 'chat-node',
} as const satisfies IntegrationType;

export const CHAT_NODE_WORDS = { purpose: 'Asks a bot of ChatNode.' } as const satisfies BlockWords;
