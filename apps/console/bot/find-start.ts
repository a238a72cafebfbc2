import { START } from '#lib/blocks/start.ts';
import type { Bot } from '../bots/bot-context.ts';

/** Ids of what the picture shows of the beginning of a flow. Bots before version 6 have no events. */
export type FlowStart = { eventId?: string; groupId?: string };

/** Finds where conversations begin: the start event and the group where it leads, or the group with a start block. */
export function findStart({ events, edges, groups }: Bot): FlowStart {
  const start = events?.find(({ type }) => type === 'start');
  const edge = start && edges.find(({ id }) => id === start.outgoingEdgeId);
  const groupId = edge ? edge.to.groupId : groups.find(({ blocks }) => blocks.some(isStart))?.id;
  return { ...(start && { eventId: start.id }), ...(groupId !== undefined && { groupId }) };
}

function isStart(block: unknown): boolean {
  return typeof block === 'object' && block !== null && 'type' in block && block.type === START.type;
}
