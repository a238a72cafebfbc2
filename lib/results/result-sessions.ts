/**
 * The sessions that may write to a result: when each began, in epoch milliseconds, by session id. Erasing a
 * result ends the listed sessions, so a session that is not listed must not write.
 */
export type ResultSessions = Record<string, number>;

/** A session that writes to a result. `startedAt` is in epoch milliseconds. */
export type ResultWriter = { sessionId: string; startedAt: number };

/**
 * Sessions kept per result. Each takes about 35 bytes of an item that every turn rewrites. A respondent who
 * comes back more often can continue only in the newest sessions.
 */
const MAX_SESSIONS = 20;

/** Adds a session to the list of a result. If the list is full, the oldest sessions are dropped. */
export function withSession(
  listed: ResultSessions,
  { sessionId, startedAt }: ResultWriter,
): { sessions: ResultSessions; dropped: string[] } {
  const oldestFirst = Object.entries(listed)
    .filter(([id]) => id !== sessionId)
    .sort(([, a], [, b]) => a - b);
  const dropped = oldestFirst.splice(0, Math.max(0, oldestFirst.length - (MAX_SESSIONS - 1)));
  return {
    sessions: { ...Object.fromEntries(oldestFirst), [sessionId]: startedAt },
    dropped: dropped.map(([id]) => id),
  };
}
