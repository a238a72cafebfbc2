import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput, type Language, syntaxHighlighting } from '@codemirror/language';
import { Annotation, EditorState, Prec, Transaction } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { markVariables } from './mark-variables.ts';

/** Attributes of the element that has the text and the focus. */
export type ContentAttributes = Readonly<Record<string, string>>;

export type CodeEditorOptions = {
  parent: Element;
  text: string;
  language: Language;
  placeholder: string | undefined;
  attributes: ContentAttributes;
  /** A person has changed the text. The caret is at so many characters. */
  onType: (text: string, caret: number) => void;
  /** Gets keys first. Returns whether it has used the key. */
  onKey: (event: KeyboardEvent) => boolean;
  onBlur: () => void;
};

export type CodeEditor = {
  /** Shows a text that comes from elsewhere. The caret stays where it is in the text. */
  show: (text: string) => void;
  /** Changes the text as if a person had typed it. */
  type: (text: string, caret: number) => void;
  setAttributes: (attributes: ContentAttributes) => void;
  focus: () => void;
  destroy: () => void;
};

const isShown = Annotation.define<true>();

/** Edits code with its highlighting. Tab leaves the editor as it leaves any other field. */
export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const { parent, text, language, onType, onKey, onBlur } = options;
  let { attributes } = options;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        language,
        syntaxHighlighting(classHighlighter),
        bracketMatching(),
        indentOnInput(),
        markVariables,
        EditorView.lineWrapping,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        options.placeholder === undefined ? [] : placeholder(options.placeholder),
        EditorView.contentAttributes.of(() => attributes),
        Prec.highest(EditorView.domEventHandlers({ keydown: onKey })),
        EditorView.domEventHandlers({ blur: onBlur }),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (!docChanged || transactions.some((transaction) => transaction.annotation(isShown))) return;
          onType(state.doc.toString(), state.selection.main.head);
        }),
      ],
    }),
  });
  return {
    show(shown) {
      // The editor knows no other line ends, just as a <textarea>.
      const next = shown.replaceAll(/\r\n?/g, '\n');
      const before = view.state.doc.toString();
      if (next === before) return;
      view.dispatch({
        changes: planReplacement(before, next),
        annotations: [isShown.of(true), Transaction.addToHistory.of(false)],
      });
    },
    type(typed, caret) {
      view.dispatch({
        changes: planReplacement(view.state.doc.toString(), typed),
        selection: { anchor: caret },
        userEvent: 'input.complete',
      });
    },
    setAttributes(next) {
      if (JSON.stringify(next) === JSON.stringify(attributes)) return;
      attributes = next;
      // Any update sets them.
      view.dispatch({});
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** Returns the change of the part in which two texts differ. */
function planReplacement(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
