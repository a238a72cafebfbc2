/**
 * The catalogue of all errors that callers are told about.
 * The domain and the stores throw these, and `lib/http/error-response.ts` turns them into the error envelope.
 */
export const STATUS_BY_CODE = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/**
 * One problem in the request. `path` is as the caller would write it, such as `bot.groups[0].id`. It never
 * contains a value.
 */
export type Issue = { path: string; message: string };

/** Maximum number of issues in the error envelope. The first ones are enough to start fixing the request. */
export const MAX_ISSUES = 20;

/** One more tells that there are more than the envelope holds. Checks can stop there. */
export const ENOUGH_ISSUES = MAX_ISSUES + 1;

export type ServiceErrorDetails = {
  issues?: Issue[];
  /** Only with PAYLOAD_TOO_LARGE: the limit, and the actual size in `actualBytes`. */
  limitBytes?: number;
  actualBytes?: number;
  /** Becomes the Retry-After header. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly limitBytes: number | undefined;
  readonly actualBytes: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: ServiceErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'ServiceError';
    this.code = code;
    this.issues = details.issues;
    this.limitBytes = details.limitBytes;
    this.actualBytes = details.actualBytes;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** The HTTP status. */
  get statusCode(): number {
    return STATUS_BY_CODE[this.code];
  }
}

/** The error (400) for one place in the request. */
export function badRequest(path: string, message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message, { issues: [{ path, message }] });
}
