import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { count, METRICS } from '#lib/platform/observability/metrics.ts';
import { type LogEntry, logWrites } from '#lib/results/logs/log-store.ts';
import { requireOrigin } from './allowed-origins.ts';
import type { ClientLog } from './client-log-schema.ts';
import type { Session } from './store/session.ts';
import { writeLogEntries } from './store/session-store.ts';

/** A chat page that logs more than this is broken, and the bot's owner should not pay for it. */
const MAX_ENTRIES_PER_SESSION = 1_000;

/**
 * Stores log entries from a respondent's browser with the session's result. Works until the session expires.
 *
 * @throws NOT_FOUND, FORBIDDEN if the bot's settings do not allow the origin, TOO_MANY_REQUESTS
 */
export async function submitClientLogs(
  sessionId: string,
  clientLogs: ClientLog[],
  origin: string | undefined,
): Promise<void> {
  const request = {
    count: clientLogs.length,
    maxEntries: MAX_ENTRIES_PER_SESSION,
    assertOriginAllowed: (session: Session) => requireOrigin(session, origin),
  };
  await writeLogEntries(sessionId, request, (resultId) =>
    logWrites(resultId, new Date().toISOString(), clientLogs.map(toEntry)),
  ).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'TOO_MANY_REQUESTS') {
      count(METRICS.logEntriesRefused, clientLogs.length);
    }
    throw error;
  });
  count(METRICS.logEntriesAccepted, clientLogs.length);
}

function toEntry({ status, description, details, context }: ClientLog): LogEntry {
  return {
    status: status ?? 'error',
    description,
    ...(details !== undefined && { details }),
    ...(context !== undefined && { context }),
  };
}
