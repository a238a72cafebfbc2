import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { useTyping } from '../../parts/use-typing.ts';
import { useForm } from './form-context.ts';
import { createContent, readRuns } from './rich-text-dom.ts';
import { areSameRuns, type Run, toRuns, withRuns } from './rich-text-model.ts';
import { useSuggestions } from './suggestions.tsx';
import { completeName, findByName, findOpenName } from './variable-name.ts';

export type ParagraphProps = {
  label: string;
  paragraph: JsonObject;
  onChange: (paragraph: JsonObject) => void;
  /** Enter: the paragraph up to the caret, and a new one with the rest. */
  onSplit: (before: JsonObject, after: JsonObject) => void;
  /** Backspace at the beginning. Receives what the paragraph contains. */
  onJoin: (runs: readonly Run[]) => void;
};

/** A paragraph whose text is edited as it looks. One that nobody touches keeps its bytes. */
export function ParagraphControl(props: ParagraphProps) {
  const { label, paragraph, onChange, onSplit, onJoin } = props;
  const { variables } = useForm();
  const box = useRef<HTMLDivElement>(null);
  /** The paragraph that the elements show, and the runs that they name by index. */
  const shown = useRef<{ paragraph: JsonObject; sources: readonly Run[]; passedOn: readonly Run[] }>();
  const [typed, setTyped] = useState<string>();

  const read = () => (box.current ? readRuns(box.current, shown.current?.sources ?? []) : []);
  useLayoutEffect(() => {
    const { current } = shown;
    if (!box.current || current?.paragraph === paragraph) return;
    const runs = toRuns(paragraph);
    // The caret stays where it is if the text comes back from the draft as it was typed.
    if (current && areSameRuns(runs, current.passedOn)) {
      current.paragraph = paragraph;
      return;
    }
    shown.current = { paragraph, sources: runs, passedOn: runs };
    box.current.replaceChildren(...createContent(runs));
  }, [paragraph]);

  const applyText = () => {
    const { current } = shown;
    // An element that is removed loses the focus, and has no text to pass on.
    if (!current || !box.current) return;
    const runs = read();
    if (areSameRuns(runs, current.passedOn)) return;
    current.passedOn = runs;
    current.paragraph = withRuns(current.paragraph, runs);
    onChange(current.paragraph);
  };
  const typing = useTyping(applyText);

  const open = typed === undefined ? undefined : findOpenName(typed, typed.length);
  const found = open && findByName(variables, open.typed);
  const suggestions = useSuggestions({
    label: 'Variables',
    suggestions: found?.map(({ id, name }) => ({ id, label: name })),
    onClose: () => setTyped(undefined),
    onChoose: (id) => {
      const name = variables.find((variable) => variable.id === id)?.name;
      const selection = getSelection();
      const node = selection?.anchorNode;
      if (!open || name === undefined || !(node instanceof Text) || !selection) return;
      const completed = completeName(node.data, selection.anchorOffset, open, name);
      node.data = completed.text;
      selection.collapse(node, completed.caret);
      setTyped(undefined);
      typing.wait();
    },
  });

  const split = () => {
    const range = getRange(box.current);
    const { current } = shown;
    if (!range || !box.current || !current) return;
    typing.stop();
    range.deleteContents();
    const rest = document.createRange();
    rest.selectNodeContents(box.current);
    rest.setStart(range.endContainer, range.endOffset);
    const after = readRuns(rest.extractContents(), current.sources);
    current.passedOn = read();
    current.paragraph = withRuns(current.paragraph, current.passedOn);
    onSplit(current.paragraph, withRuns({ type: current.paragraph.type }, after));
  };

  return (
    <div class="text-control">
      {/* biome-ignore lint/a11y/useSemanticElements: a field cannot show bold text and links */}
      <div
        ref={box}
        class={`input rich-text-paragraph ${String(paragraph.type)}`}
        contentEditable
        role="textbox"
        tabIndex={0}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={suggestions.field['aria-controls']}
        aria-activedescendant={suggestions.field['aria-activedescendant']}
        onInput={() => {
          setTyped(readBeforeCaret());
          typing.wait();
        }}
        onBlur={() => {
          setTyped(undefined);
          typing.stop();
          applyText();
        }}
        onPaste={(event) => {
          event.preventDefault();
          document.execCommand('insertText', false, event.clipboardData?.getData('text/plain') ?? '');
        }}
        onKeyDown={(event) => {
          if (suggestions.onKey(event) || event.isComposing) return;
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            if (event.shiftKey) document.execCommand('insertText', false, '\n');
            else split();
          } else if (event.key === 'Backspace' && isAtBeginning(box.current)) {
            event.preventDefault();
            typing.stop();
            onJoin(read());
          }
        }}
      />
      {suggestions.list}
    </div>
  );
}

/** Text of the caret's node, up to the caret. */
function readBeforeCaret(): string | undefined {
  const selection = getSelection();
  const node = selection?.anchorNode;
  return node instanceof Text ? node.data.slice(0, selection?.anchorOffset) : undefined;
}

function getRange(box: HTMLElement | null): Range | undefined {
  const selection = getSelection();
  if (!box || !selection || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  return box.contains(range.commonAncestorContainer) ? range : undefined;
}

function isAtBeginning(box: HTMLElement | null): boolean {
  const range = getRange(box);
  if (!box || !range?.collapsed) return false;
  const before = document.createRange();
  before.selectNodeContents(box);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString() === '';
}
