import { type Context, createContext, Script } from 'node:vm';
import { isJsonObject } from '#lib/json/json-object.ts';

/**
 * Runs a computation that must not take long whatever it is given: a regular expression, a parser. The machine can be
 * told to stop even in the middle of one, which no timer of the same thread can do. This limits time and is no sandbox.
 *
 * @returns undefined when the time was up
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
    // Not `instanceof`: it is an Error of the machine's own context.
    if (isJsonObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    machine.context.compute = undefined;
  }
}

/** Made when it is first needed: most turns never do. */
let machine: { script: Script; context: Context } | undefined;
