import { JobRunningError } from '#apps/cli/jobs/wait-for-job.ts';
import { IncompleteExportError } from '#apps/cli/results/results-export.ts';
import { IncompleteImportError } from '#apps/cli/results/results-import.ts';
import { ApiError, type ValueConflict } from '#apps/client/api-error.ts';
import { coloured } from '#apps/terminal/colour.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import type { Issue } from '#lib/platform/errors/service-error.ts';
import { formatConflict } from './format-conflict.ts';
import { formatIssue } from './format-issue.ts';
import { InvalidFlowError } from './invalid-flow-error.ts';

/** An error as `--json` prints it. */
export type Failure = {
  /** Error code of the service, or FAILED for an error of the command line itself. */
  code: string;
  message: string;
  issues?: Issue[];
  conflicts?: ValueConflict[];
  requestId?: string;
};

export function toFailure(error: unknown): Failure {
  if (error instanceof IncompleteExportError) {
    const cause = toFailure(error.cause instanceof IncompleteExportError ? error.cause.cause : error.cause);
    return { ...cause, message: `${error.message}: ${cause.message}` };
  }
  if (
    error instanceof JobRunningError ||
    error instanceof InvalidFlowError ||
    error instanceof IncompleteImportError
  ) {
    const cause = toFailure(error.cause);
    return { ...cause, message: `${cause.message.replace(/\.$/, '')}. ${error.message}` };
  }
  if (error instanceof ApiError) {
    const { code, message, issues, conflicts, requestId } = error;
    return {
      code,
      message,
      ...(issues.length > 0 && { issues }),
      ...(conflicts && { conflicts }),
      ...(requestId && { requestId }),
    };
  }
  return { code: 'FAILED', message: error instanceof Error ? error.message || error.name : String(error) };
}

/** Formats an error for people: with a line for each error of a flow, or each conflict, and with what helps. */
export function failureText(error: unknown): string {
  const failure = toFailure(error);
  const issues = error instanceof InvalidFlowError ? (failure.issues ?? []) : [];
  return [
    formatErrorLine(failure),
    ...issues.map((issue) => `  ${oneLine(formatIssue(issue))}`),
    ...(failure.conflicts ?? []).map((conflict) => `  ${oneLine(formatConflict(conflict))}`),
    ...(failure.code === 'MIGRATION_NEEDED' ? ['--migrate converts it, and keeps it as a release.'] : []),
    ...(failure.message.startsWith('Bot not found') ? ['bots list shows the bots with their ids.'] : []),
  ].join('\n');
}

/** Formats an error that needs no more lines as a command prints it. */
export function formatFailure(failure: Failure, isJson: boolean): string {
  return isJson ? JSON.stringify({ error: failure }) : formatErrorLine(failure);
}

function formatErrorLine(failure: Failure): string {
  return `${coloured('bad', 'error:', process.stderr)} ${failureLine(failure)}`;
}

/** Formats an error as one line: `NOT_FOUND: Bot not found: bakery (request 5a1e…)`. */
export function failureLine({ code, message, requestId }: Failure): string {
  const what = code === 'FAILED' ? message : `${code}: ${message}`;
  return oneLine(requestId === undefined ? what : `${what} (request ${requestId})`);
}
