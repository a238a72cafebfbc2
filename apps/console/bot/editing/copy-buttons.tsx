import { useContext, useEffect, useRef } from 'preact/hooks';
import { useBot } from '../../bots/bot-context.ts';
import { Button } from '../../parts/button.tsx';
import { isInText } from '../../parts/is-in-text.ts';
import { showFailure, showSuccess } from '../../parts/toasts.tsx';
import { copySelection, insertCopiedText, isCopiedPart } from './copied-part.ts';
import type { Selection } from './edited-parts.ts';
import { EditorContext, useEditor } from './editor.ts';

const NOTHING: Selection = {};

/** Copies a group or a block to the clipboard, for this bot or another one. */
export function CopyPartButton({ selection }: { selection: Selection }) {
  const editor = useEditor();
  const { bot } = useBot();
  const copy = async () => {
    const text = copySelection(editor, selection, bot);
    if (text === undefined) return;
    try {
      await navigator.clipboard.writeText(text);
      showSuccess('Copied');
    } catch (error) {
      showFailure('It could not be copied.', error);
    }
  };
  return (
    <Button icon="copy" onClick={() => void copy()}>
      Copy
    </Button>
  );
}

/** Puts what is on the clipboard beside or into the selected part. */
export function PastePartButton({ selection = NOTHING }: { selection?: Selection }) {
  const paste = usePaste(selection);
  const read = async () => {
    try {
      paste(await navigator.clipboard.readText());
    } catch (error) {
      showFailure('Nothing was pasted.', error);
    }
  };
  return <Button onClick={() => void read()}>Paste</Button>;
}

function usePaste(selection: Selection): (text: string) => void {
  const editor = useEditor();
  const { bot } = useBot();
  return (text) => {
    try {
      if (!isCopiedPart(text)) throw new Error('The clipboard has no groups or blocks.');
      const warnings = insertCopiedText(editor, text, selection, bot);
      showSuccess(['Pasted.', ...warnings].join(' '));
    } catch (error) {
      showFailure('Nothing was pasted.', error);
    }
  };
}

/** Binds the keys for copying and pasting, wherever the focus is not in a text. */
export function ClipboardKeys({ selection }: { selection: Selection }) {
  const editor = useContext(EditorContext);
  const { bot } = useBot();
  const paste = usePaste(selection);
  const latest = useRef({ editor, bot, selection, paste });
  latest.current = { editor, bot, selection, paste };
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const { editor: current, selection: selected, bot: from } = latest.current;
      if (isInText(event) || !current || !getSelection()?.isCollapsed) return;
      const text = copySelection(current, selected, from);
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      showSuccess('Copied');
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isInText(event) || !isCopiedPart(text)) return;
      event.preventDefault();
      latest.current.paste(text);
    };
    addEventListener('copy', onCopy);
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('copy', onCopy);
      removeEventListener('paste', onPaste);
    };
  }, []);
  return null;
}
