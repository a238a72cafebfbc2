import { Presets, SingleBar } from 'cli-progress';

/** `bots` creates them, `flows` gives them what is published and the draft. */
export type MovePhase = 'bots' | 'flows' | 'results' | 'files';

const LABELS = {
  bots: 'Creating bots   ',
  flows: 'Bringing flows  ',
  results: 'Bringing results',
  files: 'Bringing files  ',
} satisfies Record<MovePhase, string>;

const BYTES_PER_MEGABYTE = 1_024 * 1_024;

export type MoveProgress = {
  /** @param bytes size of the files that are done */
  show(phase: MovePhase, done: number, total: number, bytes?: number): void;
  stop(): void;
};

/** Shows a bar for the current phase on stderr, if that is a terminal. It disappears when it stops. */
export function moveProgress(): MoveProgress {
  if (!process.stderr.isTTY) return { show: () => {}, stop: () => {} };
  const bar = new SingleBar(
    {
      format: '{label} {bar} {value} of {total}{size}',
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  let shown: MovePhase | undefined;
  return {
    show(phase, done, total, bytes) {
      const size = bytes === undefined ? '' : `, ${(bytes / BYTES_PER_MEGABYTE).toFixed(1)} MB`;
      if (phase !== shown) {
        if (shown) bar.stop();
        bar.start(total, done, { label: LABELS[phase], size });
        shown = phase;
        return;
      }
      bar.setTotal(total);
      bar.update(done, { size });
    },
    stop: () => bar.stop(),
  };
}
