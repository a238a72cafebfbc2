import type { APIGatewayProxyResult } from 'aws-lambda';
import { ServiceError } from '#lib/errors/service-error.ts';

/** The envelope holds at most this many issues: the first ones are enough to start mending. */
const MAX_ISSUES = 20;

/** Turns whatever was thrown into an error of the catalogue. What is not known is never shown to the caller. */
export function serviceErrorOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const statusCode = (error as { statusCode?: unknown } | null)?.statusCode;
  // middy's body parser: 415 for another content type, 422 for what is not JSON or holds a forbidden key.
  if (statusCode === 415) {
    return new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON, sent with the header Content-Type: application/json',
    );
  }
  if (statusCode === 422) {
    const isForbiddenKey = error instanceof Error && error.message.startsWith('Forbidden key');
    return new ServiceError(
      'BAD_REQUEST',
      isForbiddenKey
        ? 'The body holds a key named __proto__ or constructor.prototype, which is not accepted'
        : `The body is not valid JSON${placeOf(error)}`,
      { cause: error },
    );
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new ServiceError('SERVICE_UNAVAILABLE', 'The request took too long; please try again', {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  return new ServiceError('INTERNAL_SERVER_ERROR', 'Internal server error', { cause: error });
}

/** Where the parser stopped. Its message quotes the body as well, which an error must not. */
function placeOf(error: unknown): string {
  const { message } = ((error as Error).cause ?? {}) as { message?: unknown };
  const place = /line \d+ column \d+/.exec(String(message))?.[0] ?? /position \d+/.exec(String(message))?.[0];
  return place === undefined ? '' : ` at ${place}`;
}

/** The one envelope of every error. */
export function errorResponse(
  error: ServiceError,
  requestId: string,
  headers: Record<string, string>,
): APIGatewayProxyResult {
  return {
    statusCode: error.statusCode,
    headers: {
      ...headers,
      ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
    },
    body: JSON.stringify({
      message: error.message,
      code: error.code,
      requestId,
      ...(error.issues && { issues: error.issues.slice(0, MAX_ISSUES) }),
      ...(error.limitBytes !== undefined && { limitBytes: error.limitBytes }),
      ...(error.actualBytes !== undefined && { actualBytes: error.actualBytes }),
    }),
  };
}
