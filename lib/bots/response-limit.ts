import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { countEscapedBytes, MAX_INVOCATION_BYTES } from '#lib/platform/json/invocation-payload.ts';
import type { Bot } from './document/bot-head.ts';
import { isV6 } from './document/bot-version.ts';
import { migrateToLatest } from './migrations/migrate.ts';
import { presentBot } from './present-bot.ts';

/** Part of the response limit kept free for headers and warnings. */
const RESERVED_BYTES = 128 * 1_024;

export const MAX_BOT_RESPONSE_BYTES = MAX_INVOCATION_BYTES - RESERVED_BYTES;

/**
 * A bot with fewer characters than this always fits: a UTF-16 code unit is at most 3 bytes of UTF-8, escaping
 * the JSON a second time at most doubles it, and migration makes a document less than four times as large.
 */
const SURELY_FITTING_CHARS = MAX_BOT_RESPONSE_BYTES / (3 * 2 * 4);

/**
 * Refuses a bot that could be stored but not returned in a response, in its own version or migrated. Call it
 * before anything is written.
 *
 * @throws PAYLOAD_TOO_LARGE with `limitBytes` and `actualBytes`, both counted as the gateway counts them
 */
export function assertFitsResponse({ head, document }: Bot): void {
  const text = JSON.stringify(presentBot({ head, document }));
  if (text.length <= SURELY_FITTING_CHARS) return;
  const migrated = isV6(document.version)
    ? text
    : JSON.stringify(presentBot({ head, document: migrateToLatest(document) }));
  const actualBytes = Math.max(countEscapedBytes(text), countEscapedBytes(migrated));
  if (actualBytes <= MAX_BOT_RESPONSE_BYTES) return;
  throw new ServiceError('PAYLOAD_TOO_LARGE', 'The bot is too large to be returned in a response', {
    limitBytes: MAX_BOT_RESPONSE_BYTES,
    actualBytes,
  });
}
