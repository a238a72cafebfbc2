import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import { ServiceError } from '#lib/errors/service-error.ts';

/**
 * Bytes that the ids of an answer's group, block and variable may have together. DynamoDB limits an item to
 * 400 KB, of which content and files take 300 KB at most: 50,000 characters each, of up to three bytes. The
 * ids of a document can have any length.
 */
const MAX_ID_BYTES = 64 * 1_024;

/**
 * Refuses a reply whose answer could not be stored. This is checked before the flow continues, because what
 * blocks do to others cannot be undone.
 *
 * @throws PAYLOAD_TOO_LARGE if the bot's ids are too long
 */
export function assertRoomForAnswers({ longestIds }: ChatFlow): void {
  if (longestIds <= MAX_ID_BYTES) return;
  throw new ServiceError('PAYLOAD_TOO_LARGE', 'The bot has ids that are too long to keep an answer with', {
    limitBytes: MAX_ID_BYTES,
    actualBytes: longestIds,
  });
}
