/**
 * The sessions that may write to a result: their ids, and when each began in epoch milliseconds. Erasing a result
 * ends them all, so a session that is not listed must not write.
 */
export type ResultSessions = Record<string, number>;

/** A session that writes to a result. */
export type ResultWriter = { sessionId: string; startedAt: number };

/**
 * Sessions kept per result. Each is some 35 bytes of an item that every turn writes anew; a respondent who comes back
 * more often than this goes on in the newest ones.
 */
const MAX_SESSIONS = 20;

/**
 * What a result lists once another session may write to it, and which sessions make room for it: the oldest ones.
 */
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
