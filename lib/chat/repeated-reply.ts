import { createHash } from 'node:crypto';
import { type SentMessage, toReply } from './sent-message.ts';
import type { LastTurn } from './store/last-turn.ts';

const HASH_CHARS = 16;

/** Returns a hash that is the same if a client sends the same reply again. */
export function hashReply(message: SentMessage): string {
  const text = JSON.stringify(toReply(message) ?? null);
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARS);
}

/** Tells whether the last turn took exactly this reply, so that its client has lost the response. */
export function wasTaken(
  lastTurn: LastTurn | undefined,
  { turnId, message }: { turnId?: string | undefined; message?: SentMessage },
): boolean {
  if (turnId === undefined || lastTurn?.answeredId !== turnId) return false;
  return lastTurn.reply === hashReply(message);
}
