import { isJsonObject } from '#lib/platform/json/json-object.ts';
import type { ChatBlock, ChatGroup } from './chat-block.ts';

/**
 * Upper bound, in bytes, for the group, block and variable ids stored with an answer to one of these blocks.
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
