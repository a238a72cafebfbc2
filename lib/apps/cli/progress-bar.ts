import { Presets, SingleBar } from 'cli-progress';
import { counted } from '#lib/apps/terminal/plain-text.ts';

export type ProgressBar = {
  advance(): void;
  stop(): void;
};

const NO_BAR: ProgressBar = { advance: () => {}, stop: () => {} };

/** A bar on stderr for a person at a terminal, and nothing in a log. It disappears when it stops. */
export function progressBar(verb: string, total: number, noun: string): ProgressBar {
  if (!process.stderr.isTTY || total < 2) return NO_BAR;
  const bar = new SingleBar(
    {
      format: `${verb} {bar} {value} of ${counted(total, noun)}`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return { advance: () => bar.increment(), stop: () => bar.stop() };
}
