import type { ChatPorts } from '#lib/engine/model/ports.ts';
import { WAITING_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';

/** Limits a block's timeout to what is left of the turn. Zero or less means there is no time to wait. */
export function getWaitingTimeMs(wantedMs: number, { remainingMs }: Pick<ChatPorts, 'remainingMs'>): number {
  return Math.min(wantedMs, remainingMs() - WAITING_RESERVE_MS);
}
