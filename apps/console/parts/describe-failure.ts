import { ApiError } from '#apps/client/api-error.ts';

export type FailureDescription = {
  message: string;
  /** Id with which the operator finds the request in the log. */
  requestId?: string | undefined;
  issues: readonly { path: string; message: string }[];
};

/** Says what went wrong, and what to do where the reader can do something. */
export function describeFailure(error: unknown): FailureDescription {
  if (error instanceof ApiError) {
    const { message, requestId, issues } = error;
    return { message: adviceFor(error) ?? endSentence(message), requestId, issues };
  }
  // Thrown by `fetch` without a response; its text differs from browser to browser.
  if (error instanceof TypeError) {
    return { message: 'The service did not respond. Check the connection, then try again.', issues: [] };
  }
  return { message: error instanceof Error ? error.message : String(error), issues: [] };
}

function adviceFor({ status, code, message, retryAfterSeconds }: ApiError): string | undefined {
  const wait = retryAfterSeconds === undefined ? 'in a moment' : `in ${retryAfterSeconds} seconds`;
  if (status === 429) return `${endSentence(message)} Try again ${wait}.`;
  if (status === 503 || status === 504) return `The service is busy. Try again ${wait}.`;
  if (status >= 500)
    return 'The service failed. If trying again does not help, tell its operator the request id.';
  return code === 'FORBIDDEN'
    ? `${endSentence(message)} A token with a higher role may be allowed to.`
    : undefined;
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
