import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const RATING_INPUT = {
  type: 'rating input',
  label: 'Rating',
  bounds: { from: 'startsAt', to: 'length', standard: { from: 0, to: 10 } },
} as const satisfies InputType;

export const RATING_INPUT_WORDS = {
  purpose: 'Asks for a rating with numbers or icons.',
  prompt: 'A number',
} as const satisfies InputWords;
