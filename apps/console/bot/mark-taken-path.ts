import { getItemKey, type TakenPath } from './taken-path.ts';

/** Marks the path in the picture of the flow. Undefined removes the marks. */
export function markTakenPath(picture: SVGSVGElement, path: TakenPath | undefined): void {
  picture.classList.toggle('traced', path !== undefined);
  const parts = picture.querySelectorAll<SVGElement>(
    '[data-group-id], [data-block-id], [data-event-id], [data-edge-id], [data-jump-id]',
  );
  for (const part of parts) {
    part.classList.toggle('taken', path !== undefined && isTaken(part.dataset, path));
    const { blockId, itemId } = part.dataset;
    const isLatest = blockId !== undefined && itemId === undefined && blockId === path?.latestBlockId;
    part.classList.toggle('latest', isLatest);
  }
}

function isTaken(ids: DOMStringMap, path: TakenPath): boolean {
  const { groupId, blockId, itemId, eventId, edgeId, jumpId } = ids;
  if (groupId !== undefined) return path.groupIds.has(groupId);
  if (eventId !== undefined) return path.eventIds.has(eventId);
  if (edgeId !== undefined) return path.edgeIds.has(edgeId);
  if (jumpId !== undefined) return path.blockIds.has(jumpId);
  if (blockId === undefined) return false;
  return itemId === undefined ? path.blockIds.has(blockId) : path.itemKeys.has(getItemKey(blockId, itemId));
}
