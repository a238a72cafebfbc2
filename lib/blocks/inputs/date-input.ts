import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const DATE_INPUT = {
  type: 'date input',
  label: 'Ask date',
} as const satisfies InputType;

export const DATE_INPUT_WORDS = {
  purpose: 'Asks for a date, with a time or as a range of two dates if wanted.',
  prompt: 'A date: 2026-01-31',
  rangePrompt: 'Two dates: 2026-01-30 to 2026-01-31',
} as const satisfies InputWords;
