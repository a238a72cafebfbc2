import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';

/** A block of a flow, of which only its id is known to be there. */
export type Block = JsonObject & { id: string };

/** The blocks of a group that have an id; a document may hold anything in their place. */
export function blocksOf(group: { blocks: unknown[] }): Block[] {
  return group.blocks.filter((block): block is Block => isJsonObject(block) && typeof block.id === 'string');
}

/** Whether respondents answer this block: all such types but one are called an input. */
export function isInput({ type }: Block): boolean {
  return typeof type === 'string' && (type.endsWith(' input') || type === 'cards');
}
