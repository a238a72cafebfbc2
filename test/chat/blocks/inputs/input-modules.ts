import { cardsBlock } from '#lib/chat/blocks/inputs/cards.ts';
import { choiceInputBlock } from '#lib/chat/blocks/inputs/choice-input.ts';
import { dateInputBlock } from '#lib/chat/blocks/inputs/date-input.ts';
import { emailInputBlock } from '#lib/chat/blocks/inputs/email-input.ts';
import { fileInputBlock } from '#lib/chat/blocks/inputs/file-input.ts';
import { numberInputBlock } from '#lib/chat/blocks/inputs/number-input.ts';
import { paymentInputBlock } from '#lib/chat/blocks/inputs/payment-input.ts';
import { phoneNumberInputBlock } from '#lib/chat/blocks/inputs/phone-number-input.ts';
import { pictureChoiceInputBlock } from '#lib/chat/blocks/inputs/picture-choice-input.ts';
import { ratingInputBlock } from '#lib/chat/blocks/inputs/rating-input.ts';
import { textInputBlock } from '#lib/chat/blocks/inputs/text-input.ts';
import { timeInputBlock } from '#lib/chat/blocks/inputs/time-input.ts';
import { urlInputBlock } from '#lib/chat/blocks/inputs/url-input.ts';

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
