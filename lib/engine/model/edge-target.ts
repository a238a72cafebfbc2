import type { ChatBlock, ChatGroup } from './chat-block.ts';
import type { ChatFlow, Target } from './chat-flow.ts';

/** Returns where an edge leads. An unknown edge is treated as no edge. */
export function edgeTarget(flow: ChatFlow, edgeId: string | undefined): Target | undefined {
  return edgeId === undefined ? undefined : flow.edgesById.get(edgeId)?.to;
}

/**
 * Returns the index of a target's block. If that block was deleted, falls back to the last block of the
 * group, because existing flows rely on it.
 */
export function blockIndexIn({ blocks }: ChatGroup, blockId: string | undefined): number {
  if (blockId === undefined) return 0;
  return toIndexes(blocks).get(blockId) ?? Math.max(0, blocks.length - 1);
}

/** Memoized per list, because thousands of edges can lead into one group. */
const indexesByBlocks = new WeakMap<readonly ChatBlock[], ReadonlyMap<string, number>>();

/** Maps block ids to indexes. The first of several duplicates wins. */
function toIndexes(blocks: readonly ChatBlock[]): ReadonlyMap<string, number> {
  const made = indexesByBlocks.get(blocks);
  if (made) return made;
  const indexes = new Map(blocks.map(({ id }, index): [string, number] => [id, index]).toReversed());
  indexesByBlocks.set(blocks, indexes);
  return indexes;
}

/** Returns where to continue after a block that waited: along an edge, or at the next block of the group. */
export function targetAfter(flow: ChatFlow, blockId: string, edgeId?: string): Target | undefined {
  const position = flow.positionsByBlockId.get(blockId);
  const edge = edgeId ?? position?.block.outgoingEdgeId;
  if (edge !== undefined) return edgeTarget(flow, edge);
  return nextBlock(position?.group, position?.index);
}

function nextBlock(group: ChatGroup | undefined, index: number | undefined): Target | undefined {
  const next = index === undefined ? undefined : group?.blocks[index + 1];
  return group && next && { groupId: group.id, blockId: next.id };
}
