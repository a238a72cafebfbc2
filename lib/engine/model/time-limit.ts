import { type Context, createContext, Script } from 'node:vm';
import { isJsonObject } from '#lib/json/json-object.ts';

/**
 * Runs a computation that must not take long whatever its input, such as a regular expression or a parser.
 * `node:vm` can stop it even in the middle of one, which a timer on the same thread cannot do. This only
 * limits time. It is not a sandbox.
 *
 * @returns undefined if the time ran out
 */
export function withinTime<T>(timeoutMs: number, compute: () => T): { value: T } | undefined {
  machine ??= { script: new Script('compute()'), context: createContext({}) };
  let outcome: { value: T } | undefined;
  machine.context.compute = () => {
    outcome = { value: compute() };
  };
  try {
    machine.script.runInContext(machine.context, { timeout: timeoutMs });
    return outcome;
  } catch (error) {
    // Not `instanceof`, because the error comes from the other context.
    if (isJsonObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    machine.context.compute = undefined;
  }
}

/** Created on first use, because most turns never need it. */
let machine: { script: Script; context: Context } | undefined;
