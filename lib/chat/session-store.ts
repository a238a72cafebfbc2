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

/** When a session that has a turn now ends by itself. */
export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1_000);
}

/** How long a preview can be continued after its start. */
const PREVIEW_MS = 60 * 60 * 1_000;

/**
 * When a preview ends. Whoever knows its id goes on with it without a token, and a token can be revoked: so turns do not
 * make it longer.
 *
 * @param latest what it must not outlive: the token that it was begun with
 */
export function previewExpiry(startedAt: Date, latest: Date | undefined): Date {
  const end = startedAt.getTime() + PREVIEW_MS;
  return new Date(Math.min(end, latest?.getTime() ?? end));
}

/** Writes a session that only logs can be sent to. */
export async function createSession(session: Session): Promise<void> {
  await putItem(sessionItem(session), { expression: 'attribute_not_exists(pk)' });
}

/** @param open what the session needs to be continued; absent where the conversation is over already */
export function sessionItem(session: Session, open?: { state: ChatState }): Item {
  const { expiresAt, allowedOrigins, ...fields } = session;
  return {
    ...keys.session(session.id),
    ...fields,
    expiresAt: epochSeconds(expiresAt),
    // An empty list is not stored: that the attribute is absent is what a condition can ask for.
    ...(allowedOrigins.length > 0 && { allowedOrigins }),
    logEntries: 0,
    turn: 1,
    ...(open && { state: encodedState(open.state) }),
  };
}

/** @throws PAYLOAD_TOO_LARGE for more than an item can hold: many linked bots with large variables each */
function encodedState(state: ChatState): EncodedDocument {
  const encoded = encodeDocument(state);
  if (encoded.bytes.byteLength > MAX_INLINE_BYTES) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The conversation holds more than a session can keep');
  }
  return encoded;
}

/**
 * The write of a turn. Its condition fails when another turn was written since the session was read; logs that came
 * in the meantime are no such thing.
 *
 * @param state absent when the conversation is over
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
      // A preview that began anew under the same id counts its turns anew, too.
      condition: 'turn = :turn AND createdAt = :createdAt AND attribute_exists(#state)',
    },
  };
}

export async function readSession(sessionId: string): Promise<Session | undefined> {
  const item = await readItem(sessionId);
  return item && toSession(item);
}

/** A session that can be continued; undefined also for one whose conversation is over. */
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
 * Batches per transaction: one of 380 KB each and a session of as much stay well below the 4 MB that DynamoDB takes.
 */
const LOG_BATCHES_PER_TRANSACTION = 7;

/** What the client of a session asks to log. */
export type LogRequest = {
  /** Entries in the request. */
  count: number;
  /** Entries that a session may write at most. */
  maxEntries: number;
  /** The Origin header; a request without one does not come from a page, and is let through. */
  origin: string | undefined;
};

/**
 * Writes what the client of a session logs, and takes it from the entries that the session may still write. Both are
 * one transaction, so logs are written only while the session is there: erasing a result deletes its sessions first.
 *
 * @param batchesFor the writes, for the session's result
 * @throws NOT_FOUND for an unknown or expired session, FORBIDDEN for another origin, TOO_MANY_REQUESTS
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
    // The first transaction takes all the entries, so that a request is refused as a whole.
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

/** Its conditions are those that a request is refused by: another one may have come since the session was read. */
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
 * Takes one of the uploads that a session may ask for in a day of UTC. Each day has a counter of its own, so that a long
 * conversation is never stuck.
 *
 * @returns whether there was one left
 * @throws NOT_FOUND where the conversation is over meanwhile
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
