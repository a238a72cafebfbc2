import type { ChatState } from '#lib/engine/model/chat-state.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { addLogKeys } from '#lib/platform/observability/log-keys.ts';
import {
  decodeDocument,
  type EncodedDocument,
  encodeDocument,
  MAX_INLINE_BYTES,
} from '#lib/platform/store/document-codec.ts';
import {
  ConditionFailedError,
  getItem,
  type Item,
  isExpired,
  putItem,
  type TransactionWrite,
  transact,
  updateItem,
} from '#lib/platform/store/dynamodb.ts';
import { isId, type Key, keys } from '#lib/platform/store/keys.ts';
import type { LastTurn } from './last-turn.ts';
import type { EndedSession, OpenSession, Session } from './session.ts';

const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1_000);

/** Number of days after its last turn during which a session can be continued. */
const SESSION_DAYS = 30;

/** Returns when a session with a turn at this time expires. */
export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1_000);
}

/** Lifetime of a preview. */
const PREVIEW_MS = 60 * 60 * 1_000;

/**
 * Returns when a preview expires. Further turns do not extend it: anyone with its id can continue it without
 * a token, even after the token that started it was revoked.
 *
 * @param latest expiry of the token that started the preview, which the preview must not outlive
 */
export function previewExpiry(startedAt: Date, latest: Date | undefined): Date {
  const end = startedAt.getTime() + PREVIEW_MS;
  return new Date(Math.min(end, latest?.getTime() ?? end));
}

/** Stores a session that is already over. Its client can still send logs. */
export async function createSession(session: Session): Promise<void> {
  await putItem(sessionItem(session), { expression: 'attribute_not_exists(pk)' });
}

/** @param open state for the next turn; absent if the conversation is already over */
export function sessionItem(session: Session, open?: { state: ChatState }): Item {
  const { expiresAt, allowedOrigins, ...fields } = session;
  return {
    ...keys.session(session.id),
    ...fields,
    expiresAt: epochSeconds(expiresAt),
    // An empty list is not stored, so that a condition can test for the attribute's absence.
    ...(allowedOrigins.length > 0 && { allowedOrigins }),
    logEntries: 0,
    turn: 1,
    ...(open && { state: encodeState(open.state) }),
  };
}

/**
 * Encodes the state together with the last turn: both contain the same texts, so they are smaller together.
 *
 * @throws PAYLOAD_TOO_LARGE if the state exceeds one item, as with many linked bots and large variables
 */
function encodeState(state: ChatState, lastTurn?: LastTurn): EncodedDocument {
  const encoded = encodeDocument(state);
  if (encoded.bytes.byteLength > MAX_INLINE_BYTES) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The conversation is too large to be stored');
  }
  if (!lastTurn) return encoded;
  const maxBytes = Math.min(encoded.bytes.byteLength + MAX_RESPONSE_BYTES, MAX_INLINE_BYTES);
  const withTurn = (kept: LastTurn) => encodeDocument({ ...state, lastTurn: kept });
  const whole = isLong(lastTurn) ? undefined : withTurn(lastTurn);
  return whole && whole.bytes.byteLength <= maxBytes ? whole : withTurn(withoutResponse(lastTurn));
}

/** Encodes the last turn of a chat that is over. Undefined if it is too large to be kept. */
function encodeEnding(lastTurn: LastTurn): EncodedDocument | undefined {
  const encoded = isLong(lastTurn) ? undefined : encodeDocument(lastTurn);
  return encoded && encoded.bytes.byteLength <= MAX_RESPONSE_BYTES ? encoded : undefined;
}

/** Maximum size of a kept response, compressed. The largest of the recorded conversations has 2 KB. */
const MAX_RESPONSE_BYTES = 4 * 1_024;

/** Maximum length of a kept response as JSON, because each turn has to parse it, however well it is compressed. */
const MAX_RESPONSE_CHARS = 50_000;

function isLong({ response }: LastTurn): boolean {
  return JSON.stringify(response ?? null).length > MAX_RESPONSE_CHARS;
}

function withoutResponse({ response: _, ...lastTurn }: LastTurn): LastTurn {
  return lastTurn;
}

/**
 * Builds the write for a turn. Its condition fails if another turn was written since the session was read,
 * but not if only logs were written.
 *
 * @param state undefined if the conversation is over
 * @param lastTurn absent if the client cannot ask for the turn again
 */
export function turnWrite(
  session: OpenSession,
  {
    state,
    expiresAt,
    resultId,
    lastTurn,
  }: {
    state: ChatState | undefined;
    expiresAt: Date;
    resultId: string | undefined;
    lastTurn?: LastTurn | undefined;
  },
): TransactionWrite {
  const ending = state || !lastTurn ? undefined : encodeEnding(lastTurn);
  return {
    update: keys.session(session.id),
    with: {
      expression: [
        'SET turn = :next, expiresAt = :expiresAt',
        resultId === undefined ? '' : ', resultId = :resultId',
        ending ? ', ending = :ending' : '',
        state ? ', #state = :state' : ' REMOVE #state',
      ].join(''),
      names: { '#state': 'state' },
      values: {
        ':next': session.turn + 1,
        ':turn': session.turn,
        ':createdAt': session.createdAt,
        ':expiresAt': epochSeconds(expiresAt),
        ...(resultId !== undefined && { ':resultId': resultId }),
        ...(state && { ':state': encodeState(state, lastTurn) }),
        ...(ending && { ':ending': ending }),
      },
      // Checks createdAt too, because a preview restarted under the same id counts its turns from 1 again.
      condition: 'turn = :turn AND createdAt = :createdAt AND attribute_exists(#state)',
    },
  };
}

export function sessionDeletion(sessionId: string): { delete: Key } {
  return { delete: keys.session(sessionId) };
}

export async function readSession(sessionId: string): Promise<Session | undefined> {
  const item = await readItem(sessionId);
  return item && toSession(item);
}

/** Reads a session that can be continued. Undefined if the session does not exist or is over. */
export async function readOpenSession(sessionId: string): Promise<OpenSession | undefined> {
  const session = await readChatSession(sessionId);
  return session?.state && session;
}

/** Reads a session that a reply is for. Undefined if the session does not exist. */
export async function readChatSession(sessionId: string): Promise<OpenSession | EndedSession | undefined> {
  const item = await readItem(sessionId);
  if (!item) return undefined;
  if (item.state === undefined) {
    const ending = item.ending as EncodedDocument | undefined;
    return { ...toSession(item), ...(ending && { lastTurn: decodeDocument(ending) as LastTurn }) };
  }
  logBot(item);
  const { lastTurn, ...state } = decodeDocument(item.state as EncodedDocument) as ChatState & {
    lastTurn?: LastTurn;
  };
  const turn = item.turn as number;
  return { ...toSession(item), state, turn, ...(lastTurn?.turn === turn && { lastTurn }) };
}

async function readItem(sessionId: string): Promise<Item | undefined> {
  return isId(sessionId) ? await getItem(keys.session(sessionId)) : undefined;
}

/** The session's own id must not be logged. */
function logBot({ botId, workspaceId }: Item): void {
  addLogKeys({ botId: botId as string, workspaceId: workspaceId as string });
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
 * Maximum number of log batches per transaction. With the session, at up to 380 KB each, they stay well below
 * DynamoDB's limit of 4 MB.
 */
const LOG_BATCHES_PER_TRANSACTION = 7;

/** A client's request to write log entries. */
export type LogRequest = {
  count: number;
  /** Maximum number of log entries per session. */
  maxEntries: number;
  /** Throws if the bot does not allow the origin of the request. */
  assertOriginAllowed: (session: Session) => void;
};

/**
 * Writes a client's log entries and counts them against the session's limit. Both happen in one transaction,
 * so logs are written only while the session exists. Erasing a result relies on this and deletes sessions
 * before logs.
 *
 * @param batchesFor builds the writes that store the entries with the session's result
 * @throws NOT_FOUND if the session is unknown, expired or has no result, TOO_MANY_REQUESTS, and whatever
 *   `assertOriginAllowed` throws
 */
export async function writeLogEntries(
  sessionId: string,
  request: LogRequest,
  batchesFor: (resultId: string) => TransactionWrite[],
): Promise<void> {
  const item = await readItem(sessionId);
  if (item) logBot(item);
  const resultId = assertTakesLogs(item, request);
  const batches = batchesFor(resultId);
  try {
    // The first transaction counts all entries, so that a request over the limit is refused as a whole.
    for (let start = 0; start < batches.length; start += LOG_BATCHES_PER_TRANSACTION) {
      await transact([
        logCountWrite(sessionId, resultId, { ...request, count: start === 0 ? request.count : 0 }),
        ...batches.slice(start, start + LOG_BATCHES_PER_TRANSACTION),
      ]);
    }
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    assertTakesLogs(error.item, request);
    throw sessionNotFound();
  }
}

/** Repeats the checks of `assertTakesLogs` atomically, because the session may have changed since it was read. */
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
 * Counts an upload against the session's limit for the UTC day. Each day has its own counter, so that a long
 * conversation never runs out for good.
 *
 * @returns false if the limit was already reached
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
    if (!(error instanceof ConditionFailedError)) throw error;
    if (error.item?.state === undefined) throw sessionNotFound();
    return false;
  }
}

export function sessionNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Session not found');
}

/** @returns the id of the session's result */
function assertTakesLogs(
  item: Item | undefined,
  { count, maxEntries, assertOriginAllowed }: LogRequest,
): string {
  if (!item || isExpired(item)) throw sessionNotFound();
  const session = toSession(item);
  assertOriginAllowed(session);
  const { resultId } = session;
  if (resultId === undefined) {
    throw new ServiceError('NOT_FOUND', 'The session has no result to store logs with');
  }
  const left = Math.max(0, maxEntries - Number(item.logEntries));
  if (count <= left) return resultId;
  throw new ServiceError(
    'TOO_MANY_REQUESTS',
    `A session accepts at most ${maxEntries} log entries; this one has room for ${left} more`,
  );
}
