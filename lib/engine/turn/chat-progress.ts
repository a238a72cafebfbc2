import { blockModule } from '#lib/engine/blocks/block-registry.ts';
import type { ChatBlock, ChatGroup } from '#lib/engine/model/chat-block.ts';
import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import { blockIndexIn, edgeTarget } from '#lib/engine/model/edge-target.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Returns a conversation's progress in percent: answers so far, relative to those plus the inputs that can
 * still come.
 */
export function progressPercent(flow: ChatFlow, waitingBlockId: string, totalAnswers: number): number {
  const ahead = inputsAhead(flow, waitingBlockId);
  return ((totalAnswers + 1) / (ahead + totalAnswers + 1)) * 100;
}

/**
 * Counts the inputs reachable from a block, including itself. An input counts once, however many paths lead
 * to it.
 */
function inputsAhead(flow: ChatFlow, blockId: string): number {
  const seen = new Set<string>();
  const start = flow.positionsByBlockId.get(blockId);
  const pending = start ? [{ group: start.group, index: start.index }] : [];
  let inputs = 0;
  for (let position = pending.pop(); position; position = pending.pop()) {
    const block = position.group.blocks[position.index];
    if (!block || seen.has(block.id)) continue;
    seen.add(block.id);
    if (blockModule(block.type)?.kind === 'input') inputs += 1;
    for (const edgeId of getEdgeIds(block)) {
      const next = getPosition(flow, edgeId);
      if (next) pending.push(next);
    }
    pending.push({ group: position.group, index: position.index + 1 });
  }
  return inputs;
}

function getPosition(flow: ChatFlow, edgeId: string): { group: ChatGroup; index: number } | undefined {
  const target = edgeTarget(flow, edgeId);
  const group = target && flow.groupsById.get(target.groupId);
  if (!group) return undefined;
  return { group, index: blockIndexIn(group, target.blockId) };
}

function getEdgeIds({ items, outgoingEdgeId }: ChatBlock): string[] {
  const itemEdgeIds = Array.isArray(items)
    ? items.filter(isJsonObject).map((item) => item.outgoingEdgeId)
    : [];
  return [...itemEdgeIds, outgoingEdgeId].filter((id) => typeof id === 'string');
}
