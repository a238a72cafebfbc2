import { type ComponentType, h } from 'preact';
import { getFlag } from '#apps/client/loose-fields.ts';
import { importAgain } from '#apps/window/import-again.ts';
import { ChoiceForm } from '#apps/window/inputs/choices/choice-form.tsx';
import { DateForm } from '#apps/window/inputs/typed/date-form.tsx';
import { TextForm } from '#apps/window/inputs/typed/text-form.tsx';
import { TimeForm } from '#apps/window/inputs/typed/time-form.tsx';
import type { InputName } from '#lib/blocks/input-types.ts';
import type { InputProps } from './input-props.ts';
import { lazyInput } from './lazy-input.tsx';

/* Forms with libraries are loaded when a bot first asks for them. */
const SearchableChoice = lazyInput(
  async () =>
    (await importAgain(() => import('#apps/window/inputs/choices/searchable-choice-form.tsx')))
      .SearchableChoiceForm,
);
const Phone = lazyInput(
  async () => (await importAgain(() => import('#apps/window/inputs/typed/phone-form.tsx'))).PhoneForm,
);
const Rating = lazyInput(async () => (await importAgain(() => import('./rating-form.tsx'))).RatingForm);
const File = lazyInput(
  async () => (await importAgain(() => import('#apps/window/inputs/files/file-form.tsx'))).FileForm,
);
const Payment = lazyInput(async () => (await importAgain(() => import('./payment-form.tsx'))).PaymentForm);
const Cards = lazyInput(
  async () => (await importAgain(() => import('#apps/window/inputs/choices/cards-form.tsx'))).CardsForm,
);

const Choice = (props: InputProps) =>
  h(getFlag(props.options, 'isSearchable') ? SearchableChoice : ChoiceForm, props);

const PictureChoice = (props: InputProps) => h(ChoiceForm, { ...props, hasPictures: true });

const INPUTS = {
  'text input': TextForm,
  'number input': TextForm,
  'email input': TextForm,
  'url input': TextForm,
  'phone number input': Phone,
  'date input': DateForm,
  'time input': TimeForm,
  'choice input': Choice,
  'picture choice input': PictureChoice,
  'rating input': Rating,
  'file input': File,
  'payment input': Payment,
  cards: Cards,
} satisfies Record<InputName, ComponentType<InputProps>>;

/** Component of a type of input. Unknown types get a text field. */
export function inputComponent(type: string): ComponentType<InputProps> {
  return Object.hasOwn(INPUTS, type) ? INPUTS[type as InputName] : TextForm;
}
