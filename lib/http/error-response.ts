import type { APIGatewayProxyResult } from 'aws-lambda';
import { MAX_ISSUES, ServiceError } from '#lib/errors/service-error.ts';

/**
 * Converts anything thrown to an error of the catalogue. Callers never see the message of an unknown error.
 */
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

/** The response for an error. Its body is the envelope that all errors share. */
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
