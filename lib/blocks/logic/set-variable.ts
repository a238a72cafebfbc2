import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const SET_VARIABLE = {
  type: 'Set variable',
  label: 'Set',
  excerpt: [{ as: 'assignment', path: 'options' }],
} as const satisfies LogicType;

export const SET_VARIABLE_WORDS = {
  purpose:
    'Sets a variable to a text, a calculated value, a date or something that the service knows about the chat.',
} as const satisfies BlockWords;
