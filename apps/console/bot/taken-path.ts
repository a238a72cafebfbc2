import type { TracedTurn } from './read-trace.ts';

/** Parts of the flow that a chat came through. Steps in linked bots are not in this flow. */
export type TakenPath = {
  groupIds: ReadonlySet<string>;
  blockIds: ReadonlySet<string>;
  eventIds: ReadonlySet<string>;
  edgeIds: ReadonlySet<string>;
  /** Items that were chosen, by `getItemKey`. */
  itemKeys: ReadonlySet<string>;
  /** Block at which the chat is. Undefined while it is in a linked bot. */
  latestBlockId: string | undefined;
};

export function toTakenPath(turns: readonly TracedTurn[]): TakenPath {
  const all = turns.flatMap(({ steps }) => steps);
  const steps = all.filter(({ botId }) => botId === undefined);
  const latest = all.at(-1);
  return {
    groupIds: toSet(steps.map(({ groupId }) => groupId)),
    blockIds: toSet(steps.map(({ blockId }) => blockId)),
    eventIds: toSet(steps.map(({ eventId }) => eventId)),
    edgeIds: toSet(steps.map(({ edgeId }) => edgeId)),
    itemKeys: toSet(
      steps.map(({ blockId, itemId }) =>
        blockId === undefined || itemId === undefined ? undefined : getItemKey(blockId, itemId),
      ),
    ),
    latestBlockId: latest?.botId === undefined ? latest?.blockId : undefined,
  };
}

/** Names an item in a bot. Copies of a block have items of the same ids. */
export function getItemKey(blockId: string, itemId: string): string {
  return JSON.stringify([blockId, itemId]);
}

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

function toSet(ids: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(ids.filter((id) => id !== undefined));
}
