import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const WEBHOOK_LISTENER = {
  type: 'webhook',
  label: 'Listen',
  awaitsReply: true,
} as const satisfies LogicType;

export const WEBHOOK_LISTENER_WORDS = {
  purpose: "Waits until the bot's webhook is called.",
} as const satisfies BlockWords;
