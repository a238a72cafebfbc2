import type { ChatFlow, Target } from './chat-flow.ts';

/** Returns where a conversation starts, or undefined if nothing is connected to the start event. */
export function startTarget({ events, edgesById }: ChatFlow): Target | undefined {
  const start = events.find(({ type }) => type === 'start') ?? events[0];
  return start?.outgoingEdgeId === undefined ? undefined : edgesById.get(start.outgoingEdgeId)?.to;
}
