import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';

/**
 * Maximum bytes of an answer's group, block and variable ids together; ids in documents can have any length.
 * DynamoDB limits items to 400 KB, and the answer's content and files take up to 300 KB: 50,000 characters
 * each, at up to three bytes per character.
 */
const MAX_ID_BYTES = 64 * 1_024;

/**
 * Rejects a reply whose answer could not be stored. Runs before the flow continues, because side effects of
 * blocks cannot be undone.
 *
 * @throws PAYLOAD_TOO_LARGE if the bot's ids are too long
 */
export function assertRoomForAnswers({ longestIds }: ChatFlow): void {
  if (longestIds <= MAX_ID_BYTES) return;
  throw new ServiceError('PAYLOAD_TOO_LARGE', 'The bot has ids that are too long to store an answer', {
    limitBytes: MAX_ID_BYTES,
    actualBytes: longestIds,
  });
}
