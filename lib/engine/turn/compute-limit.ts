import { FlowStoppedError, STOPPED_IN_TIME } from '#lib/engine/model/flow-stopped.ts';
import { withDeadline, withinTime } from '#lib/engine/model/time-limit.ts';
import { COMPUTING_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { discardCurrentQuickJs } from '#lib/engine/sandbox/quickjs-module.ts';

/**
 * CPU time limit per turn. Real bots need a few milliseconds. Longer than the limit for inline code, which is
 * handled more gracefully when it hits its own limit first.
 */
const MAX_COMPUTE_MS = 10_000;

/**
 * Maximum text in characters for which any block is sure to finish within a second. Most blocks take a fraction
 * of a millisecond. Regular expressions, Markdown and code can take far longer and have their own time limits.
 * A computation with more text runs under a guard, which is too expensive to use for every block. See
 * docs/decisions/0031-guards-where-slowness-is-possible.md.
 */
const MAX_UNGUARDED_CHARS = 10_000;

/** CPU time a turn has used, and wall-clock time it has left. */
export type ComputeTime = { spentMs: number; remainingMs: () => number };

/**
 * Runs the synchronous part of a block. Documents and replies can be crafted so that conditions, patterns or
 * lists take minutes, blocking the whole process.
 *
 * @param mostChars upper bound for the text that the computation can produce or read
 * @throws FlowStoppedError if the turn exceeds its CPU time limit
 */
export function withinTurn<T>(time: ComputeTime, compute: () => T, mostChars = Number.POSITIVE_INFINITY): T {
  const leftMs = Math.min(MAX_COMPUTE_MS - time.spentMs, time.remainingMs() - COMPUTING_RESERVE_MS);
  if (leftMs > 0 && mostChars <= MAX_UNGUARDED_CHARS) return unguarded(time, leftMs, compute);
  const startedMs = performance.now();
  const outcome = leftMs > 0 ? withinTime(Math.ceil(leftMs), compute) : undefined;
  time.spentMs += performance.now() - startedMs;
  if (outcome) return outcome.value;
  // A timeout can fire up to a millisecond early, which would leave time for the next computation to start.
  time.spentMs = MAX_COMPUTE_MS;
  // User code may have been interrupted mid-execution.
  discardCurrentQuickJs();
  throw new FlowStoppedError(
    'The flow was stopped: it exceeded the computing time of a turn',
    STOPPED_IN_TIME,
  );
}

/**
 * When the time runs out, only regular expressions, Markdown and code are interrupted, and the next call
 * throws.
 */
function unguarded<T>(time: ComputeTime, leftMs: number, compute: () => T): T {
  const startedMs = performance.now();
  try {
    return withDeadline(startedMs + leftMs, compute);
  } finally {
    time.spentMs += performance.now() - startedMs;
  }
}
