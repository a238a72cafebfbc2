import { START } from '#lib/blocks/start.ts';
import type { Bot } from '../bots/bot-context.ts';

/** Returns the id of the group where conversations begin: where the start event leads, or the group with a start block. */
export function findStartGroupId({ events, edges, groups }: Bot): string | undefined {
  const start = events?.find(({ type }) => type === 'start');
  const edge = start && edges.find(({ id }) => id === start.outgoingEdgeId);
  if (edge) return edge.to.groupId;
  const hasStart = (block: unknown) =>
    typeof block === 'object' && block !== null && 'type' in block && block.type === START.type;
  return groups.find(({ blocks }) => blocks.some(hasStart))?.id;
}
