import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { VariableField } from '../forms/variable-field.tsx';

/** Asks for the variable in which a value of the response is saved from now on. */
export function SavePickedForm(props: {
  path: string;
  onSave: (variableId: string) => void;
  onClose: () => void;
}) {
  const { path, onSave, onClose } = props;
  const form = useRef<HTMLFieldSetElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <fieldset ref={form} class="request-test-picked" aria-label={`Save ${path}`}>
      <VariableField
        label={`Save ${path} in`}
        node={{ kind: 'text', description: 'Added to “Save response”.' }}
        value={undefined}
        onChange={(id) => {
          if (id !== undefined) onSave(id);
        }}
      />
      <div class="field-line">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </fieldset>
  );
}
