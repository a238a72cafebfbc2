import { FlowStopped, STOPPED_IN_TIME } from '#lib/engine/model/flow-stopped.ts';
import { withinTime } from '#lib/engine/model/time-limit.ts';
import { COMPUTING_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { discardCurrentQuickJs } from '#lib/engine/sandbox/quickjs-module.ts';

/**
 * Time that a turn may compute, without waiting. Real bots need a few milliseconds. The limit is longer than
 * the one for inline code, because code that reaches its own limit first ends better.
 */
const MAX_COMPUTE_MS = 10_000;

/** How long a turn has computed so far, and how long it may still take. */
export type ComputeTime = { spentMs: number; remainingMs: () => number };

/**
 * Runs what a block computes before it first waits for something. Documents and replies can be crafted so
 * that conditions, patterns or lists take minutes, during which this process does nothing else.
 *
 * @throws FlowStopped if the turn has computed for too long
 */
export function withinTurn<T>(time: ComputeTime, compute: () => T): T {
  const leftMs = Math.min(MAX_COMPUTE_MS - time.spentMs, time.remainingMs() - COMPUTING_RESERVE_MS);
  const startedMs = performance.now();
  const outcome = leftMs > 0 ? withinTime(Math.ceil(leftMs), compute) : undefined;
  time.spentMs += performance.now() - startedMs;
  if (outcome) return outcome.value;
  // The computation may have been stopped in the middle of user code.
  discardCurrentQuickJs();
  throw new FlowStopped(
    'The flow was stopped: its blocks computed longer than a turn may take',
    STOPPED_IN_TIME,
  );
}
