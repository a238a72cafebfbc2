/** Chats that the frame of a draft may start within a minute, before the next one needs a click. */
const MAX_RESTARTS = 3;
const WINDOW_MS = 60_000;

/**
 * Limits restarts that the frame of a draft asks for. The button there asks, and so can a script of the draft as often as it
 * likes, and each chat calls other services for real.
 *
 * @returns a function that tells whether the chat may start again now
 */
export function createRestartLimit(): (nowMs: number) => boolean {
  let restartsMs: number[] = [];
  return (nowMs) => {
    restartsMs = [...restartsMs.filter((atMs) => nowMs - atMs < WINDOW_MS), nowMs].slice(-MAX_RESTARTS - 1);
    return restartsMs.length <= MAX_RESTARTS;
  };
}
