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

function toSet(ids: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(ids.filter((id) => id !== undefined));
}
