/**
 * Status of every error code reported to callers. The domain and the stores throw these errors, and
 * `lib/platform/http/error-response.ts` turns them into the error envelope.
 */
export const STATUS_BY_CODE = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  MIGRATION_NEEDED: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/**
 * A problem in the request. `path` is in the caller's notation, such as `bot.groups[0].id`, and never contains
 * a value.
 */
export type Issue = { path: string; message: string };

/**
 * A value that a change expects, and the one that is there. `was` is absent if the change expects no value, and
 * `current` if there is none. Long values are replaced with the beginning of their JSON.
 */
export type ValueConflict = {
  /** Index of the operation in the request. */
  index: number;
  /** Path in the bot, such as `bot.groups[0].title`. */
  path: string;
  was?: unknown;
  current?: unknown;
  message: string;
};

/** Maximum number of issues in the error envelope; these are enough to start fixing the request. */
export const MAX_ISSUES = 20;

/** One more than the envelope holds, so that it can say there are more. Checks can stop here. */
export const ENOUGH_ISSUES = MAX_ISSUES + 1;

export type ServiceErrorDetails = {
  issues?: Issue[];
  /** Only with CONFLICT, from a change that says which values it replaces. At most MAX_ISSUES. */
  conflicts?: readonly ValueConflict[];
  /** Only with PAYLOAD_TOO_LARGE: the limit. The actual size is in `actualBytes`. */
  limitBytes?: number;
  actualBytes?: number;
  /** Value of the Retry-After header. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly conflicts: readonly ValueConflict[] | undefined;
  readonly limitBytes: number | undefined;
  readonly actualBytes: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: ServiceErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'ServiceError';
    this.code = code;
    this.issues = details.issues;
    this.conflicts = details.conflicts;
    this.limitBytes = details.limitBytes;
    this.actualBytes = details.actualBytes;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** HTTP status of the code. */
  get statusCode(): number {
    return STATUS_BY_CODE[this.code];
  }
}

/** Returns a BAD_REQUEST error for a single field of the request. */
export function badRequest(path: string, message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message, { issues: [{ path, message }] });
}
