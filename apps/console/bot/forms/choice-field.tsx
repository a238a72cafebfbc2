import type { FormNode } from '#apps/sites/form-node.ts';
import { FieldFrame } from './field-frame.tsx';
import { listChoices } from './form-model.ts';

/** One of some values. The first option stands for the default, and removes the key. */
export function ChoiceField(props: {
  label: string;
  node: FormNode & { kind: 'choice' };
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { label, node, value, onChange } = props;
  const choices = listChoices(node, value);
  const standard = choices.find(({ value }) => value === node.default)?.label;
  return (
    <FieldFrame label={label} node={node}>
      {({ id, describedBy }) => (
        <select
          id={id}
          class="input"
          aria-describedby={describedBy}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        >
          <option value="">{standard === undefined ? 'Not chosen' : `${standard} (default)`}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
