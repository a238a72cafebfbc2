import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { FormNode } from '#apps/sites/form-node.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { Button } from '../../parts/button.tsx';
import { FieldNote } from './field-note.tsx';
import { useForm } from './form-context.ts';
import type { ValuePath } from './form-edit.ts';
import { ParagraphControl } from './paragraph-control.tsx';
import { getPlainText, isParagraph, type Run, toRuns, withRuns } from './rich-text-model.ts';

const EMPTY: JsonObject = { type: 'p', children: [{ text: '' }] };

const LOOKS = [
  { command: 'bold', label: 'Bold', sign: <b>B</b> },
  { command: 'italic', label: 'Italic', sign: <i>I</i> },
  { command: 'underline', label: 'Underline', sign: <u>U</u> },
] as const;

/** Rich text, paragraph by paragraph. Elements that the form does not know are shown and kept. */
export function RichTextField(props: {
  label: string;
  node: FormNode;
  value: readonly unknown[];
  path: ValuePath;
}) {
  const { label, node, value, path } = props;
  const { edit } = useForm();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  /** Paragraph that gets the focus after the next rendering, and at which end. */
  const focusNext = useRef<{ index: number; atEnd: boolean }>();
  const [linking, setLinking] = useState<Range>();

  useEffect(() => {
    if (!focusNext.current) return;
    const { index, atEnd } = focusNext.current;
    focusNext.current = undefined;
    const box = list.current?.children[index]?.querySelector<HTMLElement>('[contenteditable]');
    box?.focus();
    if (box) getSelection()?.selectAllChildren(box);
    if (atEnd) getSelection()?.collapseToEnd();
    else getSelection()?.collapseToStart();
  });

  const setAll = (paragraphs: readonly unknown[]) => edit({ kind: 'set', path, value: paragraphs });
  const join = (index: number, runs: readonly Run[]) => {
    const before = value[index - 1];
    if (!isParagraph(before)) return;
    focusNext.current = { index: index - 1, atEnd: true };
    const joined = runs.some(({ text, atom }) => text !== '' || atom)
      ? withRuns(before, [...toRuns(before), ...runs])
      : before;
    setAll(value.toSpliced(index - 1, 2, joined));
  };
  const applyLook = (command: string) => {
    document.execCommand('styleWithCSS', false, 'false');
    document.execCommand(command);
  };
  // An empty text has a first paragraph to type into, which becomes part of the document with its first letter.
  const paragraphs = value.length === 0 ? [EMPTY] : value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div class="field" role="group" aria-labelledby={id}>
      <span class="field-label" id={id}>
        {label}
      </span>
      <div class="rich-text-tools" role="toolbar" aria-label="Look of the selected text">
        {LOOKS.map(({ command, label: name, sign }) => (
          <button
            key={command}
            type="button"
            class="button quiet icon-only"
            aria-label={name}
            title={name}
            // The selection in the text stays.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => applyLook(command)}
          >
            {sign}
          </button>
        ))}
        <button
          type="button"
          class="button quiet"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setLinking(getSelectedText(list.current))}
        >
          Link
        </button>
      </div>
      {linking && (
        <LinkForm
          range={linking}
          onDone={() => {
            setLinking(undefined);
          }}
        />
      )}
      <div ref={list} class="rich-text">
        {paragraphs.map((paragraph, index) =>
          isParagraph(paragraph) ? (
            <ParagraphControl
              key={`at ${index}`}
              label={paragraphs.length === 1 ? label : `${label}, paragraph ${index + 1}`}
              paragraph={paragraph}
              onChange={(changed) =>
                value.length === 0
                  ? setAll([changed])
                  : edit({ kind: 'set', path: [...path, index], value: changed })
              }
              onSplit={(before, after) => {
                focusNext.current = { index: index + 1, atEnd: false };
                setAll(paragraphs.toSpliced(index, 1, before, after));
              }}
              onJoin={(runs) => index > 0 && join(index, runs)}
            />
          ) : (
            <div key={`at ${index}`} class="rich-text-kept">
              <span>{toKindName(paragraph)}, kept as it is</span>
              <p>{getPlainText(paragraph)}</p>
            </div>
          ),
        )}
      </div>
      {node.description && <FieldNote text={node.description} />}
    </div>
  );
}

/** Asks where the selected text leads. An empty address removes the link. */
function LinkForm({ range, onDone }: { range: Range; onDone: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const apply = () => {
    const url = input.current?.value.trim() ?? '';
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
        type="url"
        placeholder="https://"
        defaultValue={toElement(range.startContainer)?.closest<HTMLElement>('a')?.dataset.url ?? ''}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
          if (event.key === 'Escape') onDone();
        }}
      />
      <Button onClick={apply}>Apply</Button>
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

function getSelectedText(box: HTMLElement | null): Range | undefined {
  const selection = getSelection();
  if (!box || !selection || selection.isCollapsed || !box.contains(selection.anchorNode)) return undefined;
  return selection.getRangeAt(0).cloneRange();
}

function toElement(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}

function toKindName(node: unknown): string {
  const type = typeof node === 'object' && node !== null && 'type' in node ? String(node.type) : '';
  return { ul: 'List', ol: 'Numbered list', code_block: 'Code block', img: 'Picture' }[type] ?? 'Element';
}
