import { ServiceError } from '#lib/errors/service-error.ts';

/** The error for a bot that does not exist or that the caller may not see: nobody can tell the two apart. */
export function botNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Bot not found');
}
