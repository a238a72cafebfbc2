import { useState } from 'preact/hooks';
import type { FormNode } from '#apps/sites/form-node.ts';
import { Button } from '../../parts/button.tsx';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import { useSuggestions } from './suggestions.tsx';
import { findByName } from './variable-name.ts';

const NEW = 'new';

/** A variable, found by its name. A name that no variable has becomes a new one. */
export function VariableField(props: {
  label: string;
  node: FormNode;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { label, node, value, onChange } = props;
  const { variables, createVariable } = useForm();
  /** Undefined while nobody types. */
  const [typed, setTyped] = useState<string>();
  const current = variables.find(({ id }) => id === value);
  const name = typed?.trim() ?? '';
  const found = typed === undefined ? undefined : findByName(variables, typed);
  const isNew = name !== '' && !variables.some((variable) => variable.name === name);
  const choose = (id: string) => {
    setTyped(undefined);
    if (id === NEW) onChange(createVariable(name));
    else if (id !== value) onChange(id);
  };
  const suggestions = useSuggestions({
    label: 'Variables',
    suggestions: found && [
      ...found.map(({ id, name }) => ({ id, label: name })),
      ...(isNew ? [{ id: NEW, label: `New variable “${name}”` }] : []),
    ],
    onChoose: choose,
    onClose: () => setTyped(undefined),
  });
  // An id that no variable has is shown, so that it can be seen and replaced.
  const shown = current?.name ?? (value ? `Unknown variable ${value}` : '');
  return (
    <FieldFrame label={label} node={node}>
      {({ id, describedBy }) => (
        <div class="text-control">
          <div class="field-line">
            <input
              {...suggestions.field}
              id={id}
              class="input"
              type="text"
              aria-describedby={describedBy}
              placeholder={node.placeholder ?? 'Choose or name a variable'}
              autocomplete="off"
              spellcheck={false}
              value={typed ?? shown}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              onClick={() => setTyped((before) => before ?? '')}
              onKeyDown={(event) => {
                if (suggestions.onKey(event)) return;
                if (event.key === 'ArrowDown' && typed === undefined) {
                  event.preventDefault();
                  setTyped('');
                }
              }}
              onBlur={() => setTyped(undefined)}
            />
            {value !== undefined && (
              <Button
                look="quiet"
                icon="close"
                label={`Clear ${label}`}
                onClick={() => onChange(undefined)}
              />
            )}
          </div>
          {suggestions.list}
        </div>
      )}
    </FieldFrame>
  );
}
