import { useRef, useState } from 'preact/hooks';
import { useTyping } from './use-typing.ts';

export type DraftText = {
  text: string;
  type: (text: string) => void;
  /** Passes on what has been typed, without waiting for the pause. */
  commit: () => void;
};

/**
 * Text of a field that is being typed. It is passed on after a pause, now and then while there is none, when the field is
 * left, and when it is removed. While letters keep coming, the field shows them as they are typed, whatever becomes of
 * them: a number such as `1.` loses its dot.
 *
 * @param value text before it was changed, and again after it was passed on
 */
export function useDraftText(value: string, onCommit: (text: string) => void): DraftText {
  const [draft, setDraft] = useState<string>();
  const latest = useRef({ draft, value, onCommit });
  // Typed text counts at once: the next rendering may be the field's last.
  latest.current = { ...latest.current, value, onCommit };

  const passOn = (isOver: boolean) => {
    const { draft: typed, value: before, onCommit: pass } = latest.current;
    if (isOver) {
      latest.current.draft = undefined;
      setDraft(undefined);
    }
    if (typed !== undefined && typed !== before) pass(typed);
  };
  const typing = useTyping(passOn);

  return {
    text: draft ?? value,
    type: (text) => {
      latest.current.draft = text;
      setDraft(text);
      typing.wait();
    },
    commit: () => {
      typing.stop();
      passOn(true);
    },
  };
}
