import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const URL_INPUT = {
  type: 'url input',
  label: 'Ask website',
  retryTextOption: 'retryMessageContent',
} as const satisfies InputType;

export const URL_INPUT_WORDS = {
  purpose: 'Asks for a web address.',
  prompt: 'A web address',
} as const satisfies InputWords;
