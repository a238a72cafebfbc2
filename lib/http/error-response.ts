import type { APIGatewayProxyResult } from 'aws-lambda';
import { MAX_ISSUES, ServiceError } from '#lib/errors/service-error.ts';

/** Turns whatever was thrown into an error of the catalogue. What is not known is never shown to the caller. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new ServiceError('SERVICE_UNAVAILABLE', 'The request took too long; please try again', {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  return new ServiceError('INTERNAL_SERVER_ERROR', 'Internal server error', { cause: error });
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
