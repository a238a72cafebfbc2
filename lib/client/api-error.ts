import type { ErrorCode, Issue } from '#lib/errors/service-error.ts';

export type ApiErrorFields = {
  /** Of HTTP. */
  status: number;
  /** What programs go by. UNEXPECTED_RESPONSE: something between client and service has answered. */
  code: ErrorCode | 'UNEXPECTED_RESPONSE';
  /** For people. */
  message: string;
  /** What is wrong with the request, place by place; empty where the service does not say. */
  issues: Issue[];
  /** What the operator finds the request by in the log. */
  requestId?: string | undefined;
  /** When the same request may succeed. */
  retryAfterSeconds?: number | undefined;
  /** Both only with PAYLOAD_TOO_LARGE: what fits, and what was sent. */
  limitBytes?: number | undefined;
  actualBytes?: number | undefined;
};

/** An answer other than a success. Where there was no answer at all, what `fetch` throws is thrown on. */
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

/** The error that a response stands for. */
export function apiErrorOf(response: Response, text: string): ApiError {
  const { status, headers } = response;
  const retryAfterSeconds = secondsOf(headers.get('retry-after'));
  const envelope = envelopeIn(text);
  if (!envelope) {
    return new ApiError({
      status,
      code: 'UNEXPECTED_RESPONSE',
      message: `The answer is not the service's: ${status} ${response.statusText}`.trim(),
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

/** The service says seconds; the header's other form, a date, is not worth a clock. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
