import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FormNode } from '#apps/sites/form-node.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { insertPasted } from '../rich-text/insert-pasted.ts';
import { LinkForm } from '../rich-text/link-form.tsx';
import { placeCaret } from '../rich-text/rich-text-dom.ts';
import {
  findLastText,
  getListType,
  getNode,
  isEditableList,
  moveItemIn,
  moveItemOut,
  replaceNodes,
  setListType,
  splitItem,
  type TextEdit,
  type TextPosition,
  wrapInList,
} from '../rich-text/rich-text-lists.ts';
import {
  countShownChars,
  getChildren,
  getPlainText,
  hasContent,
  isParagraph,
  type Run,
  toRuns,
  withRuns,
} from '../rich-text/rich-text-model.ts';
import { FieldNote } from './field-note.tsx';
import { useForm } from './form-context.ts';
import type { ValuePath } from './form-edit.ts';

import { type ParagraphCommand, ParagraphControl } from './paragraph-control.tsx';

const EMPTY: JsonObject = { type: 'p', children: [{ text: '' }] };

const LOOKS = [
  { command: 'bold', label: 'Bold', sign: <b>B</b> },
  { command: 'italic', label: 'Italic', sign: <i>I</i> },
  { command: 'underline', label: 'Underline', sign: <u>U</u> },
] as const;

const LISTS = [
  { type: 'ul', label: 'Bulleted list', icon: 'bullets' },
  { type: 'ol', label: 'Numbered list', icon: 'numbers' },
] as const;

/** Rich text, paragraph by paragraph and item by item. Elements that the form does not know are shown and kept. */
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
  /** Place of the caret after the next rendering. */
  const nextCaret = useRef<{ focus: TextPosition; chars: number }>();
  const [linking, setLinking] = useState<Range>();
  /** The text that has the caret, or had it last. */
  const [caret, setCaret] = useState<{ position: TextPosition; takeTyped: () => JsonObject }>();

  // At once, so that the next key that somebody presses finds it there.
  useLayoutEffect(() => {
    if (!nextCaret.current) return;
    const { focus, chars } = nextCaret.current;
    const box = list.current?.querySelector<HTMLElement>(`[data-position="${focus.join('.')}"]`);
    if (!box) return;
    nextCaret.current = undefined;
    placeCaret(box, chars);
  });

  // An empty text has a first paragraph to type into, which becomes part of the document with its first letter.
  const nodes = value.length === 0 ? [EMPTY] : value;
  const setAll = ({ nodes: edited, focus }: TextEdit, chars: number) => {
    nextCaret.current = { focus, chars };
    edit({ kind: 'set', path, value: edited });
  };
  const change = (position: TextPosition, text: JsonObject) => {
    if (value.length === 0) return edit({ kind: 'set', path, value: [text] });
    const keys = position.flatMap((index, depth) => (depth === 0 ? [index] : ['children', index]));
    edit({ kind: 'set', path: [...path, ...keys], value: text });
  };
  const split = (position: TextPosition, before: JsonObject, after: JsonObject) => {
    const [index = 0] = position;
    const parts =
      position.length > 1
        ? splitItem(nodes, position, before, after)
        : { nodes: nodes.toSpliced(index, 1, before, after), focus: [index + 1] };
    setAll(parts, 0);
  };
  /** Continues the text above with a paragraph. */
  const join = ([index = 0]: TextPosition, runs: readonly Run[]) => {
    const above = index > 0 ? findLastText(value, [index - 1]) : undefined;
    const text = above && getNode(value, above);
    if (!text) return;
    const before = toRuns(text);
    const without = value.toSpliced(index, 1);
    const joined = hasContent(runs)
      ? replaceNodes(without, above, 1, withRuns(text, [...before, ...runs]))
      : without;
    setAll({ nodes: joined, focus: above }, countShownChars(before));
  };
  const runCommand = (name: ParagraphCommand, position: TextPosition, text: JsonObject) => {
    if (!isParagraph(getNode(nodes, position))) return;
    const current = replaceNodes(nodes, position, 1, text);
    const edited = applyCommand(name, current, position);
    if (edited) setAll(edited, name === 'outdent' ? 0 : Number.MAX_SAFE_INTEGER);
    // The typed text counts, although the item stays.
    else change(position, text);
  };
  const listType = caret && getListType(nodes, caret.position);
  const applyToCaret = (name: ParagraphCommand) =>
    caret && runCommand(name, caret.position, caret.takeTyped());

  const showText = (text: JsonObject, position: TextPosition, name: string) => (
    <ParagraphControl
      label={name}
      paragraph={text}
      position={position.join('.')}
      isItem={position.length > 1}
      onChange={(changed) => change(position, changed)}
      onSplit={(before, after) => split(position, before, after)}
      onJoin={(runs) => join(position, runs)}
      onPaste={(cut, pasted) => {
        const { caretChars, ...pastedEdit } = insertPasted(nodes, position, cut, pasted);
        setAll(pastedEdit, caretChars);
      }}
      onCommand={(name, typed) => runCommand(name, position, typed)}
      onFocus={(takeTyped) => setCaret({ position, takeTyped })}
    />
  );
  const showList = (node: JsonObject, position: TextPosition, numbers: string) => {
    const items = getChildren(node).map((item, index) => {
      const number = `${numbers}${index + 1}`;
      return (
        <li key={`at ${index}`}>
          {getChildren(item).map((part, at) => {
            const partAt = [...position, index, at];
            return at === 0
              ? showText(part, partAt, `${label}, item ${number}`)
              : showList(part, partAt, `${number}.`);
          })}
        </li>
      );
    });
    if (node.type === 'ul') return <ul>{items}</ul>;
    return <ol start={typeof node.start === 'number' ? node.start : undefined}>{items}</ol>;
  };

  const applyLook = (command: string) => {
    document.execCommand('styleWithCSS', false, 'false');
    document.execCommand(command);
  };
  /** Types the beginning of a variable's name, which lists the variables. */
  const beginVariable = () => {
    const boxes = [...(list.current?.querySelectorAll<HTMLElement>('[data-position]') ?? [])];
    const last = boxes.at(-1);
    if (last && !boxes.some((box) => box.contains(document.activeElement))) {
      placeCaret(last, Number.MAX_SAFE_INTEGER);
    }
    document.execCommand('insertText', false, '{{');
  };
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
        <button
          type="button"
          class="button quiet"
          onMouseDown={(event) => event.preventDefault()}
          onClick={beginVariable}
        >
          Variable
        </button>
        {LISTS.map(({ type, label: name, icon }) => (
          <ToolButton
            key={type}
            icon={icon}
            label={name}
            isPressed={listType === type}
            isDisabled={!caret}
            onPress={() => applyToCaret(type)}
          />
        ))}
        {listType && (
          <>
            <ToolButton icon="left" label="Move the item out" onPress={() => applyToCaret('outdent')} />
            <ToolButton icon="right" label="Move the item in" onPress={() => applyToCaret('indent')} />
          </>
        )}
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
        {nodes.map((part, index) => (
          <div key={`at ${index}`}>
            {isEditableList(part) ? (
              showList(part, [index], nodes.length === 1 ? '' : `${index + 1}.`)
            ) : isParagraph(part) ? (
              showText(part, [index], nodes.length === 1 ? label : `${label}, paragraph ${index + 1}`)
            ) : (
              <div class="rich-text-kept">
                <span>{toKindName(part)}, kept as it is</span>
                <p>{getPlainText(part)}</p>
              </div>
            )}
          </div>
        ))}
      </div>
      {node.description && <FieldNote text={node.description} />}
    </div>
  );
}

/** A button that leaves the caret where it is. */
function ToolButton(props: {
  icon: IconName;
  label: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}) {
  const { icon, label, isPressed, isDisabled = false, onPress } = props;
  return (
    <button
      type="button"
      class="button quiet icon-only"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

function applyCommand(
  name: ParagraphCommand,
  nodes: readonly unknown[],
  position: TextPosition,
): TextEdit | undefined {
  const isItem = position.length > 1;
  if (name === 'indent') return isItem ? moveItemIn(nodes, position) : undefined;
  if (name === 'outdent') return isItem ? moveItemOut(nodes, position) : undefined;
  if (!isItem) return wrapInList(nodes, position[0] ?? 0, name);
  const isSame = getListType(nodes, position) === name;
  return isSame ? moveItemOut(nodes, position) : setListType(nodes, position, name);
}

function getSelectedText(box: HTMLElement | null): Range | undefined {
  const selection = getSelection();
  if (!box || !selection || selection.isCollapsed || !box.contains(selection.anchorNode)) return undefined;
  return selection.getRangeAt(0).cloneRange();
}

function toKindName(node: unknown): string {
  const type = typeof node === 'object' && node !== null && 'type' in node ? String(node.type) : '';
  return { ul: 'List', ol: 'Numbered list', code_block: 'Code block', img: 'Picture' }[type] ?? 'Element';
}
