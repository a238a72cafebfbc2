import { Presets, SingleBar } from 'cli-progress';

/** `bots` creates them, `flows` gives them what is published and the draft. */
export type MovePhase = 'bots' | 'flows' | 'results';

const LABELS = {
  bots: 'Creating bots   ',
  flows: 'Bringing flows  ',
  results: 'Bringing results',
} satisfies Record<MovePhase, string>;

export type MoveProgress = {
  show(phase: MovePhase, done: number, total: number): void;
  stop(): void;
};

/** Shows a bar for the current phase on stderr, if that is a terminal. It disappears when it stops. */
export function moveProgress(): MoveProgress {
  if (!process.stderr.isTTY) return { show: () => {}, stop: () => {} };
  const bar = new SingleBar(
    {
      format: '{label} {bar} {value} of {total}',
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  let shown: MovePhase | undefined;
  return {
    show(phase, done, total) {
      if (phase !== shown) {
        if (shown) bar.stop();
        bar.start(total, done, { label: LABELS[phase] });
        shown = phase;
        return;
      }
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
