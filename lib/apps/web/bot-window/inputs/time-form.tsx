import { useRef } from 'preact/hooks';
import { AUTHOR_CLASS } from '#lib/apps/web/bot-window/author-class-names.ts';
import { AnswerForm } from './answer-form.tsx';
import { ComplaintLine, useComplaint } from './complaint.tsx';
import { FIELD_CLASS, FieldBox } from './field-box.tsx';
import { getSendLabel } from './input-labels.ts';
import type { InputProps } from './input-props.ts';
import { textReply } from './text-reply.ts';

/** A time of day. */
export function TimeForm(props: InputProps) {
  const field = useRef<HTMLInputElement>(null);
  const complaint = useComplaint(props.complaint);
  const submit = () => {
    const node = field.current;
    if (!node) return;
    if (node.value !== '') return props.answer(textReply(node.value));
    if (node.validity.badInput) complaint.report('Please enter the whole time.');
    node.focus();
  };
  return (
    <AnswerForm
      handle={props.handle}
      class={`form ${AUTHOR_CLASS.inputForm}`}
      field={field}
      onSubmit={submit}
    >
      <div class="line">
        <FieldBox>
          <input
            ref={field}
            class={FIELD_CLASS}
            type="time"
            aria-label={props.question || 'Time'}
            defaultValue={props.prefilledValue ?? ''}
            onInput={() => complaint.report(undefined)}
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
