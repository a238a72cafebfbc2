import { ServiceError } from '#lib/platform/errors/service-error.ts';

/** In a separate file, so that reading a session does not load the engine. */
export function waitingBlockGone(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'The bot has changed and the waiting block no longer exists; start a new chat',
  );
}
