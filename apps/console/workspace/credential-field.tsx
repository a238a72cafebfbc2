import type { CredentialField } from '#lib/bots/document/credential-kinds.ts';
import { Field } from '../parts/field.tsx';
import { toPlainDescription } from './credentials-form.ts';

/** A field of credentials. What is typed into a secret one cannot be read on the screen. */
export function CredentialFieldControl(props: {
  field: CredentialField;
  value: string | boolean | undefined;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}) {
  const { field, value, error, onChange } = props;
  const { title, type, isRequired, isSecret, default: standard } = field;
  const note = toPlainDescription(field);
  if (type === 'boolean') {
    return (
      <div class="field">
        <label class="check-line">
          <input
            type="checkbox"
            checked={value === true}
            onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          />
          {title}
        </label>
        <span class="field-note">{note}</span>
      </div>
    );
  }
  return (
    <Field
      label={isRequired ? title : `${title} (optional)`}
      note={type === 'hosts' ? `${note} Separate them with commas.` : note}
      error={error}
      type={isSecret ? 'password' : 'text'}
      // Neither are kept passwords filled in, nor do managers of passwords offer to keep what is typed.
      autocomplete="off"
      {...(isSecret && { 'data-1p-ignore': true, 'data-bwignore': true, 'data-lpignore': 'true' })}
      spellcheck={false}
      {...(type === 'port' && { inputMode: 'numeric' as const })}
      {...(type === 'url' && { inputMode: 'url' as const })}
      placeholder={standard}
      value={typeof value === 'string' ? value : ''}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
