import type { ErrorCode, Issue } from '#lib/errors/service-error.ts';

export type ApiErrorFields = {
  /** Status of the HTTP response. */
  status: number;
  /**
   * Code for programs. UNEXPECTED_RESPONSE: the response came from something between the client and the
   * service.
   */
  code: ErrorCode | 'UNEXPECTED_RESPONSE';
  /** For people. */
  message: string;
  /** What is wrong with the request, place by place. Empty if the service does not say. */
  issues: Issue[];
  /** Lets the operator find the request in the log. */
  requestId?: string | undefined;
  /** When the same request may succeed. */
  retryAfterSeconds?: number | undefined;
  /** Size limit and size of what was sent, both only with PAYLOAD_TOO_LARGE. */
  limitBytes?: number | undefined;
  actualBytes?: number | undefined;
};

/**
 * A response other than a success. If there was no response at all, the error of `fetch` is thrown instead.
 */
export class ApiError extends Error implements ApiErrorFields {
  readonly status: number;
  readonly code: ApiErrorFields['code'];
  readonly issues: Issue[];
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
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.limitBytes = fields.limitBytes;
    this.actualBytes = fields.actualBytes;
  }
}

/** The error for a response. */
export function toApiError(response: Response, text: string): ApiError {
  const { status, headers } = response;
  const retryAfterSeconds = parseSeconds(headers.get('retry-after'));
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

type Envelope = Pick<ApiErrorFields, 'message' | 'requestId' | 'limitBytes' | 'actualBytes'> & {
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
