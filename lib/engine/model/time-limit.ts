import { type Context, createContext, Script } from 'node:vm';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Runs a computation with a hard time limit, for example a regular expression on untrusted input. `node:vm`
 * can interrupt synchronous code, which a timer on the same thread cannot. This limits time only. It is not a
 * sandbox. Each call starts a thread, which takes about 130 µs of CPU.
 *
 * @returns undefined on timeout
 */
export function withinTime<T>(timeoutMs: number, compute: () => T): { value: T } | undefined {
  const enclosingMs = deadlineMs;
  const leftMs = Math.min(timeoutMs, enclosingMs - performance.now());
  if (leftMs <= 0) return undefined;
  machine ??= { script: new Script('compute()'), context: createContext({}) };
  let outcome: { value: T } | undefined;
  machine.context.compute = () => {
    outcome = { value: compute() };
  };
  try {
    machine.script.runInContext(machine.context, { timeout: Math.ceil(leftMs) });
    return outcome;
  } catch (error) {
    // Not `instanceof`, because the error comes from another context.
    if (isJsonObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    machine.context.compute = undefined;
    // The `finally` of an interrupted computation does not run.
    deadlineMs = enclosingMs;
  }
}

/**
 * Runs a computation that is fast except for its calls of `withinTime`. Those time out at the deadline, or at
 * once if it has passed, so that even many of them end in time. Starts no thread.
 *
 * @param endMs deadline, on the clock of `performance.now()`
 */
export function withDeadline<T>(endMs: number, compute: () => T): T {
  const enclosingMs = deadlineMs;
  deadlineMs = Math.min(enclosingMs, endMs);
  try {
    return compute();
  } finally {
    deadlineMs = enclosingMs;
  }
}

/** Deadline of the synchronous computation in progress. */
let deadlineMs = Number.POSITIVE_INFINITY;

/** Created lazily, because most turns never need it. */
let machine: { script: Script; context: Context } | undefined;
