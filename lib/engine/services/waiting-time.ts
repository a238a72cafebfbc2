import type { ChatPorts } from '#lib/engine/model/ports.ts';
import { WAITING_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';

/**
 * How long a block may wait for others: as long as it wants, but no longer than the turn allows. Zero or less
 * means not at all.
 */
export function waitingTimeMs(wantedMs: number, { remainingMs }: Pick<ChatPorts, 'remainingMs'>): number {
  return Math.min(wantedMs, remainingMs() - WAITING_RESERVE_MS);
}
