import { cardsForm } from './cards-form.ts';
import { choiceForm, pictureChoiceForm } from './choice-form.ts';
import { dateForm, timeForm } from './date-form.ts';
import { fileForm } from './file-form.ts';
import type { InputBuilder } from './input-context.ts';
import { paymentForm } from './payment-form.ts';
import { phoneForm } from './phone-form.ts';
import { ratingForm } from './rating-form.ts';
import { textForm } from './text-form.ts';

const FORMS: Record<string, InputBuilder> = {
  'text input': textForm,
  'number input': textForm,
  'email input': textForm,
  'url input': textForm,
  'phone number input': phoneForm,
  'date input': dateForm,
  'time input': timeForm,
  'choice input': choiceForm,
  'picture choice input': pictureChoiceForm,
  'rating input': ratingForm,
  'file input': fileForm,
  'payment input': paymentForm,
  cards: cardsForm,
};

/** Builds the form for an input. Unknown types get a text field. */
export const inputForm: InputBuilder = (context) => (FORMS[context.input.type] ?? textForm)(context);
