import { ServiceError } from '#lib/errors/service-error.ts';
import { escapedBytes, MAX_INVOCATION_BYTES } from '#lib/lambda/invocation-payload.ts';
import { type Bot, presentBot } from './document/bot-head.ts';
import { isV6 } from './document/bot-version.ts';
import { migrateToLatest } from './migrations/migrate.ts';

/** Room for headers and warnings in a response. */
const RESERVED_BYTES = 128 * 1_024;

export const MAX_BOT_ANSWER_BYTES = MAX_INVOCATION_BYTES - RESERVED_BYTES;

/**
 * A bot with fewer characters than this fits, whatever it holds: a UTF-16 unit takes at most 3 bytes,
 * escaping the JSON again at most doubles it, and migration makes a document less than four times as large.
 */
const SURELY_FITTING_CHARS = MAX_BOT_ANSWER_BYTES / (3 * 2 * 4);

/**
 * Refuses a bot that could be stored but would be too large for a response, either as it is or migrated.
 * Called before anything is written.
 *
 * @throws PAYLOAD_TOO_LARGE with `limitBytes` and `actualBytes`, both counted as the gateway counts them
 */
export function assertAnswerable({ head, document }: Bot): void {
  const text = JSON.stringify(presentBot({ head, document }));
  if (text.length <= SURELY_FITTING_CHARS) return;
  const migrated = isV6(document.version)
    ? text
    : JSON.stringify(presentBot({ head, document: migrateToLatest(document) }));
  const actualBytes = Math.max(escapedBytes(text), escapedBytes(migrated));
  if (actualBytes <= MAX_BOT_ANSWER_BYTES) return;
  throw new ServiceError('PAYLOAD_TOO_LARGE', 'The bot is larger than an answer of this service can be', {
    limitBytes: MAX_BOT_ANSWER_BYTES,
    actualBytes,
  });
}
