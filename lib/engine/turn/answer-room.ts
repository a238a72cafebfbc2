import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import { ServiceError } from '#lib/errors/service-error.ts';

/**
 * Bytes of the ids of group, block and variable that an answer is kept with, together. DynamoDB caps an item at 400 KB, of
 * which content and files take 300 KB at most: 50,000 characters each, of up to three bytes. A document may have ids of
 * any length.
 */
const MAX_ID_BYTES = 64 * 1_024;

/**
 * Refuses a reply that could not be stored. Asked before the flow goes on, for what blocks do to others cannot be undone.
 *
 * @throws PAYLOAD_TOO_LARGE
 */
export function assertRoomForAnswers({ longestIds }: ChatFlow): void {
  if (longestIds <= MAX_ID_BYTES) return;
  throw new ServiceError('PAYLOAD_TOO_LARGE', 'The bot has ids that are too long to keep an answer with', {
    limitBytes: MAX_ID_BYTES,
    actualBytes: longestIds,
  });
}
