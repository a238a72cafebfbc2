import { ServiceError } from '#lib/errors/service-error.ts';

/** One error for a bot that does not exist and one that the caller may not see, so they look the same. */
export function botNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Bot not found');
}
