import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const FILE_INPUT = {
  type: 'file input',
  label: 'File',
  takesFiles: 'asAnswer',
  requiredOption: 'isRequired',
} as const satisfies InputType;

export const FILE_INPUT_WORDS = {
  purpose: 'Asks for one or several files.',
  prompt: 'Address of a file',
} as const satisfies InputWords;
