import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

export type Suggestion = { id: string; label: ComponentChildren; note?: string };

export type Suggestions = {
  /** For the text field: what a screen reader needs to read the highlighted suggestion. */
  field: {
    role: 'combobox';
    'aria-autocomplete': 'list';
    'aria-expanded': boolean;
    'aria-controls': string;
    'aria-activedescendant': string | undefined;
  };
  /** Handles arrow keys, Enter and Escape. Returns whether it has used the key. */
  onKey: (event: KeyboardEvent) => boolean;
  list: ComponentChildren;
};

/**
 * A list below a text field, which keeps the focus: arrow keys move through the list, Enter takes a suggestion.
 *
 * @param suggestions what is listed. Undefined: the list is closed
 */
export function useSuggestions(props: {
  label: string;
  suggestions: readonly Suggestion[] | undefined;
  onChoose: (id: string) => void;
  onClose: () => void;
}): Suggestions {
  const { label, suggestions, onChoose, onClose } = props;
  const id = useId();
  const [highlighted, setHighlighted] = useState<string>();
  const count = suggestions?.length ?? 0;
  const found = suggestions?.findIndex((suggestion) => suggestion.id === highlighted) ?? -1;
  const at = Math.max(found, 0);
  const isOpen = count > 0;
  const toOptionId = (index: number) => `${id}-${index}`;

  const move = (by: number) => {
    const next = suggestions?.[(at + by + count) % count];
    setHighlighted(next?.id);
    document.getElementById(toOptionId((at + by + count) % count))?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.isComposing) return false;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') onChoose(suggestions?.[at]?.id ?? '');
    else if (event.key === 'Escape') onClose();
    else return false;
    event.preventDefault();
    // Escape must not close the panel or the dialog around the list as well.
    event.stopPropagation();
    return true;
  };

  return {
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': id,
      'aria-activedescendant': isOpen ? toOptionId(at) : undefined,
    },
    onKey,
    list: (
      <div id={id} class="suggestions" role="listbox" aria-label={label} hidden={!isOpen}>
        {suggestions?.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the field says which option is active
          <div
            key={suggestion.id}
            id={toOptionId(index)}
            role="option"
            aria-selected={index === at}
            // A pointer that presses must not take the focus from the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion.id)}
          >
            <span>{suggestion.label}</span>
            {suggestion.note && <span class="soft">{suggestion.note}</span>}
          </div>
        ))}
      </div>
    ),
  };
}
