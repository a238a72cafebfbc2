import type { FormNode } from '#apps/sites/form-node.ts';
import { FieldFrame } from './field-frame.tsx';
import type { Named } from './named.ts';

/** A group, a block or a bot, chosen from a list. An id that is not in the list stays until another one is chosen. */
export function TargetField(props: {
  label: string;
  node: Pick<FormNode, 'description'>;
  value: string | undefined;
  targets: readonly Named[];
  /** The option for having no target. */
  none: string;
  onChange: (value: string | undefined) => void;
}) {
  const { label, node, value, targets, none, onChange } = props;
  const isKnown = value === undefined || value === '' || targets.some(({ id }) => id === value);
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
          <option value="">{none}</option>
          {!isKnown && <option value={value}>{`Not found: ${value}`}</option>}
          {targets.map((target) => (
            <option key={target.id} value={target.id}>
              {target.name || 'Without a title'}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
