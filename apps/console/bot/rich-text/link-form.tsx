import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { describeAddressProblem } from './link-address.ts';

/** Asks where the selected text leads. An empty address removes the link. */
export function LinkForm({ range, onDone }: { range: Range; onDone: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => input.current?.focus(), []);
  const apply = () => {
    const url = input.current?.value.trim() ?? '';
    const refused = url === '' ? undefined : describeAddressProblem(url);
    if (refused !== undefined) return setProblem(refused);
    const box = toElement(range.commonAncestorContainer)?.closest<HTMLElement>('[contenteditable]');
    box?.focus();
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    if (url === '') removeLinks(range);
    document.execCommand(url === '' ? 'unlink' : 'createLink', false, url);
    onDone();
  };
  return (
    <div class="field-line">
      <label class="visually-hidden" for={id}>
        Address of the link
      </label>
      <input
        ref={input}
        id={id}
        class="input"
        // Not of the type url, which refuses variables.
        type="text"
        inputMode="url"
        autocomplete="off"
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : `${id}-error`}
        placeholder="https://"
        defaultValue={toElement(range.startContainer)?.closest<HTMLElement>('a')?.dataset.url ?? ''}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // The text has the focus afterwards, and would take the key for itself.
            event.preventDefault();
            apply();
          }
          if (event.key === 'Escape') onDone();
        }}
      />
      <Button onClick={apply}>Apply</Button>
      {problem !== undefined && (
        <span class="field-error" id={`${id}-error`} role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

/** Links of the document have no `href` here, so the browser does not take them for links. */
function removeLinks(range: Range): void {
  const around = toElement(range.commonAncestorContainer)?.closest('[contenteditable]');
  for (const link of around?.querySelectorAll('a') ?? []) {
    if (range.intersectsNode(link)) link.replaceWith(...link.childNodes);
  }
}

function toElement(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}
