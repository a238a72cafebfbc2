import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useDraftText } from '../../parts/use-draft-text.ts';
import { useNameSuggestions } from './name-suggestions.ts';

/** Most lines that a text may take before it scrolls. */
const MAX_ROWS = 16;

export type TextControlProps = {
  id?: string;
  /** Name for screen readers, if there is no label. */
  label?: string;
  value: string;
  onCommit: (text: string) => void;
  look: 'line' | 'lines' | 'code';
  placeholder?: string | undefined;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  inputMode?: 'url' | 'decimal';
};

/** A field for a text. In a form, `{{` lists the variables of the bot. */
export function TextControl(props: TextControlProps) {
  const { id, label, value, onCommit, look, placeholder, describedBy, isInvalid, inputMode } = props;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const draft = useDraftText(value, onCommit);
  const [caret, setCaret] = useState<number>();
  const nextCaret = useRef<number>();

  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return;
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = undefined;
  });
  const suggestions = useNameSuggestions({
    text: draft.text,
    caret,
    onComplete: (text, position) => {
      nextCaret.current = position;
      draft.type(text);
    },
    onClose: () => setCaret(undefined),
  });

  const attributes = {
    ref: field,
    id,
    class: `input${look === 'code' ? ' code-input' : ''}`,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid ? true : undefined,
    placeholder,
    value: draft.text,
    autocomplete: 'off',
    spellcheck: look !== 'code',
    ...suggestions.field,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      setCaret(currentTarget.selectionStart ?? undefined);
      draft.type(currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (suggestions.onKey(event)) return;
      if (event.key === 'Enter' && look === 'line') draft.commit();
    },
    onBlur: () => {
      setCaret(undefined);
      draft.commit();
    },
  };
  const rows = Math.min(MAX_ROWS, Math.max(look === 'code' ? 5 : 2, draft.text.split('\n').length));
  return (
    <div class="text-control">
      {look === 'line' ? (
        <input {...attributes} type="text" inputMode={inputMode} />
      ) : (
        <textarea {...attributes} rows={rows} />
      )}
      {suggestions.list}
    </div>
  );
}
