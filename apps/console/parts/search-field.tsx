import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useKey } from './keys.ts';

/** Waits this long after the last letter, so that a word is one search. */
const PAUSE_MS = 250;

/** A search field, which `/` focuses. */
export function SearchField(props: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  placeholder?: string;
  maxLength?: number;
  /** Called with Enter. */
  onEnter?: () => void;
}) {
  const { label, value, onSearch, placeholder = label, maxLength, onEnter } = props;
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const sent = useRef(value);

  // Back and forward change the value from outside.
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useKey('/', label, () => {
    input.current?.focus();
    input.current?.select();
  });

  const search = (next: string) => {
    clearTimeout(timer.current ?? undefined);
    sent.current = next;
    onSearch(next);
  };
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={input}
        class="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          const next = currentTarget.value;
          setText(next);
          clearTimeout(timer.current ?? undefined);
          timer.current = setTimeout(() => search(next.trim()), PAUSE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            search(text.trim());
            onEnter?.();
          }
          if (event.key === 'Escape' && text === '') event.currentTarget.blur();
        }}
      />
      <kbd>/</kbd>
    </div>
  );
}
