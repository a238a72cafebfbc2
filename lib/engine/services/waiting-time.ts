import type { ChatPorts } from '#lib/engine/model/ports.ts';

/** More than a walk needs to go on at all, so that the flow gets to say what came of it. */
const RESERVED_MS = 4_000;

/** How long a block may wait for others: what it wants, or what the turn has left. Zero or less: not at all. */
export function waitingTimeMs(wantedMs: number, { remainingMs }: Pick<ChatPorts, 'remainingMs'>): number {
  return Math.min(wantedMs, remainingMs() - RESERVED_MS);
}
