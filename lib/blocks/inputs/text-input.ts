import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const TEXT_INPUT = {
  type: 'text input',
  label: 'Ask text',
  takesFiles: 'withAnswer',
} as const satisfies InputType;

export const TEXT_INPUT_WORDS = {
  purpose:
    'Asks for a text, such as a name, in one line or several, with files or a voice message if wanted.',
} as const satisfies InputWords;
