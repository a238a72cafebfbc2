import type { FormNode } from '#apps/sites/form-node.ts';
import { useDraftText } from '../../parts/use-draft-text.ts';
import { FieldFrame } from './field-frame.tsx';
import { toPickedDate } from './form-model.ts';
import { TextControl } from './text-control.tsx';

/** A date: a text, which may have variables, and the browser's own picker beside it. */
export function DateField(props: {
  label: string;
  node: FormNode;
  value: string | undefined;
  /** Whether the date has a time. */
  hasTime: boolean;
  onChange: (value: string) => void;
}) {
  const { label, node, value = '', hasTime, onChange } = props;
  // While a year is typed into a picker, each digit makes another date.
  const picked = useDraftText(toPickedDate(value, hasTime), onChange);
  return (
    <FieldFrame label={label} node={node}>
      {({ id, describedBy }) => (
        <div class="field-line">
          <TextControl
            id={id}
            describedBy={describedBy}
            look="line"
            placeholder={node.placeholder ?? (hasTime ? '2026-01-31T18:00' : '2026-01-31')}
            value={value}
            onCommit={onChange}
          />
          <input
            class="input date-picker"
            type={hasTime ? 'datetime-local' : 'date'}
            aria-label={`${label}, picker`}
            value={picked.text}
            onInput={({ currentTarget }) => {
              // A date that is not complete yet has no value. The text field empties the option.
              if (currentTarget.value !== '') picked.type(currentTarget.value);
            }}
            onBlur={picked.commit}
          />
        </div>
      )}
    </FieldFrame>
  );
}
