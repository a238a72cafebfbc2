import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { useMemo, useRef, useState } from 'preact/hooks';
import { AUTHOR_CLASS } from '#lib/apps/web/bot-window/author-class-names.ts';
import { toText } from '#lib/client/loose-fields.ts';
import { AnswerForm } from './answer-form.tsx';
import { ComplaintLine, useComplaint } from './complaint.tsx';
import { getPlaceholder, getSendLabel } from './input-labels.ts';
import type { InputProps } from './input-props.ts';
import { textReply } from './text-reply.ts';

/** Undefined for numbers that are typed with their calling code. */
type Country = CountryCode | undefined;

/** A phone number, formatted as it is typed, with a select for the calling code. */
export function PhoneForm(props: InputProps) {
  const { options, question, prefilledValue, answer } = props;
  const field = useRef<HTMLInputElement>(null);
  const complaint = useComplaint(props.complaint);
  const [country, setCountry] = useState<Country>(() =>
    prefilledValue
      ? parsePhoneNumberFromString(prefilledValue)?.country
      : toCountry(toText(options, 'defaultCountryCode')),
  );
  const countries = useMemo(listCountries, []);

  const submit = () => {
    const node = field.current;
    if (!node) return;
    const typed = node.value.trim();
    if (typed === '') return node.focus();
    // In E.164. What is not a number is sent as it is: the service has the author's message for it.
    answer(textReply(parsePhoneNumberFromString(typed, country)?.number ?? typed));
  };
  const format = (node: HTMLInputElement) => {
    complaint.report(undefined);
    const formatter = new AsYouType(country);
    const formatted = formatter.input(node.value);
    if (node.value.startsWith('+')) setCountry(formatter.getCountry());
    // Elsewhere than at the end, formatting would move the caret.
    if (node.selectionStart === node.value.length) node.value = formatted;
  };
  return (
    <AnswerForm
      handle={props.handle}
      class={`form ${AUTHOR_CLASS.inputForm}`}
      field={field}
      setValue={(text) => {
        if (field.current) field.current.value = text;
      }}
      onSubmit={submit}
    >
      <div class="line phone">
        <span class={`field country ${AUTHOR_CLASS.input}`}>
          <span aria-hidden="true">
            {country ? `${country} +${getCountryCallingCode(country)}` : <span class="glyph globe" />}
          </span>
          {/* The system's own list, over the short text: it is searched by typing, and large on phones. */}
          <select
            aria-label="Country"
            autocomplete="tel-country-code"
            value={country ?? ''}
            onInput={({ currentTarget }) => setCountry(toCountry(currentTarget.value))}
          >
            <option value="">International</option>
            {countries.map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </span>
        <input
          ref={field}
          class={`field ${AUTHOR_CLASS.input}`}
          type="tel"
          autocomplete="tel"
          placeholder={getPlaceholder(props)}
          aria-label={question || getPlaceholder(props)}
          defaultValue={prefilledValue ?? ''}
          onInput={(event) => {
            if (!event.inputType?.startsWith('delete')) format(event.currentTarget);
          }}
          {...complaint.attributes}
        />
        <button type="submit" class={`button ${AUTHOR_CLASS.button}`}>
          {getSendLabel(props)}
        </button>
      </div>
      <ComplaintLine complaint={complaint} />
    </AnswerForm>
  );
}

function toCountry(code: string | undefined): Country {
  const wanted = code?.toUpperCase();
  return getCountries().find((country) => country === wanted);
}

/** All countries with their calling codes, in the order of the browser's language. */
function listCountries() {
  const names = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });
  return getCountries()
    .map((code) => ({ code, label: `${names.of(code)} (+${getCountryCallingCode(code)})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
