import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const PHONE_NUMBER_INPUT = {
  type: 'phone number input',
  label: 'Ask phone',
  retryTextOption: 'retryMessageContent',
} as const satisfies InputType;

export const PHONE_NUMBER_INPUT_WORDS = {
  purpose: 'Asks for a phone number with its country.',
  prompt: 'A phone number, with its country: +33612345678',
} as const satisfies InputWords;
