import type { OpenSession } from './session.ts';

/**
 * Builds the id that tells the turns of a session apart. The time is part of it because a preview that is
 * started again under the same session id counts its turns from 1 again.
 *
 * @param turn number of the turn, from 1
 * @param createdAt when the session was created
 */
export function toTurnId(turn: number, createdAt: string): string {
  return `${turn}-${Date.parse(createdAt).toString(36)}`;
}

/** Returns the id of the turn that waits for a reply. */
export function getTurnId({ turn, createdAt, lastTurn }: OpenSession): string {
  return lastTurn?.id ?? toTurnId(turn, createdAt);
}
