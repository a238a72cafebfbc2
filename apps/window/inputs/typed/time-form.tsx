import { useRef } from 'preact/hooks';
import { AnswerForm } from '#apps/window/inputs/answer-form.tsx';
import { ComplaintLine, useComplaint } from '#apps/window/inputs/complaint.tsx';
import { FIELD_CLASS, FieldBox } from '#apps/window/inputs/field-box.tsx';
import { getSendLabel } from '#apps/window/inputs/input-labels.ts';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { textReply } from '#apps/window/inputs/text-reply.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';

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
