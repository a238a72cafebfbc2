import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';

/** A block of a flow. Only its id is sure to exist. */
export type Block = JsonObject & { id: string };

/** The blocks of a group that have an id. Others are skipped, because a document can contain any JSON. */
export function getBlocks(group: { blocks: unknown[] }): Block[] {
  return group.blocks.filter((block): block is Block => isJsonObject(block) && typeof block.id === 'string');
}
