import { AUTHOR_CLASS } from '#lib/apps/chat-page/author-class-names.ts';
import { button, element } from '#lib/apps/chat-page/element.ts';
import { toText } from '#lib/client/loose-fields.ts';
import { getForm, getPlaceholder, getSendLabel, type InputBuilder, textReply } from './input-context.ts';

/** Calling codes by country, such as `{ FR: '33' }`. Inlined when the page is bundled. */
declare const CALLING_CODES: Record<string, string>;

/** Pseudo-country for numbers that already include a calling code. */
const INTERNATIONAL = 'INT';

/** A phone number, with a select for the calling code. */
export const phoneForm: InputBuilder = (context) => {
  const { options, question, prefilledValue } = context;
  const names = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });
  const countries = Object.entries(CALLING_CODES)
    .map(([code, callingCode]) => ({ code, label: `${names.of(code)} (+${callingCode})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const country = element(
    'select',
    {
      class: `field country ${AUTHOR_CLASS.input}`,
      attributes: { 'aria-label': 'Country', autocomplete: 'tel-country-code' },
    },
    element('option', { attributes: { value: INTERNATIONAL } }, 'International'),
    ...countries.map(({ code, label }) => element('option', { attributes: { value: code } }, label)),
  );
  const wanted = toText(options, 'defaultCountryCode')?.toUpperCase() ?? INTERNATIONAL;
  country.value = wanted in CALLING_CODES && !prefilledValue?.startsWith('+') ? wanted : INTERNATIONAL;
  const field = element('input', {
    class: `field ${AUTHOR_CLASS.input}`,
    attributes: {
      type: 'tel',
      inputmode: 'tel',
      autocomplete: 'tel',
      placeholder: getPlaceholder(context),
      'aria-label': question || getPlaceholder(context),
      value: prefilledValue,
    },
  });
  const submit = () => {
    const number = field.value.trim();
    if (number === '') return field.focus();
    const callingCode = CALLING_CODES[country.value];
    const isWhole = number.startsWith('+') || callingCode === undefined;
    context.answer(textReply(isWhole ? number : `+${callingCode}${withoutTrunkZero(number, country.value)}`));
  };
  const line = element(
    'div',
    { class: 'line phone' },
    country,
    field,
    button(getSendLabel(context), `button ${AUTHOR_CLASS.button}`),
  );
  return { node: getForm(`form ${AUTHOR_CLASS.inputForm}`, submit, line), focus: () => field.focus() };
};

/** Italian and Vatican numbers keep the zero after the calling code. */
function withoutTrunkZero(number: string, country: string): string {
  return country === 'IT' || country === 'VA' ? number : number.replace(/^0/, '');
}
