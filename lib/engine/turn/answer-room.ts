import type { ChatBlock, ChatFlow, ChatGroup } from '#lib/engine/model/chat-flow.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

/**
 * Bytes of the ids of group, block and variable that an answer is kept with, together. DynamoDB caps an item at 400 KB, of
 * which content and files take 300 KB at most: 50,000 characters each, of up to three bytes. A document may have ids of
 * any length.
 */
const MAX_ID_BYTES = 64 * 1_024;

/** The most bytes that the ids of one of these blocks take in an answer. */
export function longestAnswerIds(groups: readonly ChatGroup[]): number {
  let most = 0;
  for (const { id, blocks } of groups) {
    for (const block of blocks) most = Math.max(most, bytesOf([id, block.id, savedVariableId(block)]));
  }
  return most;
}

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

function savedVariableId({ options }: ChatBlock): string {
  const id = isJsonObject(options) ? options.variableId : undefined;
  return typeof id === 'string' ? id : '';
}

function bytesOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
