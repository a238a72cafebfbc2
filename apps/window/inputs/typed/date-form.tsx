import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { getFlag, getText } from '#apps/client/loose-fields.ts';
import { AnswerForm } from '#apps/window/inputs/answer-form.tsx';
import { ComplaintLine, useComplaint } from '#apps/window/inputs/complaint.tsx';
import { FIELD_CLASS, FieldBox } from '#apps/window/inputs/field-box.tsx';
import { getLabel, getSendLabel } from '#apps/window/inputs/input-labels.ts';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { textReply } from '#apps/window/inputs/text-reply.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';

/** A date, with an optional time, or a date range. */
export function DateForm(props: InputProps) {
  const { options, question, answer } = props;
  const [from, to] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const complaint = useComplaint(props.complaint);
  const isRange = getFlag(options, 'isRange') ?? false;
  const submit = () => {
    const fields = isRange ? [from.current, to.current] : [from.current];
    const empty = fields.find((field) => field?.value === '');
    if (empty) {
      if (empty.validity.badInput) complaint.report('Please enter the whole date.');
      return empty.focus();
    }
    // The service recognises ranges by the word "to". The author's own label is only for display.
    answer(textReply(fields.map((field) => field?.value).join(' to ')));
  };
  const attributes = {
    class: `${FIELD_CLASS} ${AUTHOR_CLASS.dateField}`,
    type: getFlag(options, 'hasTime') ? 'datetime-local' : 'date',
    min: getText(options, 'min'),
    max: getText(options, 'max'),
    onInput: () => complaint.report(undefined),
    ...complaint.attributes,
  };
  const send = (
    <button type="submit" class={`button ${AUTHOR_CLASS.button}`}>
      {getSendLabel(props)}
    </button>
  );
  const name = question || 'Date';
  return (
    <AnswerForm
      handle={props.handle}
      class={`form stacked ${AUTHOR_CLASS.inputForm}`}
      {...(isRange && { name })}
      field={from}
      onSubmit={submit}
    >
      {isRange ? (
        <>
          <label class="labelled">
            <span class="label">{getLabel(props, 'from') ?? 'From:'}</span>
            <DateBox>
              <input {...attributes} ref={from} />
            </DateBox>
          </label>
          <label class="labelled">
            <span class="label">{getLabel(props, 'to') ?? 'To:'}</span>
            <DateBox>
              <input {...attributes} ref={to} />
            </DateBox>
          </label>
          {send}
        </>
      ) : (
        <div class="line">
          <DateBox>
            <input {...attributes} ref={from} aria-label={name} />
          </DateBox>
          {send}
        </div>
      )}
      <ComplaintLine complaint={complaint} />
    </AnswerForm>
  );
}

function DateBox({ children }: { children: ComponentChildren }) {
  return (
    <FieldBox>
      <div class="box-line flex items-center">{children}</div>
    </FieldBox>
  );
}
