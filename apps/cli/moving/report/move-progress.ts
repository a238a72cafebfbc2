import { Presets, SingleBar } from 'cli-progress';
import type { MoveStep } from '#apps/cli/moving/move.ts';

const LABELS = {
  bots: 'Creating bots   ',
  flows: 'Bringing flows  ',
  results: 'Bringing results',
} satisfies Record<MoveStep, string>;

export type MoveProgress = {
  show(step: MoveStep, done: number, total: number): void;
  stop(): void;
};

/** Shows a bar for the current step on stderr, if that is a terminal. It disappears when it stops. */
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
  let shown: MoveStep | undefined;
  return {
    show(step, done, total) {
      if (step !== shown) {
        if (shown) bar.stop();
        bar.start(total, done, { label: LABELS[step] });
        shown = step;
        return;
      }
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
