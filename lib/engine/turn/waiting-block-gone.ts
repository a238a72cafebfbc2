import { ServiceError } from '#lib/errors/service-error.ts';

/** In its own file, so that code which only looks at a session does not load the engine. */
export function waitingBlockGone(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'The bot has changed and no longer has the block that waits; start a new chat',
  );
}
