import { cardsBlock } from '#lib/engine/blocks/inputs/cards.ts';
import { choiceInputBlock } from '#lib/engine/blocks/inputs/choice-input.ts';
import { dateInputBlock } from '#lib/engine/blocks/inputs/date-input.ts';
import { emailInputBlock } from '#lib/engine/blocks/inputs/email-input.ts';
import { fileInputBlock } from '#lib/engine/blocks/inputs/file-input.ts';
import { numberInputBlock } from '#lib/engine/blocks/inputs/number-input.ts';
import { paymentInputBlock } from '#lib/engine/blocks/inputs/payment-input.ts';
import { phoneNumberInputBlock } from '#lib/engine/blocks/inputs/phone-number-input.ts';
import { pictureChoiceInputBlock } from '#lib/engine/blocks/inputs/picture-choice-input.ts';
import { ratingInputBlock } from '#lib/engine/blocks/inputs/rating-input.ts';
import { textInputBlock } from '#lib/engine/blocks/inputs/text-input.ts';
import { timeInputBlock } from '#lib/engine/blocks/inputs/time-input.ts';
import { urlInputBlock } from '#lib/engine/blocks/inputs/url-input.ts';

export const INPUT_MODULES = [
  textInputBlock,
  numberInputBlock,
  emailInputBlock,
  urlInputBlock,
  dateInputBlock,
  timeInputBlock,
  phoneNumberInputBlock,
  choiceInputBlock,
  pictureChoiceInputBlock,
  paymentInputBlock,
  ratingInputBlock,
  fileInputBlock,
  cardsBlock,
];
