import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { FormNode } from '#apps/sites/form-node.ts';
import { FieldNote } from './field-note.tsx';

export type FieldIds = { id: string; labelId: string; describedBy: string | undefined };

/** A label, the control that it belongs to, and what is said about them. */
export function FieldFrame(props: {
  label: string;
  node: Pick<FormNode, 'description' | 'unit'>;
  error?: string | undefined;
  children: (ids: FieldIds) => ComponentChildren;
}) {
  const { label, node, error, children } = props;
  const id = useId();
  const labelId = `${id}-label`;
  const described = [node.description && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label id={labelId} for={id}>
        {label}
        {node.unit && <span class="soft"> ({node.unit})</span>}
      </label>
      {children({ id, labelId, describedBy: described || undefined })}
      {node.description && <FieldNote text={node.description} id={`${id}-note`} />}
      {error && (
        <span class="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
