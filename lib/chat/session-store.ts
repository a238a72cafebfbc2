import type { ChatState } from '#lib/engine/model/chat-state.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { decodeDocument, type EncodedDocument, encodeDocument } from '#lib/store/document-codec.ts';
import { MAX_INLINE_BYTES } from '#lib/store/document-parts.ts';
import {
  ConditionFailed,
  getItem,
  type Item,
  isExpired,
  putItem,
  type TransactionWrite,
  transact,
  updateItem,
} from '#lib/store/dynamodb.ts';
import { isId, keys } from '#lib/store/keys.ts';
import { originRefused } from './allowed-origins.ts';
import type { OpenSession, Session } from './session.ts';

const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1_000);

/** How long a session can be continued after its last turn. */
const SESSION_DAYS = 30;

/** When a session expires whose last turn is now. */
export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1_000);
}

/** How long a preview can be continued after its start. */
const PREVIEW_MS = 60 * 60 * 1_000;

/**
 * When a preview expires. Further turns do not extend it: whoever knows its id can continue it without a
 * token, and the token that it was started with could have been revoked since.
 *
 * @param latest when the token that started the preview expires; the preview must not outlive it
 */
export function previewExpiry(startedAt: Date, latest: Date | undefined): Date {
  const end = startedAt.getTime() + PREVIEW_MS;
  return new Date(Math.min(end, latest?.getTime() ?? end));
}

/** Writes a session that cannot be continued. Its client can only send logs. */
export async function createSession(session: Session): Promise<void> {
  await putItem(sessionItem(session), { expression: 'attribute_not_exists(pk)' });
}

/** @param open the state to continue the session from; absent if the conversation is already over */
export function sessionItem(session: Session, open?: { state: ChatState }): Item {
  const { expiresAt, allowedOrigins, ...fields } = session;
  return {
    ...keys.session(session.id),
    ...fields,
    expiresAt: epochSeconds(expiresAt),
    // An empty list is not stored, so that a condition can check whether the attribute is absent.
    ...(allowedOrigins.length > 0 && { allowedOrigins }),
    logEntries: 0,
    turn: 1,
    ...(open && { state: encodedState(open.state) }),
  };
}

/** @throws PAYLOAD_TOO_LARGE if an item cannot hold the state: many linked bots with large variables */
function encodedState(state: ChatState): EncodedDocument {
  const encoded = encodeDocument(state);
  if (encoded.bytes.byteLength > MAX_INLINE_BYTES) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The conversation holds more than a session can keep');
  }
  return encoded;
}

/**
 * The write of a turn. Its condition fails if another turn was written since the session was read. Logs
 * written in the meantime do not make it fail.
 *
 * @param state undefined if the conversation is over
 */
export function turnWrite(
  session: OpenSession,
  {
    state,
    expiresAt,
    resultId,
  }: { state: ChatState | undefined; expiresAt: Date; resultId: string | undefined },
): TransactionWrite {
  return {
    update: keys.session(session.id),
    with: {
      expression: [
        'SET turn = :next, expiresAt = :expiresAt',
        resultId === undefined ? '' : ', resultId = :resultId',
        state ? ', #state = :state' : ' REMOVE #state',
      ].join(''),
      names: { '#state': 'state' },
      values: {
        ':next': session.turn + 1,
        ':turn': session.turn,
        ':createdAt': session.createdAt,
        ':expiresAt': epochSeconds(expiresAt),
        ...(resultId !== undefined && { ':resultId': resultId }),
        ...(state && { ':state': encodedState(state) }),
      },
      // A preview restarted under the same id counts its turns from 1 again, so `turn` alone is not enough.
      condition: 'turn = :turn AND createdAt = :createdAt AND attribute_exists(#state)',
    },
  };
}

export async function readSession(sessionId: string): Promise<Session | undefined> {
  const item = await readItem(sessionId);
  return item && toSession(item);
}

/** Reads a session that can be continued. Undefined if it does not exist or its conversation is over. */
export async function readOpenSession(sessionId: string): Promise<OpenSession | undefined> {
  const item = await readItem(sessionId);
  if (item?.state === undefined) return undefined;
  return {
    ...toSession(item),
    state: decodeDocument(item.state as EncodedDocument) as ChatState,
    turn: item.turn as number,
  };
}

async function readItem(sessionId: string): Promise<Item | undefined> {
  return isId(sessionId) ? await getItem(keys.session(sessionId)) : undefined;
}

function toSession(item: Item): Session {
  return {
    id: item.id as string,
    botId: item.botId as string,
    workspaceId: item.workspaceId as string,
    ...(item.resultId !== undefined && { resultId: item.resultId as string }),
    allowedOrigins: (item.allowedOrigins as string[] | undefined) ?? [],
    createdAt: item.createdAt as string,
    expiresAt: new Date((item.expiresAt as number) * 1_000),
  };
}

/**
 * Log batches per transaction. This many batches and a session, at up to 380 KB each, stay well below
 * DynamoDB's limit of 4 MB.
 */
const LOG_BATCHES_PER_TRANSACTION = 7;

/** A client's request to write log entries. */
export type LogRequest = {
  /** Number of entries in the request. */
  count: number;
  /** Maximum number of entries that a session may write. */
  maxEntries: number;
  /** The Origin header. A request without one does not come from a page and is let through. */
  origin: string | undefined;
};

/**
 * Writes a client's log entries and counts them against the session's limit. Both happen in one transaction,
 * so logs are written only while the session exists. Erasing a result relies on that: it deletes the sessions
 * before the logs.
 *
 * @param batchesFor creates the writes of the entries for the session's result
 * @throws NOT_FOUND if the session is unknown, expired or has no result, FORBIDDEN if the bot does not allow
 *   the origin, TOO_MANY_REQUESTS
 */
export async function writeLogEntries(
  sessionId: string,
  request: LogRequest,
  batchesFor: (resultId: string) => TransactionWrite[],
): Promise<void> {
  const item = await readItem(sessionId);
  const refused = refusal(item, request);
  if (refused) throw refused;
  const resultId = String(item?.resultId);
  const batches = batchesFor(resultId);
  try {
    // The first transaction counts all entries, so that a request is refused as a whole.
    for (let start = 0; start < batches.length; start += LOG_BATCHES_PER_TRANSACTION) {
      await transact([
        logCountWrite(sessionId, resultId, { ...request, count: start === 0 ? request.count : 0 }),
        ...batches.slice(start, start + LOG_BATCHES_PER_TRANSACTION),
      ]);
    }
  } catch (error) {
    if (error instanceof ConditionFailed) throw refusal(error.item, request) ?? sessionNotFound();
    throw error;
  }
}

/** Checks again what `refusal` checks, because another request can have come since the session was read. */
function logCountWrite(
  sessionId: string,
  resultId: string,
  { count, maxEntries }: LogRequest,
): TransactionWrite {
  return {
    update: keys.session(sessionId),
    with: {
      expression: 'ADD logEntries :count',
      condition: 'expiresAt > :now AND logEntries <= :before AND resultId = :resultId',
      values: {
        ':count': count,
        ':before': maxEntries - count,
        ':now': epochSeconds(new Date()),
        ':resultId': resultId,
      },
    },
  };
}

/**
 * Takes one of the uploads that a session may request per UTC day. Each day has its own counter, so that a
 * long conversation never runs out for good.
 *
 * @returns whether an upload was left
 * @throws NOT_FOUND if the conversation has ended in the meantime
 */
export async function takeUpload(sessionId: string, maxPerDay: number, now: Date): Promise<boolean> {
  try {
    await updateItem(keys.session(sessionId), {
      expression: 'ADD #uploads :one',
      names: { '#uploads': `uploads${now.toISOString().slice(0, 10)}`, '#state': 'state' },
      condition: 'attribute_exists(#state) AND (attribute_not_exists(#uploads) OR #uploads < :max)',
      values: { ':one': 1, ':max': maxPerDay },
    });
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.item?.state === undefined) throw sessionNotFound();
    return false;
  }
}

export function sessionNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Session not found');
}

function refusal(
  item: Item | undefined,
  { count, maxEntries, origin }: LogRequest,
): ServiceError | undefined {
  if (!item || isExpired(item)) return sessionNotFound();
  const { allowedOrigins } = item;
  if (origin !== undefined && Array.isArray(allowedOrigins) && !allowedOrigins.includes(origin)) {
    return originRefused();
  }
  if (item.resultId === undefined) {
    return new ServiceError('NOT_FOUND', 'The session has no result that logs could be kept with');
  }
  const left = Math.max(0, maxEntries - Number(item.logEntries));
  if (count <= left) return undefined;
  return new ServiceError(
    'TOO_MANY_REQUESTS',
    `A session takes at most ${maxEntries} log entries; this one has room for ${left} more`,
  );
}
