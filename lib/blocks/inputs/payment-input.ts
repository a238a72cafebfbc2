import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const PAYMENT_INPUT = {
  type: 'payment input',
  label: 'Payment',
  credentialsKind: 'stripe',
  mustBeSeen: true,
  isAnswerFixed: true,
  retryTextOption: 'retryMessageContent',
} as const satisfies InputType;

export const PAYMENT_INPUT_WORDS = {
  purpose: 'Asks for a payment through Stripe.',
  prompt: 'Payment {amount} (cannot be made here): Success or fail',
} as const satisfies InputWords;
