import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** A block of a flow. Only its id is guaranteed to exist. */
export type Block = JsonObject & { id: string };

/** Returns the blocks of a group that have an id. A document can contain any JSON in place of a block. */
export function getGroupBlocks(group: { blocks: unknown[] }): Block[] {
  return group.blocks.filter((block): block is Block => isJsonObject(block) && typeof block.id === 'string');
}
