import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';
import type { ChatVariable } from '#lib/engine/model/variables.ts';
import type { TurnOutcome } from '#lib/engine/turn/conversation.ts';
import type { ResultChange } from '#lib/engine/turn/frame.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import {
  ConditionFailedError,
  type Item,
  type TransactionWrite,
  transact,
  unavailable,
} from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { statsWrite } from '#lib/results/analytics/stats-store.ts';
import { type LogEntry, logWrites } from '#lib/results/logs/log-store.ts';
import type { ResultWriter } from '#lib/results/store/result-sessions.ts';
import {
  answerItem,
  type ListedSessions,
  resultItem,
  resultJoin,
  resultUpdate,
} from '#lib/results/store/result-store.ts';
import type { LastTurn } from './store/last-turn.ts';
import type { OpenSession, Session } from './store/session.ts';
import { sessionItem, sessionNotFound, turnWrite } from './store/session-store.ts';

/*
 * Each turn is stored atomically, in one transaction: the session, changed results, new answers, logs and
 * counters. If two replies race, the session's condition rejects the second.
 */

/** Maximum length of a log entry's `details`; the rest is truncated. */
const MAX_DETAILS_CHARS = 1_000;

/** A write, and the error to throw if its condition fails. `onFailure` receives the stored item, if any. */
type Write = { write: TransactionWrite; onFailure: (item: Item | undefined) => Error };

/** An earlier result that a session continues, with the sessions it listed when it was read. */
export type JoinedResult = { resultId: string; listed: ListedSessions };

/**
 * Stores the first turn of a session.
 *
 * @param joins absent if the session has a new result or does not have one
 */
export async function saveFirstTurn(
  session: Session,
  outcome: TurnOutcome,
  {
    countsView,
    overwrites,
    joins,
  }: { countsView: boolean; overwrites?: { workspaceId: string }; joins?: JoinedResult | undefined },
): Promise<void> {
  const open = outcome.isEnded ? undefined : { state: outcome.state };
  // The absence of a result does not mark a preview, because a live chat that was only registered has none
  // either.
  const put = { ...sessionItem(session, open), ...(overwrites && { isPreview: true }) };
  const condition = overwrites
    ? {
        expression: 'attribute_not_exists(pk) OR (workspaceId = :workspaceId AND isPreview = :true)',
        values: { ':workspaceId': overwrites.workspaceId, ':true': true },
      }
    : { expression: 'attribute_not_exists(pk)' };
  const now = new Date(session.createdAt);
  await save(
    [
      {
        write: { put, condition },
        onFailure: () => new ServiceError('CONFLICT', 'Another session has this id'),
      },
      ...turnWrites(session, outcome, now, 1, joins),
    ],
    countsView ? { botId: session.botId, views: 1 } : undefined,
    outcome,
    now,
  );
}

/** Returns the error for a reply to an input that has already been answered. */
export function createMovedOnConflict(): ServiceError {
  return new ServiceError('CONFLICT', 'Another reply was accepted first; the chat has moved on');
}

/**
 * Stores any turn but the first.
 *
 * @param lastTurn absent if the client cannot ask for the turn again
 * @returns whether there was something to store: not if the bot only repeated its question
 * @throws CONFLICT if another turn was stored since the session was read, NOT_FOUND if the session is gone
 */
export async function saveTurn(
  session: OpenSession,
  outcome: TurnOutcome,
  { now, expiresAt, lastTurn }: { now: Date; expiresAt: Date; lastTurn?: LastTurn | undefined },
): Promise<boolean> {
  if (!outcome.isEnded && isUnchanged(session, outcome)) return false;
  const mainResultId = outcome.state.frames.at(-1)?.resultId;
  const isStored = outcome.results.some(({ resultId }) => resultId === mainResultId);
  // Links the session to the result, so that client logs can be stored with it from now on.
  const resultId = isStored ? mainResultId : undefined;
  await save(
    [
      {
        write: turnWrite(session, {
          state: outcome.isEnded ? undefined : outcome.state,
          expiresAt,
          resultId,
          lastTurn,
        }),
        // If the item is gone, the result was erased in the meantime, and its session with it.
        onFailure: (item) => (item ? createMovedOnConflict() : sessionNotFound()),
      },
      ...turnWrites(session, outcome, now, session.turn + 1),
    ],
    undefined,
    outcome,
    now,
  );
  return true;
}

function isUnchanged(session: OpenSession, { state, newAnswers, logs }: TurnOutcome): boolean {
  return (
    newAnswers.length === 0 && logs.length === 0 && JSON.stringify(state) === JSON.stringify(session.state)
  );
}

async function save(
  writes: Write[],
  view: { botId: string; views: number } | undefined,
  { results }: TurnOutcome,
  now: Date,
): Promise<void> {
  const all = [...writes.map(({ write }) => write), ...countWrites(view, results, now)];
  try {
    await transact(all);
  } catch (error) {
    if (isItemTooLarge(error)) {
      throw new ServiceError('PAYLOAD_TOO_LARGE', 'The conversation is too large to be stored', {
        cause: error,
      });
    }
    const failed = error instanceof ConditionFailedError ? writes[error.index] : undefined;
    throw failed ? failed.onFailure((error as ConditionFailedError).item) : error;
  }
}

/**
 * Values are limited in size, but the ids and names in a document are not, so an item can still be too large.
 */
function isItemTooLarge(error: unknown): boolean {
  return error instanceof Error && /item size/i.test(`${error.message} ${getReasons(error)}`);
}

function getReasons(error: Error & { CancellationReasons?: { Message?: string }[] }): string {
  return (error.CancellationReasons ?? []).map(({ Message }) => Message ?? '').join(' ');
}

function turnWrites(
  session: Session,
  outcome: TurnOutcome,
  now: Date,
  turn: number,
  joins?: JoinedResult,
): Write[] {
  const createdAt = now.toISOString();
  const logs = logsByResult(outcome);
  const changed = new Map(outcome.results.map((result) => [result.resultId, result]));
  // Any write under a result also checks the result's condition, even if the result itself is unchanged.
  const touched = new Set([
    ...changed.keys(),
    ...outcome.newAnswers.flatMap(({ resultId }) => resultId ?? []),
    ...logs.map(([resultId]) => resultId),
    ...(joins ? [joins.resultId] : []),
  ]);
  return [
    ...[...touched].flatMap((resultId) =>
      joins?.resultId === resultId
        ? joinWrites(joins, changed.get(resultId), session)
        : [resultWrite(resultId, changed.get(resultId), session, createdAt)],
    ),
    ...outcome.newAnswers.flatMap(({ resultId, ...answer }, index): Write[] =>
      resultId === undefined
        ? []
        : [
            {
              // The turn number orders answers created in the same millisecond.
              write: {
                put: answerItem(
                  { ...answer, createdAt, resultId, storageUsed: 0 },
                  (turn % 10_000) * 100 + index,
                ),
              },
              onFailure: sessionNotFound,
            },
          ],
    ),
    ...logs.flatMap(([resultId, entries]) =>
      logWrites(resultId, createdAt, entries).map((write): Write => ({ write, onFailure: sessionNotFound })),
    ),
  ];
}

const toWriter = ({ id, createdAt }: Session): ResultWriter => ({
  sessionId: id,
  startedAt: Date.parse(createdAt),
});

const toState = ({ variables, hasStarted, isCompleted }: ResultChange) => ({
  variables: toStoredVariables(variables),
  hasStarted,
  isCompleted,
});

/**
 * Builds the write for a result. An existing result must still exist: if its owner has deleted it, the
 * conversation ends instead of recreating it.
 */
function resultWrite(
  id: string,
  change: ResultChange | undefined,
  session: Session,
  createdAt: string,
): Write {
  const writer = toWriter(session);
  if (!change?.isNew) {
    return { write: resultUpdate(id, change && toState(change), writer), onFailure: sessionNotFound };
  }
  const result = { id, createdAt, botId: change.botId, ...toState(change), isArchived: false };
  return {
    write: {
      put: {
        ...resultItem({ result, workspaceId: session.workspaceId }),
        lastChatSessionId: session.id,
        sessions: { [session.id]: writer.startedAt },
      },
      condition: { expression: 'attribute_not_exists(pk)' },
    },
    onFailure: () => new ServiceError('CONFLICT', 'The result already exists'),
  };
}

function joinWrites(
  { resultId, listed }: JoinedResult,
  change: ResultChange | undefined,
  session: Session,
): Write[] {
  const { write, dropped } = resultJoin(resultId, change && toState(change), toWriter(session), listed);
  return [
    { write, onFailure: joinRefused },
    ...dropped.map(
      (id): Write => ({ write: { delete: keys.session(id) }, onFailure: () => joinRefused(undefined) }),
    ),
  ];
}

/**
 * Returns the error for a result that was erased while the flow ran, or whose session list was created by a
 * concurrent start.
 */
function joinRefused(item: Item | undefined): ServiceError {
  if (item && item.endedAt === undefined) return unavailable(new Error('Another session joined the result'));
  return new ServiceError(
    'NOT_FOUND',
    'The result was deleted while the chat was starting; please start again',
  );
}

/** Keeps the variables that are stored with the result: those with a value that are not session variables. */
export function toStoredVariables(variables: ResultChange['variables']): ChatVariable[] {
  return variables
    .filter(({ value, isSessionVariable }) => value !== undefined && value !== null && !isSessionVariable)
    .map(({ id, name, value = null, isSessionVariable }) => ({
      id,
      name,
      ...(isSessionVariable !== undefined && { isSessionVariable }),
      value,
    }));
}

function logsByResult({ logs }: TurnOutcome): [string, LogEntry[]][] {
  const byResult = new Map<string, LogEntry[]>();
  for (const { resultId, entry } of logs) {
    if (resultId === undefined) continue;
    byResult.set(resultId, [...(byResult.get(resultId) ?? []), toStoredLog(entry)]);
  }
  return [...byResult];
}

function toStoredLog({ status, description, details, context }: ChatLog): LogEntry {
  return {
    status: status ?? 'error',
    description,
    ...(details !== undefined && { details: shortenDetails(details) }),
    ...(context !== undefined && { context }),
  };
}

function shortenDetails(details: string): string {
  return details.length > MAX_DETAILS_CHARS
    ? `${details.slice(0, MAX_DETAILS_CHARS).toWellFormed()}...`
    : details;
}

/**
 * Increments each bot's counters: views when a chat opens, starts at the first answer, completions at the
 * end.
 */
function countWrites(
  view: { botId: string; views: number } | undefined,
  results: ResultChange[],
  now: Date,
): TransactionWrite[] {
  const counts = new Map<string, { views: number; starts: number; completed: number }>();
  const getCounts = (botId: string) => {
    const found = counts.get(botId) ?? { views: 0, starts: 0, completed: 0 };
    counts.set(botId, found);
    return found;
  };
  if (view) getCounts(view.botId).views += view.views;
  for (const { botId, hasJustStarted, hasJustCompleted } of results) {
    if (hasJustStarted) getCounts(botId).starts += 1;
    if (hasJustCompleted) getCounts(botId).completed += 1;
  }
  return [...counts].flatMap(([botId, counted]) => statsWrite(botId, counted, now) ?? []);
}
