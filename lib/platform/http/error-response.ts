import type { APIGatewayProxyResult } from 'aws-lambda';
import { MAX_ISSUES, ServiceError } from '#lib/platform/errors/service-error.ts';

/** Converts anything thrown to a ServiceError. Callers never see the message of an unknown error. */
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

/** Returns the response for an error, with the common envelope as its body. */
export function errorResponse(
  error: ServiceError,
  requestId: string,
  headers: Record<string, string>,
): APIGatewayProxyResult {
  const body = {
    message: error.message,
    code: error.code,
    requestId,
    ...(error.issues && { issues: error.issues.slice(0, MAX_ISSUES) }),
    ...(error.conflicts && { conflicts: error.conflicts }),
    ...(error.limitBytes !== undefined && { limitBytes: error.limitBytes }),
    ...(error.actualBytes !== undefined && { actualBytes: error.actualBytes }),
  };
  return {
    statusCode: error.statusCode,
    headers: {
      ...headers,
      ...(error.code === 'UNAUTHORIZED' && { 'www-authenticate': 'Bearer' }),
      ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
    },
    body: JSON.stringify(body),
  };
}
