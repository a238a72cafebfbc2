import { isJsonObject } from '#lib/platform/json/json-object.ts';
import type { TracedStep, TracedTurn } from './read-trace.ts';

/** The flow that a chat came through. */
type Flow = {
  groups: readonly { blocks: readonly unknown[] }[];
  edges: readonly { id: string; to: { groupId: string } }[];
};

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

export function toTakenPath(turns: readonly TracedTurn[], flow: Flow): TakenPath {
  const all = turns.flatMap(({ steps }) => steps);
  const steps = all.filter(({ botId }) => botId === undefined);
  const latest = all.at(-1);
  return {
    groupIds: toSet(steps.map(({ groupId }) => groupId)),
    blockIds: toSet(steps.map(({ blockId }) => blockId)),
    eventIds: toSet(steps.map(({ eventId }) => eventId)),
    edgeIds: toSet([...steps.map(({ edgeId }) => edgeId), ...findReturnEdges(all, flow)]),
    itemKeys: toSet(
      steps.map(({ blockId, itemId }) =>
        blockId === undefined || itemId === undefined ? undefined : getItemKey(blockId, itemId),
      ),
    ),
    latestBlockId: latest?.botId === undefined ? latest?.blockId : undefined,
  };
}

/** Finds the edges that the flow followed after a linked bot. The bot's last step does not name them. */
function findReturnEdges(steps: readonly TracedStep[], { groups, edges }: Flow): string[] {
  const blocks = groups.flatMap((group) => group.blocks).filter(isJsonObject);
  return steps.flatMap((step, index) => {
    if (step.botId !== undefined || steps[index - 1]?.botId === undefined) return [];
    const caller = steps.slice(0, index).findLast(({ botId }) => botId === undefined);
    const block = blocks.find(({ id }) => id === caller?.blockId);
    const edge = edges.find(({ id }) => id === block?.outgoingEdgeId);
    return edge && edge.to.groupId === step.groupId ? [edge.id] : [];
  });
}

/** Names an item in a bot. Copies of a block have items of the same ids. */
export function getItemKey(blockId: string, itemId: string): string {
  return JSON.stringify([blockId, itemId]);
}

function toSet(ids: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(ids.filter((id) => id !== undefined));
}
