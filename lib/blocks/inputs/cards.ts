import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const CARDS = {
  type: 'cards',
  label: 'Cards',
  mustBeSeen: true,
  savedInOption: 'saveResponseMapping',
  items: {
    label: ['title', 'description'],
    chosenBy: { fields: ['title'], words: 'a title or a button' },
    hasButtons: true,
    displayCondition: 'options.displayCondition',
  },
} as const satisfies InputType;

export const CARDS_WORDS = {
  purpose: 'Offers cards with a picture, a text and buttons, of which respondents choose one.',
} as const satisfies InputWords;
