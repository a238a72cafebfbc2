/**
 * Sessions that may write to a result, by id, with the time each began in epoch milliseconds. Erasing a result
 * deletes the listed sessions, so an unlisted session must not write.
 */
export type ResultSessions = Record<string, number>;

/** A session writing to a result. `startedAt` is in epoch milliseconds. */
export type ResultWriter = { sessionId: string; startedAt: number };

/**
 * Maximum number of sessions per result. Each adds about 35 bytes to an item that every turn rewrites. A
 * respondent who returns more often can only continue the newest sessions.
 */
const MAX_SESSIONS = 20;

/** Adds a session to a result's list, dropping the oldest sessions if the list is full. */
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
