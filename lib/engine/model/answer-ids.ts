import { isJsonObject } from '#lib/json/json-object.ts';
import type { ChatBlock, ChatGroup } from './chat-block.ts';

/**
 * The largest number of bytes that the group, block and variable ids of an answer to one of these blocks
 * take.
 */
export function longestAnswerIds(groups: readonly ChatGroup[]): number {
  let most = 0;
  for (const { id, blocks } of groups) {
    for (const block of blocks) most = Math.max(most, toBytes([id, block.id, savedVariableId(block)]));
  }
  return most;
}

function savedVariableId({ options }: ChatBlock): string {
  const id = isJsonObject(options) ? options.variableId : undefined;
  return typeof id === 'string' ? id : '';
}

function toBytes(texts: string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
