import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const TIME_INPUT = {
  type: 'time input',
  label: 'Ask time',
} as const satisfies InputType;

export const TIME_INPUT_WORDS = {
  purpose: 'Asks for a time of day.',
  prompt: 'A time: 14:30',
} as const satisfies InputWords;
