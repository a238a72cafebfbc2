import { oneLine } from '#lib/apps/terminal/plain-text.ts';
import { ApiError } from '#lib/client/api-error.ts';
import type { Issue } from '#lib/errors/service-error.ts';
import { IncompleteExport } from './results-export.ts';

/** An error, for programs. */
export type Failure = {
  /** The service's code. FAILED for an error that the command line found itself. */
  code: string;
  message: string;
  issues?: Issue[];
  requestId?: string;
};

export function toFailure(error: unknown): Failure {
  if (error instanceof IncompleteExport) {
    const cause = toFailure(error.cause instanceof IncompleteExport ? error.cause.cause : error.cause);
    return { ...cause, message: `${error.message}: ${cause.message}` };
  }
  if (error instanceof ApiError) {
    const { code, message, issues, requestId } = error;
    return { code, message, ...(issues.length > 0 && { issues }), ...(requestId && { requestId }) };
  }
  return { code: 'FAILED', message: error instanceof Error ? error.message || error.name : String(error) };
}

/** One line for people: `NOT_FOUND: Bot not found (request 5a1e…)`. */
export function failureLine({ code, message, requestId }: Failure): string {
  const what = code === 'FAILED' ? message : `${code}: ${message}`;
  return oneLine(requestId === undefined ? what : `${what} (request ${requestId})`);
}
