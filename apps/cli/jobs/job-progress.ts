import { Presets, SingleBar } from 'cli-progress';
import { formatCount, oneLine } from '#apps/terminal/plain-text.ts';
import type { JobView } from '#lib/jobs/present-job.ts';

export type JobProgressLine = {
  show(job: JobView): void;
  /** Clears the line. */
  stop(): void;
};

const NO_LINE: JobProgressLine = { show: () => {}, stop: () => {} };

/**
 * Shows progress as a line on stderr, if stderr is a terminal. Not a bar, because the total amount of work is
 * unknown.
 */
export function jobProgressLine(): JobProgressLine {
  if (!process.stderr.isTTY) return NO_LINE;
  const line = new SingleBar(
    { format: '{text}', stream: process.stderr, clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    show(job) {
      const payload = { text: oneLine(formatJobProgress(job)) };
      if (isStarted) line.update(payload);
      else line.start(1, 0, payload);
      isStarted = true;
    },
    stop() {
      if (isStarted) line.stop();
    },
  };
}

const VERB_BY_KIND: Record<JobView['kind'], string> = {
  deleteResults: 'Deleting',
  exportResults: 'Exporting',
  eraseWorkspace: 'Erasing',
};

/** Describes what a job is doing: `Deleting: 1,200 results so far`. */
export function formatJobProgress(job: JobView): string {
  if (job.isCancelRequested) return 'Cancelling';
  if (job.state === 'waiting') return 'Waiting for the job to begin';
  return `${VERB_BY_KIND[job.kind]}: ${countProgress(job)} so far`;
}

/** `1,200 results`, `3 bots, 1,200 results`, or `at least 1,200 results`. */
export function countProgress({ progress }: Pick<JobView, 'progress'>): string {
  const { bots, results, isLowerBound } = progress;
  const counts = [
    ...(bots === undefined ? [] : [formatCount(bots, 'bot')]),
    formatCount(results, 'result'),
  ].join(', ');
  return isLowerBound ? `at least ${counts}` : counts;
}
