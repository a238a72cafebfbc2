import type { CodeError } from '#lib/engine/model/ports.ts';
import { MEMORY_MB } from './sandbox-limits.ts';

export const TIMED_OUT = 'Script execution timed out.';
export const OUT_OF_MEMORY = `Script execution took more than ${MEMORY_MB} MB of memory`;
export const EXHAUSTED = 'Script execution ran out of memory or stack';
export const UNREADABLE = 'Script has a result that cannot be read';
export const NEVER_SETTLES = 'Script waits for a promise that nothing will settle';
export const RESTARTING =
  'Script was not executed: the sandbox is restarting after one that had to be killed';

/** An error as authors know it from their logs: its cause in brackets, then its message. */
export function codeError(message: string, cause = 'undefined'): CodeError {
  return { description: `[${cause}] ${message}`, context: 'While executing function' };
}

/** Code was stopped before it had a result. */
export class CodeAborted extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CodeAborted';
  }
}
