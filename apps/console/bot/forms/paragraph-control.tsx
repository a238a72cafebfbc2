import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { useTyping } from '../../parts/use-typing.ts';
import type { CutText } from '../rich-text/insert-pasted.ts';
import { readPastedHtml } from '../rich-text/pasted-html.ts';
import { cleanText, readPastedText } from '../rich-text/pasted-text.ts';
import { createContent, readRuns } from '../rich-text/rich-text-dom.ts';
import type { ListType } from '../rich-text/rich-text-lists.ts';
import {
  areSameRuns,
  getPlainText,
  hasContent,
  type Run,
  toRuns,
  withRuns,
} from '../rich-text/rich-text-model.ts';
import { useForm } from './form-context.ts';
import { useSuggestions } from './suggestions.tsx';
import { completeName, findByName, findOpenName } from './variable-name.ts';

/** Change of the paragraph as a whole, by a key or a button. */
export type ParagraphCommand = ListType | 'indent' | 'outdent';

export type ParagraphProps = {
  label: string;
  paragraph: JsonObject;
  /** Names its box, so that the caret can be put there. */
  position: string;
  /** Whether it is an item of a list. */
  isItem?: boolean;
  onChange: (paragraph: JsonObject) => void;
  /** Enter: the paragraph up to the caret, and a new one with the rest. */
  onSplit: (before: JsonObject, after: JsonObject) => void;
  /** Backspace at the beginning. Receives what the paragraph contains. */
  onJoin: (runs: readonly Run[]) => void;
  /** Paragraphs and lists that are pasted into the paragraph. */
  onPaste: (cut: CutText, pasted: readonly JsonObject[]) => void;
  /** Receives the paragraph with what has just been typed. */
  onCommand: (command: ParagraphCommand, paragraph: JsonObject) => void;
  /** The caret is in the paragraph. Receives how to take over what has been typed. */
  onFocus: (takeTyped: () => JsonObject) => void;
};

/** Signs that turn a paragraph into a list if they are typed at its beginning, as in Markdown. */
const LIST_SIGNS: Readonly<Record<string, ListType>> = { '- ': 'ul', '* ': 'ul', '1. ': 'ol' };

/** A paragraph whose text is edited as it looks. One that nobody touches keeps its bytes. */
export function ParagraphControl(props: ParagraphProps) {
  const {
    label,
    paragraph,
    position,
    isItem = false,
    onChange,
    onSplit,
    onJoin,
    onPaste,
    onCommand,
    onFocus,
  } = props;
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

  const takeTyped = (): JsonObject => {
    typing.stop();
    const { current } = shown;
    if (!current || !box.current) return current?.paragraph ?? paragraph;
    const runs = read();
    if (!areSameRuns(runs, current.passedOn)) {
      current.passedOn = runs;
      current.paragraph = withRuns(current.paragraph, runs);
    }
    return current.paragraph;
  };

  /** Cuts the paragraph at the caret, and drops what is selected. */
  const cut = (): CutText | undefined => {
    const range = getRange(box.current);
    const { current } = shown;
    if (!range || !box.current || !current) return undefined;
    typing.stop();
    range.deleteContents();
    const rest = document.createRange();
    rest.selectNodeContents(box.current);
    rest.setStart(range.endContainer, range.endOffset);
    const after = readRuns(rest.extractContents(), current.sources);
    const before = read();
    current.passedOn = before;
    current.paragraph = withRuns(current.paragraph, before);
    return { element: current.paragraph, before, after };
  };

  const split = () => {
    // Enter in an empty item ends its list.
    if (isItem && !hasContent(read())) return onCommand('outdent', takeTyped());
    const parts = cut();
    if (parts) onSplit(parts.element, withRuns({ type: parts.element.type }, parts.after));
  };

  /** The action of a key that the browser should not handle itself. */
  const findAction = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      return event.shiftKey ? () => document.execCommand('insertText', false, '\n') : split;
    }
    if (event.key !== 'Backspace' || !isAtBeginning(box.current)) return undefined;
    if (isItem) return () => onCommand('outdent', takeTyped());
    return () => {
      typing.stop();
      onJoin(read());
    };
  };

  const insertClipboard = (data: DataTransfer | null) => {
    const text = data?.getData('text/plain') ?? '';
    const html = data?.getData('text/html') ?? '';
    const pasted = (html === '' ? undefined : readPastedHtml(html)) ?? readPastedText(text);
    const plain = toPlainLine(pasted);
    if (plain !== undefined) {
      const line = cleanText(text);
      // The browser can undo a text that it has put in itself.
      document.execCommand('insertText', false, line === '' || /[\r\n]/.test(line) ? plain : line);
      return;
    }
    const parts = cut();
    if (parts) onPaste(parts, pasted);
  };

  /** `- ` at the beginning of a paragraph begins a list. */
  const findListSign = (): ListType | undefined => {
    const before = isItem ? undefined : readBeforeCaret()?.replaceAll('\u00A0', ' ');
    const type = before === undefined ? undefined : LIST_SIGNS[before];
    const range = type && getRange(box.current);
    if (!range || !box.current || !isAtBeginning(box.current, before?.length)) return undefined;
    range.setStart(box.current, 0);
    range.deleteContents();
    return type;
  };

  return (
    <div class="text-control">
      {/* biome-ignore lint/a11y/useSemanticElements: a field cannot show bold text and links */}
      <div
        ref={box}
        class={`input rich-text-paragraph ${String(paragraph.type)}`}
        contentEditable
        data-position={position}
        role="textbox"
        tabIndex={0}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={suggestions.field['aria-controls']}
        aria-activedescendant={suggestions.field['aria-activedescendant']}
        onInput={() => {
          const listType = findListSign();
          if (listType) return onCommand(listType, takeTyped());
          setTyped(readBeforeCaret());
          typing.wait();
        }}
        onFocus={() => onFocus(takeTyped)}
        onBlur={() => {
          setTyped(undefined);
          typing.stop();
          applyText();
        }}
        onPaste={(event) => {
          event.preventDefault();
          insertClipboard(event.clipboardData);
        }}
        onDrop={(event) => {
          // The browser would insert the markup as it is, with its pictures.
          event.preventDefault();
          placeCaretAt(event);
          if (getRange(box.current)) insertClipboard(event.dataTransfer);
        }}
        onKeyDown={(event) => {
          if (suggestions.onKey(event) || event.isComposing) return;
          const command = readCommandKey(event);
          const action = command ? () => onCommand(command, takeTyped()) : findAction(event);
          if (!action) return;
          event.preventDefault();
          action();
        }}
      />
      {suggestions.list}
    </div>
  );
}

/** Ctrl+Shift+8 and 7 make lists, Ctrl+] and [ move an item in and out. */
function readCommandKey(event: KeyboardEvent): ParagraphCommand | undefined {
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return undefined;
  if (event.shiftKey) return ({ Digit7: 'ol', Digit8: 'ul' } as const)[event.code];
  return ({ ']': 'indent', '[': 'outdent' } as const)[event.key];
}

/** Text of a pasted line that has no look of its own. Undefined for anything else. */
function toPlainLine(pasted: readonly JsonObject[]): string | undefined {
  const [line, second] = pasted;
  if (!line) return '';
  const isPlain =
    !second &&
    line.type === 'p' &&
    toRuns(line).every((run) => run.marks.length === 0 && run.url === undefined);
  return isPlain ? getPlainText(line) : undefined;
}

/** Puts the caret where something is dropped. */
function placeCaretAt({ clientX, clientY }: DragEvent): void {
  const at = document.caretPositionFromPoint?.(clientX, clientY);
  if (at) getSelection()?.collapse(at.offsetNode, at.offset);
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

/** Tells whether the caret is after so many characters of a text. */
function isAtBeginning(box: HTMLElement | null, chars = 0): boolean {
  const range = getRange(box);
  if (!box || !range?.collapsed) return false;
  const before = document.createRange();
  before.selectNodeContents(box);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString().length === chars;
}
