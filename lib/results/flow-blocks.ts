import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';

/** A block of a flow, of which only its id is known to be there. */
export type Block = JsonObject & { id: string };

/** The blocks of a group that have an id; a document may hold anything in their place. */
export function getBlocks(group: { blocks: unknown[] }): Block[] {
  return group.blocks.filter((block): block is Block => isJsonObject(block) && typeof block.id === 'string');
}
