import type { InputType, InputWords } from '#lib/blocks/block-type.ts';

export const PICTURE_CHOICE_INPUT = {
  type: 'picture choice input',
  label: 'Pictures',
  mustBeSeen: true,
  items: {
    label: ['title', 'pictureSrc'],
    chosenBy: { fields: ['title', 'pictureSrc', 'value'], words: 'a title or a picture' },
    list: { variable: 'dynamicItems.pictureSrcsVariableId', enabledBy: 'dynamicItems.isEnabled' },
    mayBeMultiple: true,
    coverEveryWay: true,
  },
} as const satisfies InputType;

export const PICTURE_CHOICE_INPUT_WORDS = {
  purpose: 'Offers pictures, of which respondents choose one or several.',
} as const satisfies InputWords;
