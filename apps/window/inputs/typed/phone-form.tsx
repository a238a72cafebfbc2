import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { useMemo, useRef, useState } from 'preact/hooks';
import { getText } from '#apps/client/loose-fields.ts';
import { AnswerForm } from '#apps/window/inputs/answer-form.tsx';
import { ComplaintLine, useComplaint } from '#apps/window/inputs/complaint.tsx';
import { FIELD_CLASS, FieldBox } from '#apps/window/inputs/field-box.tsx';
import { getPlaceholder, getSendLabel } from '#apps/window/inputs/input-labels.ts';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { textReply } from '#apps/window/inputs/text-reply.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import {
  type PhoneEvent,
  reducePhoneEntry,
  startPhoneEntry,
  toCountry,
  toPhoneReply,
} from './phone-entry.ts';

/** A phone number, formatted as it is typed, with a select for the calling code. */
export function PhoneForm(props: InputProps) {
  const { options, question, prefilledValue, answer } = props;
  const field = useRef<HTMLInputElement>(null);
  const complaint = useComplaint(props.complaint);
  const [start] = useState(() => startPhoneEntry(getText(options, 'defaultCountryCode'), prefilledValue));
  // Beside the state, because a browser that fills in both controls sends the second event before the next rendering.
  const entry = useRef(start);
  const [country, showCountry] = useState(start.country);
  const countries = useMemo(listCountries, []);

  const change = (event: PhoneEvent) => {
    complaint.report(undefined);
    entry.current = reducePhoneEntry(entry.current, event);
    const { text } = entry.current;
    // Setting the same text would move the caret.
    if (field.current && field.current.value !== text) field.current.value = text;
    showCountry(entry.current.country);
  };
  const submit = () => {
    const reply = toPhoneReply(entry.current);
    if (reply === '') return field.current?.focus();
    answer(textReply(reply));
  };
  return (
    <AnswerForm
      handle={props.handle}
      class={`form ${AUTHOR_CLASS.inputForm}`}
      field={field}
      setValue={(text) => change({ type: 'edit', text, isTyped: true })}
      onSubmit={submit}
    >
      <div class="line phone">
        <FieldBox>
          <span class={`country ${AUTHOR_CLASS.country}`}>
            <span aria-hidden="true">
              {country ? `${country} +${getCountryCallingCode(country)}` : <span class="glyph globe" />}
            </span>
            {/* The system's own list, over the short text: it is searched by typing, and large on phones. */}
            <select
              aria-label="Country"
              autocomplete="tel-country-code"
              value={country ?? ''}
              onInput={({ currentTarget }) =>
                change({ type: 'choose', country: toCountry(currentTarget.value) })
              }
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
            class={FIELD_CLASS}
            type="tel"
            autocomplete="tel"
            placeholder={getPlaceholder(props)}
            aria-label={question || getPlaceholder(props)}
            defaultValue={start.text}
            onInput={({ currentTarget: { value, selectionStart }, inputType }) => {
              const isTyped = !inputType?.startsWith('delete') && selectionStart === value.length;
              change({ type: 'edit', text: value, isTyped });
            }}
            {...complaint.attributes}
          />
        </FieldBox>
        <button type="submit" class={`button ${AUTHOR_CLASS.button}`}>
          {getSendLabel(props)}
        </button>
      </div>
      <ComplaintLine complaint={complaint} />
    </AnswerForm>
  );
}

/** All countries with their calling codes, in the order of the browser's language. */
function listCountries() {
  const names = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });
  return getCountries()
    .map((code) => ({ code, label: `${names.of(code)} (+${getCountryCallingCode(code)})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
