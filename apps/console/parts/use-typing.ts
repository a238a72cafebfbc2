import { useEffect, useRef } from 'preact/hooks';

/** Waits this long after the last letter, so that a word is one change. */
const PAUSE_MS = 600;

/** Waits no longer than this while letters keep coming, because what is not passed on is lost with the page. */
const LONGEST_MS = 1_000;

export type Typing = {
  /** A letter has been typed. */
  wait: () => void;
  /** The text has been passed on, or given up. */
  stop: () => void;
};

/**
 * Tells when to pass on what is being typed: after a pause, now and then while there is none, and when the field is
 * removed.
 *
 * @param passOn `isOver` is false while letters keep coming
 */
export function useTyping(passOn: (isOver: boolean) => void): Typing {
  const latest = useRef(passOn);
  latest.current = passOn;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** When the first letter was typed that has not been passed on, in milliseconds. */
  const sinceMs = useRef<number>();
  useEffect(() => () => latest.current(true), []);

  const stop = () => {
    clearTimeout(timer.current ?? undefined);
    sinceMs.current = undefined;
  };
  return {
    wait() {
      const nowMs = performance.now();
      sinceMs.current ??= nowMs;
      const leftMs = sinceMs.current + LONGEST_MS - nowMs;
      clearTimeout(timer.current ?? undefined);
      timer.current = setTimeout(
        () => {
          stop();
          latest.current(leftMs >= PAUSE_MS);
        },
        Math.min(PAUSE_MS, Math.max(0, leftMs)),
      );
    },
    stop,
  };
}
