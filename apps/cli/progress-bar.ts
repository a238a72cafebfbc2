import { Presets, SingleBar } from 'cli-progress';
import { formatCount } from '#apps/terminal/plain-text.ts';

export type TerminalBar = {
  /** @param count how many are done, one by default */
  advance(count?: number): void;
  stop(): void;
};

const NO_BAR: TerminalBar = { advance: () => {}, stop: () => {} };

/** Shows a progress bar on stderr, if that is a terminal. The bar disappears when it stops. */
export function progressBar(verb: string, total: number, noun: string): TerminalBar {
  if (!process.stderr.isTTY || total < 2) return NO_BAR;
  const bar = new SingleBar(
    {
      format: `${verb} {bar} {value} of ${formatCount(total, noun)}`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return { advance: (count = 1) => bar.increment(count), stop: () => bar.stop() };
}
