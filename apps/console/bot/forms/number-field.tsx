import { useState } from 'preact/hooks';
import type { FormNode } from '#apps/sites/form-node.ts';
import { FieldFrame } from './field-frame.tsx';
import { parseNumber } from './form-model.ts';
import { TextControl } from './text-control.tsx';

/** A number, or a text with a variable where the block takes one. */
export function NumberField(props: {
  label: string;
  node: FormNode & { kind: 'number' };
  value: number | string | undefined;
  onChange: (value: number | string | undefined) => void;
}) {
  const { label, node, value, onChange } = props;
  /** A text that is not a number stays in the field, so that it can be corrected. */
  const [refused, setRefused] = useState<{ text: string; error: string }>();
  const applyText = (text: string) => {
    const parsed = parseNumber(node, text);
    if ('error' in parsed) return setRefused({ text, error: parsed.error });
    setRefused(undefined);
    onChange(parsed.value);
  };
  return (
    <FieldFrame label={label} node={node} error={refused?.error}>
      {({ id, describedBy }) => (
        <TextControl
          id={id}
          describedBy={describedBy}
          look="line"
          inputMode="decimal"
          isInvalid={refused !== undefined}
          placeholder={node.placeholder ?? (node.default === undefined ? undefined : String(node.default))}
          value={refused?.text ?? (value === undefined ? '' : String(value))}
          onCommit={applyText}
        />
      )}
    </FieldFrame>
  );
}
