import type { CodeError } from '#lib/engine/model/ports.ts';
import { MEMORY_MB } from './sandbox-limits.ts';

export const TIMED_OUT = 'Script execution timed out.';
export const OUT_OF_MEMORY = `Script execution took more than ${MEMORY_MB} MB of memory`;
export const EXHAUSTED = 'Script execution ran out of memory or stack';
export const UNREADABLE = 'Script returned an unreadable result';
export const NEVER_SETTLES = 'Script awaits a promise that never settles';
export const RESTARTING =
  'Script was not executed: the sandbox is restarting after another script was killed';

/** Formats an error the way authors know it from their logs: cause in brackets, then the message. */
export function codeError(message: string, cause = 'undefined'): CodeError {
  return { description: `[${cause}] ${message}`, context: 'While executing function' };
}

/** Thrown when code is stopped before it returns a result. */
export class CodeAbortedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CodeAbortedError';
  }
}
