import type { BotEvent } from '#lib/bots/document/bot-document.ts';
import type { ChatFlow, Target } from './chat-flow.ts';
import { edgeTarget } from './edge-target.ts';

/** Returns the event that conversations start from. */
export function findStartEvent({ events }: ChatFlow): BotEvent | undefined {
  return events.find(({ type }) => type === 'start') ?? events[0];
}

/** Returns where a conversation starts, or undefined if nothing is connected to the start event. */
export function startTarget(flow: ChatFlow): Target | undefined {
  return edgeTarget(flow, findStartEvent(flow)?.outgoingEdgeId);
}
