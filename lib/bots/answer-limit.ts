import { ServiceError } from '#lib/errors/service-error.ts';

/**
 * Lambda hands back at most 6 MiB (6,291,556 bytes with its framing) of a synchronous answer, and the answer
 * holds the body as a JSON string, in which every quote and backslash is escaped once more.
 * Source: Lambda quotas, invocation payload, synchronous.
 */
const MAX_ANSWER_BYTES = 6_291_556;

/** Room for headers, warnings and what migration may add to a bot. */
const RESERVED_BYTES = 128 * 1_024;

export const MAX_BOT_ANSWER_BYTES = MAX_ANSWER_BYTES - RESERVED_BYTES;

/**
 * Refuses a bot that could be stored but never be read back. Called before anything is written.
 *
 * @throws PAYLOAD_TOO_LARGE with `limitBytes` and `actualBytes`, both counted as the gateway counts.
 */
export function assertAnswerable(bot: unknown): void {
  const text = JSON.stringify(bot);
  // A UTF-16 unit takes at most 3 bytes and escaping JSON text once more at most doubles it: a text this short
  // fits whatever is in it.
  if (text.length * 6 <= MAX_BOT_ANSWER_BYTES) return;
  const actualBytes = Buffer.byteLength(JSON.stringify(text));
  if (actualBytes <= MAX_BOT_ANSWER_BYTES) return;
  throw new ServiceError('PAYLOAD_TOO_LARGE', 'The bot is larger than an answer of this service can be', {
    limitBytes: MAX_BOT_ANSWER_BYTES,
    actualBytes,
  });
}
