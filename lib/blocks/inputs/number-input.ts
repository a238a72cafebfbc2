import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const NUMBER_INPUT = {
  type: 'number input',
  label: 'Ask number',
  bounds: { from: 'min', to: 'max' },
} as const satisfies InputType;

export const NUMBER_INPUT_WORDS = {
  purpose: 'Asks for a number.',
  prompt: 'A number',
} as const satisfies InputWords;
