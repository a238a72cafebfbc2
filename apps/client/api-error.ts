import type { ErrorEnvelope } from './operation-types.ts';

/** Code of an error of the service. */
export type ErrorCode = ErrorEnvelope['code'];

/** A problem in the request. `path` is in the caller's notation, such as `bot.groups[0].id`. */
export type Issue = NonNullable<ErrorEnvelope['issues']>[number];

/** A value that a change expects, and the one that is there. */
export type ValueConflict = NonNullable<ErrorEnvelope['conflicts']>[number];

export type ApiErrorFields = {
  /** HTTP status of the response. */
  status: number;
  /**
   * Machine-readable code. NOT_MODIFIED means that the caller has what it asked for, as its If-None-Match says.
   * UNEXPECTED_RESPONSE means that the response did not come from the service, but for example from a proxy.
   */
  code: ErrorCode | 'NOT_MODIFIED' | 'UNEXPECTED_RESPONSE';
  /** Human-readable message. */
  message: string;
  /** Problems in the request, with their paths. Empty if the service reports none. */
  issues: Issue[];
  /** Values that the bot does not have, though operations expect them. Only from `editBot`. */
  conflicts?: ValueConflict[] | undefined;
  /** Id with which the operator can find the request in the log. */
  requestId?: string | undefined;
  /** When to retry the request. */
  retryAfterSeconds?: number | undefined;
  /** Size limit and actual size, only with PAYLOAD_TOO_LARGE. */
  limitBytes?: number | undefined;
  actualBytes?: number | undefined;
};

/** An unsuccessful response. If there is no response, the error of `fetch` is thrown instead. */
export class ApiError extends Error implements ApiErrorFields {
  readonly status: number;
  readonly code: ApiErrorFields['code'];
  readonly issues: Issue[];
  readonly conflicts: ValueConflict[] | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limitBytes: number | undefined;
  readonly actualBytes: number | undefined;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.issues = fields.issues;
    this.conflicts = fields.conflicts;
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.limitBytes = fields.limitBytes;
    this.actualBytes = fields.actualBytes;
  }
}

/** Returns the error for an unsuccessful response. */
export function toApiError(response: Response, text: string): ApiError {
  const { status, headers } = response;
  const retryAfterSeconds = parseSeconds(headers.get('retry-after'));
  if (status === 304) {
    return new ApiError({ status, code: 'NOT_MODIFIED', message: 'It has not changed', issues: [] });
  }
  const envelope = envelopeIn(text);
  if (!envelope) {
    return new ApiError({
      status,
      code: 'UNEXPECTED_RESPONSE',
      message: `The response is not from the service: ${status} ${response.statusText}`.trim(),
      issues: [],
      requestId: headers.get('x-amzn-requestid') ?? undefined,
      retryAfterSeconds,
    });
  }
  return new ApiError({ status, retryAfterSeconds, ...envelope, issues: envelope.issues ?? [] });
}

type Envelope = Pick<ApiErrorFields, 'message' | 'conflicts' | 'requestId' | 'limitBytes' | 'actualBytes'> & {
  code: ErrorCode;
  issues?: Issue[];
};

function envelopeIn(text: string): Envelope | undefined {
  try {
    const { code, message } = JSON.parse(text);
    return typeof code === 'string' && typeof message === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The service sends seconds. The header's other form, a date, would need a clock and is not supported. */
function parseSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
