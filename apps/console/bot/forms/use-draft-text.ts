import { useEffect, useRef, useState } from 'preact/hooks';

/** Waits this long after the last letter, so that a word is one change. */
const PAUSE_MS = 600;

export type DraftText = {
  text: string;
  type: (text: string) => void;
  /** Passes on what has been typed, without waiting for the pause. */
  commit: () => void;
};

/**
 * Text of a field that is being typed. It is passed on after a pause, when the field is left, and when it is removed.
 *
 * @param value text before it was changed, and again after it was passed on
 */
export function useDraftText(value: string, onCommit: (text: string) => void): DraftText {
  const [draft, setDraft] = useState<string>();
  const latest = useRef({ draft, value, onCommit });
  // Typed text counts at once: the next rendering may be the field's last.
  latest.current = { ...latest.current, value, onCommit };
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const applyText = () => {
    clearTimeout(timer.current ?? undefined);
    const { draft: typed, value: before, onCommit: pass } = latest.current;
    latest.current.draft = undefined;
    setDraft(undefined);
    if (typed !== undefined && typed !== before) pass(typed);
  };
  const latestCommit = useRef(applyText);
  latestCommit.current = applyText;
  useEffect(() => () => latestCommit.current(), []);

  return {
    text: draft ?? value,
    type: (text) => {
      latest.current.draft = text;
      setDraft(text);
      clearTimeout(timer.current ?? undefined);
      timer.current = setTimeout(() => latestCommit.current(), PAUSE_MS);
    },
    commit: applyText,
  };
}
