import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const CHOICE_INPUT = {
  type: 'choice input',
  label: 'Buttons',
  mustBeSeen: true,
  items: {
    label: ['content'],
    chosenBy: { fields: ['content', 'value'], words: 'a text' },
    list: { variable: 'dynamicVariableId' },
    mayBeMultiple: true,
    coverEveryWay: true,
  },
} as const satisfies InputType;

export const CHOICE_INPUT_WORDS = {
  purpose: 'Offers buttons, of which respondents choose one or several.',
} as const satisfies InputWords;
