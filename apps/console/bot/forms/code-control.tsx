import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useDraftText } from '../../parts/use-draft-text.ts';
import type { CodeEditor } from '../code-editor/code-editor.ts';
import {
  type CodeLanguage,
  type CreateCodeEditor,
  getCodeEditor,
  loadCodeEditor,
} from '../code-editor/load-code-editor.ts';
import { useNameSuggestions } from './name-suggestions.ts';
import { TextControl } from './text-control.tsx';

export type CodeControlProps = {
  language: CodeLanguage;
  id: string;
  /** Id of the label. The editor is not an element that a label can name by `for`. */
  labelId: string;
  value: string;
  onCommit: (text: string) => void;
  placeholder?: string | undefined;
  describedBy?: string | undefined;
  isInvalid?: boolean;
};

/** A field for code. It is a plain text until the editor is loaded, and stays one if it cannot be loaded. */
export function CodeControl(props: CodeControlProps) {
  const { language, labelId, ...text } = props;
  const box = useRef<HTMLDivElement>(null);
  const create = useCodeEditor(language, box);
  return (
    <div ref={box} class="code-control">
      {create ? <CodeBox {...props} create={create} /> : <TextControl {...text} look="code" />}
    </div>
  );
}

/** Loads the editor. It is not returned while somebody types in the plain text. */
function useCodeEditor(language: CodeLanguage, box: RefObject<HTMLDivElement>): CreateCodeEditor | undefined {
  const [create, setCreate] = useState(() => getCodeEditor(language));
  useEffect(() => {
    if (create) return undefined;
    const gone = new AbortController();
    const showIfLeft = (loaded: CreateCodeEditor) => {
      // A window that loses the focus leaves the field active.
      if (gone.signal.aborted || box.current?.contains(document.activeElement)) return;
      setCreate(() => loaded);
    };
    loadCodeEditor(language).then(
      (loaded) => {
        showIfLeft(loaded);
        box.current?.addEventListener('focusout', () => showIfLeft(loaded), { signal: gone.signal });
      },
      () => undefined,
    );
    return () => gone.abort();
  }, [create, language, box]);
  return create;
}

const IS_MAC = /^(Mac|iP)/.test(navigator.platform);

function CodeBox(props: CodeControlProps & { create: CreateCodeEditor }) {
  const { create, id, labelId, value, onCommit, placeholder, describedBy, isInvalid } = props;
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>();
  const draft = useDraftText(value, onCommit);
  const [caret, setCaret] = useState<number>();
  const suggestions = useNameSuggestions({
    text: draft.text,
    caret,
    onComplete: (text, position) => editor.current?.type(text, position),
    onClose: () => setCaret(undefined),
  });
  const keysId = `${id}-keys`;
  const active = suggestions.field['aria-activedescendant'];
  const attributes = {
    id,
    'aria-labelledby': labelId,
    'aria-describedby': describedBy === undefined ? keysId : `${describedBy} ${keysId}`,
    'aria-autocomplete': 'list',
    'aria-controls': suggestions.field['aria-controls'],
    ...(active !== undefined && { 'aria-activedescendant': active }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
  };
  const latest = useRef({ attributes, draft, suggestions });
  latest.current = { attributes, draft, suggestions };

  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const created = create({
      parent: box.current,
      text: latest.current.draft.text,
      placeholder,
      attributes: latest.current.attributes,
      onType: (text, position) => {
        setCaret(position);
        latest.current.draft.type(text);
      },
      onKey: (event) => latest.current.suggestions.onKey(event),
      onBlur: () => {
        setCaret(undefined);
        latest.current.draft.commit();
      },
    });
    editor.current = created;
    const label = document.getElementById(labelId);
    label?.addEventListener('click', created.focus);
    return () => {
      label?.removeEventListener('click', created.focus);
      created.destroy();
    };
  }, [create, labelId, placeholder]);
  useLayoutEffect(() => editor.current?.show(draft.text), [draft.text]);
  useLayoutEffect(() => editor.current?.setAttributes(attributes));
  return (
    <>
      <div class="text-control">
        <div ref={box} class="code-editor input" />
        {suggestions.list}
      </div>
      <span id={keysId} class="code-keys">
        {IS_MAC ? '⌘] and ⌘[ indent.' : 'Ctrl+] and Ctrl+[ indent.'} Tab leaves the field.
      </span>
    </>
  );
}
