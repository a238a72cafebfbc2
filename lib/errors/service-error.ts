/**
 * The catalogue of everything that can go wrong in a way a caller should know about.
 * The domain and the stores throw these; `lib/http/error-response.ts` turns them into the one envelope.
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

/** One thing wrong with the request: `path` as the caller wrote it, `bot.groups[0].id`; never a value. */
export type Issue = { path: string; message: string };

/** The envelope holds at most this many issues: the first ones are enough to start mending. */
export const MAX_ISSUES = 20;

/** One more tells that there are more; nobody needs to look further. */
export const ENOUGH_ISSUES = MAX_ISSUES + 1;

export type ServiceErrorDetails = {
  issues?: Issue[];
  /** Both only with PAYLOAD_TOO_LARGE: what fits, and what was sent. */
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

/** A 400 about one place in the request. */
export function badRequest(path: string, message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message, { issues: [{ path, message }] });
}
