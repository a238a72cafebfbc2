import { statsWrite } from '#lib/analytics/stats-store.ts';
import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';
import type { ChatVariable } from '#lib/engine/model/variables.ts';
import type { TurnOutcome } from '#lib/engine/turn/conversation.ts';
import type { ResultChange } from '#lib/engine/turn/frame.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { type LogEntry, logWrites } from '#lib/logs/log-store.ts';
import type { ResultWriter } from '#lib/results/result-sessions.ts';
import {
  answerItem,
  type ListedSessions,
  resultItem,
  resultJoin,
  resultUpdate,
} from '#lib/results/result-store.ts';
import {
  ConditionFailed,
  type Item,
  type TransactionWrite,
  transact,
  unavailable,
} from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';
import type { OpenSession, Session } from './session.ts';
import { sessionItem, sessionNotFound, turnWrite } from './session-store.ts';

/*
 * A turn is one transaction: the session, the results that it changed, its answers, logs and counters. Either all of it
 * is there or nothing is; and of two replies sent at the same moment one finds the session changed.
 */

/** What a log entry may hold beside its description, as for logs that clients send. */
const MAX_DETAILS_CHARS = 1_000;

/** @param onFailure told what is stored instead, if anything is */
type Write = { write: TransactionWrite; onFailure: (item: Item | undefined) => Error };

/** An earlier result that a session goes on with, and the sessions that it listed when it was read. */
export type JoinedResult = { resultId: string; listed: ListedSessions };

/**
 * Stores the first turn of a session.
 *
 * @param joins absent where the session has a new result, or none
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
  // Told by the item itself: a live chat that has only been registered has no result either.
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

/** Another reply was taken since the client saw what it replies to. */
export function movedOn(): ServiceError {
  return new ServiceError('CONFLICT', 'Another reply was taken before; the chat has moved on');
}

/** Stores a further turn. @throws CONFLICT where another one was stored in between */
export async function saveTurn(
  session: OpenSession,
  outcome: TurnOutcome,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  // Asked again: there is nothing that the next turn has to know.
  if (!outcome.isEnded && isUnchanged(session, outcome)) return;
  const mainResultId = outcome.state.frames.at(-1)?.resultId;
  const isStored = outcome.results.some(({ resultId }) => resultId === mainResultId);
  // One that began with this turn: logs of the client can be kept with it from now on.
  const resultId = isStored ? mainResultId : undefined;
  await save(
    [
      {
        write: turnWrite(session, {
          state: outcome.isEnded ? undefined : outcome.state,
          expiresAt,
          resultId,
        }),
        // Its result was erased meanwhile, and the session with it.
        onFailure: (item) => (item ? movedOn() : sessionNotFound()),
      },
      ...turnWrites(session, outcome, now, session.turn + 1),
    ],
    undefined,
    outcome,
    now,
  );
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
      throw new ServiceError('PAYLOAD_TOO_LARGE', 'The conversation holds more than can be kept', {
        cause: error,
      });
    }
    const failed = error instanceof ConditionFailed ? writes[error.index] : undefined;
    throw failed ? failed.onFailure((error as ConditionFailed).item) : error;
  }
}

/** What a turn writes is limited, but not how long the ids and names of a document are. */
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
  // Whatever is written below a result has the result's condition beside it, changed or not.
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
              // Turns are numbered, so that two answers of one millisecond stay in their order.
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
  variables: storedVariables(variables),
  hasStarted,
  isCompleted,
});

/**
 * A result that is there already must still be: one that its owner has deleted must not come back with the next
 * answer, so the conversation ends with it.
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
    onFailure: () => new ServiceError('CONFLICT', 'The result exists already'),
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

/** The result was erased while the flow ran, or got its list of sessions from another start at the same moment. */
function joinRefused(item: Item | undefined): ServiceError {
  if (item && item.endedAt === undefined) return unavailable(new Error('Another session joined the result'));
  return new ServiceError('NOT_FOUND', 'The result was deleted as the chat began; please start again');
}

/** What a result keeps of the variables of a chat: those that have a value and are not for the chat alone. */
export function storedVariables(variables: ResultChange['variables']): ChatVariable[] {
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
    byResult.set(resultId, [...(byResult.get(resultId) ?? []), storedLog(entry)]);
  }
  return [...byResult];
}

function storedLog({ status, description, details, context }: ChatLog): LogEntry {
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

/** What is counted of each bot: a view where its chat is opened, a start with its first answer, and its end. */
function countWrites(
  view: { botId: string; views: number } | undefined,
  results: ResultChange[],
  now: Date,
): TransactionWrite[] {
  const counts = new Map<string, { views: number; starts: number; completed: number }>();
  const ofBot = (botId: string) => {
    const found = counts.get(botId) ?? { views: 0, starts: 0, completed: 0 };
    counts.set(botId, found);
    return found;
  };
  if (view) ofBot(view.botId).views += view.views;
  for (const { botId, hasJustStarted, hasJustCompleted } of results) {
    if (hasJustStarted) ofBot(botId).starts += 1;
    if (hasJustCompleted) ofBot(botId).completed += 1;
  }
  return [...counts].flatMap(([botId, counted]) => statsWrite(botId, counted, now) ?? []);
}
