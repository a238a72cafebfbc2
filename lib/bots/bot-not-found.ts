import { ServiceError } from '#lib/platform/errors/service-error.ts';

/**
 * The same error for a missing bot and for one the caller has no access to, so that callers cannot tell them
 * apart.
 */
export function botNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Bot not found');
}
