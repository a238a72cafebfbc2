import { ServiceError } from '#lib/errors/service-error.ts';
import { ConditionFailed, getItem, type Item, isExpired, putItem, updateItem } from '#lib/store/dynamodb.ts';
import { isId, keys } from '#lib/store/keys.ts';
import type { Session } from './session.ts';

const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1_000);

export async function createSession(session: Session): Promise<void> {
  const { expiresAt, allowedOrigins, ...fields } = session;
  await putItem(
    {
      ...keys.session(session.id),
      ...fields,
      expiresAt: epochSeconds(expiresAt),
      // An empty list is not stored: that the attribute is absent is what a condition can ask for.
      ...(allowedOrigins.length > 0 && { allowedOrigins }),
      logEntries: 0,
    },
    { expression: 'attribute_not_exists(pk)' },
  );
}

export async function readSession(sessionId: string): Promise<Session | undefined> {
  if (!isId(sessionId)) return undefined;
  const item = await getItem(keys.session(sessionId));
  if (!item) return undefined;
  return {
    id: sessionId,
    botId: item.botId as string,
    workspaceId: item.workspaceId as string,
    resultId: item.resultId as string,
    allowedOrigins: (item.allowedOrigins as string[] | undefined) ?? [],
    createdAt: item.createdAt as string,
    expiresAt: new Date((item.expiresAt as number) * 1_000),
  };
}

/**
 * Takes `count` of the log entries that a session may still write, in one request: the conditions that could
 * refuse it are part of the update, so nothing is read before and two requests cannot both take the last ones.
 *
 * @param origin the Origin header; a request without one does not come from a page, and is let through
 * @throws NOT_FOUND for an unknown or expired session, FORBIDDEN for another origin, TOO_MANY_REQUESTS
 */
export async function takeLogEntries(
  sessionId: string,
  count: number,
  maxEntries: number,
  origin: string | undefined,
): Promise<{ resultId: string }> {
  if (!isId(sessionId)) throw sessionNotFound();
  const nowSeconds = epochSeconds(new Date());
  try {
    const item = await updateItem(keys.session(sessionId), {
      expression: 'ADD logEntries :count',
      condition: [
        'expiresAt > :now',
        'logEntries <= :before',
        ...(origin === undefined
          ? []
          : ['(attribute_not_exists(allowedOrigins) OR contains(allowedOrigins, :origin))']),
      ].join(' AND '),
      values: {
        ':count': count,
        ':before': maxEntries - count,
        ':now': nowSeconds,
        ...(origin !== undefined && { ':origin': origin }),
      },
    });
    return { resultId: item.resultId as string };
  } catch (error) {
    if (error instanceof ConditionFailed) throw refusal(error.item, maxEntries, origin);
    throw error;
  }
}

const sessionNotFound = () => new ServiceError('NOT_FOUND', 'Session not found');

function refusal(item: Item | undefined, maxEntries: number, origin: string | undefined): ServiceError {
  if (!item || isExpired(item)) return sessionNotFound();
  const { allowedOrigins } = item;
  if (origin !== undefined && Array.isArray(allowedOrigins) && !allowedOrigins.includes(origin)) {
    return new ServiceError('FORBIDDEN', 'This origin may not use the bot');
  }
  const left = Math.max(0, maxEntries - Number(item.logEntries));
  return new ServiceError(
    'TOO_MANY_REQUESTS',
    `A session takes at most ${maxEntries} log entries; this one has room for ${left} more`,
  );
}
