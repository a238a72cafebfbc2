import { FlowStopped, STOPPED_IN_TIME } from '#lib/engine/model/flow-stopped.ts';
import { withinTime } from '#lib/engine/model/time-limit.ts';
import { COMPUTING_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { discardCurrentQuickJs } from '#lib/engine/sandbox/quickjs-module.ts';

/**
 * Of all that a turn computes, waiting left out: real bots need some milliseconds. More than inline code alone may take, which
 * has a limit of its own and ends better by that.
 */
const MAX_COMPUTE_MS = 10_000;

/** What a turn has computed so far. */
export type ComputeTime = { spentMs: number; remainingMs: () => number };

/**
 * Runs what a block computes before it first waits for something. Documents and replies can be made so that conditions,
 * patterns or lists take minutes, during which nothing else of this process is done.
 *
 * @throws FlowStopped when the turn has computed for too long
 */
export function withinTurn<T>(time: ComputeTime, compute: () => T): T {
  const leftMs = Math.min(MAX_COMPUTE_MS - time.spentMs, time.remainingMs() - COMPUTING_RESERVE_MS);
  const startedMs = performance.now();
  const outcome = leftMs > 0 ? withinTime(Math.ceil(leftMs), compute) : undefined;
  time.spentMs += performance.now() - startedMs;
  if (outcome) return outcome.value;
  // It may have been ended in the middle of user code.
  discardCurrentQuickJs();
  throw new FlowStopped(
    'The flow was stopped: its blocks computed longer than a turn may take',
    STOPPED_IN_TIME,
  );
}
