import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const EMAIL_INPUT = {
  type: 'email input',
  label: 'Ask email',
  retryTextOption: 'retryMessageContent',
} as const satisfies InputType;

export const EMAIL_INPUT_WORDS = {
  purpose: 'Asks for an e-mail address.',
  prompt: 'An e-mail address',
} as const satisfies InputWords;
