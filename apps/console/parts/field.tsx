import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'class' | 'id' | 'label'> & {
  label: string;
  note?: ComponentChildren;
  error?: string | undefined;
};

/** A labelled text field. The note and the error are read out with it. */
export function Field({ label, note, error, ...input }: FieldProps) {
  const id = useId();
  const described = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        class="input"
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {note && (
        <span class="field-note" id={`${id}-note`}>
          {note}
        </span>
      )}
      {error && (
        <span class="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
