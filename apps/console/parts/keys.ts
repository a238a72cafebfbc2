import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isInText } from './is-in-text.ts';

type Binding = { key: string; does: string; run: () => void };

/** Keys of what is on screen, the latest last. */
export const bindings = signal<readonly Binding[]>([]);

/** Binds a key for as long as the component is shown. `does` is what the list of keys says. */
export function useKey(key: string, does: string, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  // An effect would run after the paint, and a key pressed as soon as the page is visible would be lost.
  useLayoutEffect(() => {
    const binding: Binding = { key, does, run: () => latest.current() };
    bindings.value = [...bindings.value, binding];
    return () => {
      bindings.value = bindings.value.filter((other) => other !== binding);
    };
  }, [key, does]);
}

/** Listens for keys. Letters typed into a field, and keys behind a dialog, are left alone. */
export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isInText(event)) return;
    const binding = bindings.value.findLast(({ key }) => key === event.key);
    if (!binding) return;
    event.preventDefault();
    binding.run();
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}
