import { useId } from 'preact/hooks';
import type { FormNode } from '#apps/sites/form-node.ts';

/** A switch. */
export function FlagField(props: {
  label: string;
  node: FormNode;
  value: boolean | undefined;
  onChange: (value: boolean | undefined) => void;
}) {
  const { label, node, value, onChange } = props;
  const id = useId();
  const isOn = value ?? node.default === true;
  return (
    <div class="field">
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          aria-describedby={node.description ? `${id}-note` : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      {node.description && (
        <span class="field-note" id={`${id}-note`}>
          {node.description}
        </span>
      )}
    </div>
  );
}
