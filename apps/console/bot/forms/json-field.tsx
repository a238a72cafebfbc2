import { useState } from 'preact/hooks';
import type { FormNode } from '#apps/sites/form-node.ts';
import { CodeControl } from './code-control.tsx';
import { FieldFrame } from './field-frame.tsx';

/** Any value, as JSON. Also values that are not of the kind that their field expects, which stay as they are. */
export function JsonField(props: {
  label: string;
  node: FormNode;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { label, node, value, onChange } = props;
  const [refused, setRefused] = useState<string>();
  const applyText = (text: string) => {
    const parsed = parse(text);
    if (parsed === 'invalid') return setRefused(text);
    setRefused(undefined);
    onChange(parsed.value);
  };
  return (
    <FieldFrame label={label} node={node} error={refused === undefined ? undefined : 'This is not JSON.'}>
      {(ids) => (
        <CodeControl
          {...ids}
          language="json"
          isInvalid={refused !== undefined}
          placeholder={node.placeholder}
          value={refused ?? (value === undefined ? '' : JSON.stringify(value, null, 2))}
          onCommit={applyText}
        />
      )}
    </FieldFrame>
  );
}

function parse(text: string): { value: unknown } | 'invalid' {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return 'invalid';
  }
}
