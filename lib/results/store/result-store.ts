import type { Change } from '#lib/platform/audit/change.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import {
  ConditionFailedError,
  getItem,
  getItems,
  type Item,
  isExpired,
  queryAll,
  type Update,
  updateItem,
  writeItems,
} from '#lib/platform/store/dynamodb.ts';
import { erasePartition } from '#lib/platform/store/erase-partition.ts';
import { indexKeys, isId, type Key, keys, lists } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { type Page, readPage } from '#lib/platform/store/page.ts';
import { retention } from '#lib/platform/store/retention.ts';
import type { Answer, Result } from '#lib/results/result-schema.ts';
import { type ResultSessions, type ResultWriter, withSession } from './result-sessions.ts';

/** A result with its workspace id, so that access can be checked without reading the bot. */
export type StoredResult = { result: Result; workspaceId: string };

/*
 * A result is marked as ended before it is erased. From then on it cannot be read, and no session may write to
 * it. Only a deletion still finds it, to continue an interrupted one.
 */

const isEnded = (meta: Item) => meta.endedAt !== undefined;

/** Reads a result and its answers in one query: they share a partition. */
export async function readResult(
  resultId: string,
): Promise<(StoredResult & { sessions: ListedSessions }) | undefined> {
  return await readStoredResult(resultId);
}

/** Like `readResult`, with the items of the answers, in the order of the answers. */
export async function readStoredResult(
  resultId: string,
): Promise<(StoredResult & { sessions: ListedSessions; answerItems: Item[] }) | undefined> {
  if (!isId(resultId)) return undefined;
  const { pk, sk } = keys.result(resultId);
  const items = await queryAll({ keyCondition: 'pk = :pk', values: { ':pk': pk } });
  const meta = items.find((item) => item.sk === sk);
  if (!meta || isEnded(meta)) return undefined;
  const answers = items.filter((item) => String(item.sk).startsWith('ANSWER#'));
  const { hasStarted, isCompleted, isArchived } = getListedAttributes(meta);
  return {
    workspaceId: String(meta.workspaceId),
    sessions: toListedSessions(meta),
    answerItems: answers,
    result: {
      id: resultId,
      createdAt: toTimestamp(meta.createdAt, EPOCH),
      botId: String(meta.botId),
      variables: getVariables(meta.variables),
      isCompleted: isCompleted === true,
      hasStarted: hasStarted === true,
      isArchived: isArchived === true,
      answers: answers.map((item) => toAnswer(item, resultId)),
    },
  };
}

/** Reads the variables of results, by id. Results that do not exist are missing. */
export async function readVariables(resultIds: string[]): Promise<Map<string, Result['variables']>> {
  const items = await getItems(resultIds.map(keys.result), ['pk', 'variables', 'endedAt', 'expiresAt']);
  const current = items.filter((item) => !isEnded(item) && !isExpired(item));
  return new Map(current.map((item) => [getResultId(item), getVariables(item.variables)]));
}

/** A result's sessions when it was read. Results migrated from another system have no list yet. */
export type ListedSessions = { sessions: ResultSessions; hasList: boolean };

function toListedSessions({ sessions, lastChatSessionId }: Item): ListedSessions {
  if (isJsonObject(sessions)) return { sessions: sessions as ResultSessions, hasList: true };
  // The last session's start time is unknown, so use 0, which makes that session the first to be dropped.
  return {
    sessions: typeof lastChatSessionId === 'string' ? { [lastChatSessionId]: 0 } : {},
    hasList: false,
  };
}

export type ResultOwner = { botId: string; workspaceId: string };

/** Extracts the result id from the item's key, which even malformed items have. */
export function getResultId({ pk }: Item): string {
  return String(pk).slice('RESULT#'.length);
}

/**
 * Reads the bot and workspace that a result belongs to, without its answers.
 *
 * @param orEnded also finds ended results, which deletions need
 */
export async function readResultOwner(
  resultId: string,
  { orEnded = false } = {},
): Promise<ResultOwner | undefined> {
  if (!isId(resultId)) return undefined;
  const item = await getItem(keys.result(resultId));
  if (!item || (isEnded(item) && !orEnded)) return undefined;
  return { botId: String(item.botId), workspaceId: String(item.workspaceId) };
}

/** Lists the sessions that write to a result, the newest first. Empty if there is no such result. */
export async function readResultSessions(resultId: string): Promise<string[]> {
  const meta = isId(resultId) ? await getItem(keys.result(resultId)) : undefined;
  if (!meta || isEnded(meta)) return [];
  return Object.entries(toListedSessions(meta).sessions)
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => id)
    .filter(isId);
}

/**
 * Marks a result as ended, so that sessions can no longer write to it or join it.
 *
 * @returns its bot, and the sessions that may have written to it; undefined if it does not exist
 */
export async function endResult(
  resultId: string,
  change?: Change,
): Promise<{ botId: string; sessionIds: string[] } | undefined> {
  try {
    const meta = await updateItem(keys.result(resultId), {
      expression: 'SET endedAt = if_not_exists(endedAt, :now)',
      values: { ':now': new Date().toISOString() },
      condition: 'attribute_exists(pk)',
      ...(change && {
        expression: 'SET endedAt = if_not_exists(endedAt, :now), #change = if_not_exists(#change, :change)',
        names: { '#change': 'change' },
        values: { ':now': change.at, ':change': change },
      }),
    });
    const { lastChatSessionId } = meta;
    const ids = new Set([...Object.keys(toListedSessions(meta).sessions), String(lastChatSessionId ?? '')]);
    return { botId: String(meta.botId), sessionIds: [...ids].filter(isId) };
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  }
}

/**
 * Deletes all items in a result's partition except the result itself.
 *
 * @param hasTime checked before each page; once it returns false, the rest is left for another request
 * @returns whether everything was deleted
 */
export async function eraseAnswers(resultId: string, hasTime: () => boolean): Promise<boolean> {
  const { pk, sk } = keys.result(resultId);
  return await erasePartition(pk, { hasTime, keptSortKeys: [sk] });
}

export async function removeResult(resultId: string): Promise<void> {
  await writeItems([{ delete: keys.result(resultId) }]);
}

/** Keeps the ids that belong to results of this bot, including ended ones. */
export async function findResultsOfBotAmong(botId: string, resultIds: string[]): Promise<string[]> {
  const items = await getItems(resultIds.filter(isId).map(keys.result));
  return items.filter((item) => item.botId === botId && !isExpired(item)).map(getResultId);
}

/**
 * Reads one page of the ids of a bot's results, including those that lists do not show.
 *
 * @param to only results created before this time
 */
export async function readResultIds(
  botId: string,
  { limit, cursor, to }: { limit: number; cursor?: string | undefined; to?: string | undefined },
): Promise<Page<string>> {
  const { items, ...more } = await readPage({
    partition: lists.results(botId),
    toKey: keys.result,
    limit,
    cursor,
    to,
  });
  return { items: items.map(getResultId), ...more };
}

/*
 * Items may have been migrated from another system. One malformed entry must not make a whole result
 * unreadable, so invalid entries are dropped and missing fields default to empty values.
 */

/** Parses stored variables. Sorts the keys of nested objects, because DynamoDB does not preserve their order. */
function getVariables(stored: unknown): Result['variables'] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((entry) => isJsonObject(entry) && typeof entry.id === 'string' && entry.id !== '')
    .map(({ id, name, value, isSessionVariable, ...others }) => ({
      id: String(id),
      name: typeof name === 'string' ? name : '',
      value: toVariableValue(value),
      ...(typeof isSessionVariable === 'boolean' && { isSessionVariable }),
      ...(inKeyOrder(others) as object),
    }));
}

/** Recursively sorts the keys of objects. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (!isJsonObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, inKeyOrder(inner)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function toVariableValue(stored: unknown): string | (string | null)[] | null {
  if (stored === undefined || stored === null) return null;
  if (Array.isArray(stored)) return stored.map((entry) => (entry === null ? null : toText(entry)));
  return toText(stored);
}

const EPOCH = new Date(0).toISOString();

function toTimestamp(stored: unknown, otherwise: string): string {
  const time = typeof stored === 'string' || typeof stored === 'number' ? new Date(stored) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? otherwise : time.toISOString();
}

function toText(stored: unknown): string {
  if (typeof stored === 'string') return stored;
  return stored === undefined ? '' : JSON.stringify(inKeyOrder(stored));
}

function toAnswer(item: Item, resultId: string): Answer {
  return {
    // Falls back to the timestamp in the sort key, which is always present.
    createdAt: toTimestamp(item.createdAt, toTimestamp(String(item.sk).split('#')[1], EPOCH)),
    resultId,
    blockId: toText(item.blockId),
    groupId: toText(item.groupId),
    variableId: typeof item.variableId === 'string' ? item.variableId : null,
    content: toText(item.content),
    storageUsed: typeof item.storageUsed === 'number' ? item.storageUsed : 0,
  };
}

/** Writes a result and its answers in the given order. Does not update the statistics. */
export async function writeResult(stored: StoredResult): Promise<void> {
  await writeItems(resultItems(stored).map((item) => ({ put: item })));
}

/** Builds the items of a result and its answers. */
export function resultItems({ result, workspaceId }: StoredResult): Item[] {
  const { answers, ...fields } = result;
  return [
    resultItem({ result: fields, workspaceId }),
    ...answers.map((answer, index) => answerItem(answer, index + 1)),
  ];
}

/** Builds a result's item, which appears in lists and expires after the operator's retention period. */
export function resultItem({
  result: { id, createdAt, botId, variables, hasStarted, isCompleted, isArchived },
  workspaceId,
}: {
  result: Omit<Result, 'answers'>;
  workspaceId: string;
}): Item {
  return {
    ...keys.result(id),
    ...indexKeys.resultOfBot(botId, createdAt, id),
    id,
    createdAt,
    botId,
    workspaceId,
    variables,
    listed: { hasStarted, isCompleted, isArchived },
    ...retention(Date.parse(createdAt)),
  };
}

/** @param sequence orders answers created in the same millisecond */
export function answerItem(answer: Answer & { attachedFileUrls?: string[] }, sequence: number): Item {
  const { resultId, createdAt } = answer;
  return { ...keys.answer(resultId, createdAt, sequence), ...answer, ...retention(Date.parse(createdAt)) };
}

type ResultState = Pick<Result, 'variables' | 'hasStarted' | 'isCompleted'>;

/**
 * Builds a session's update of an existing result, on the condition that the result has not ended and lists the
 * session. If the result has no list, the first session to write creates it.
 *
 * @param state the new state, which never resets `hasStarted` or `isCompleted`; if undefined, the write only
 *   enforces the condition
 */
export function resultUpdate(
  resultId: string,
  state: ResultState | undefined,
  writer: ResultWriter,
): { update: Key; with: Update } {
  const { sessionId, startedAt } = writer;
  return toUpdate(resultId, state, sessionId, {
    sets: ['#sessions = if_not_exists(#sessions, :sessions)'],
    names: { '#session': sessionId },
    values: { ':sessions': { [sessionId]: startedAt } },
    condition: '(attribute_not_exists(#sessions) OR attribute_exists(#sessions.#session))',
  });
}

/**
 * Builds the update for a new session that continues an earlier result. Adds the session to the result's list.
 *
 * @param listed the result's sessions when it was read
 * @returns the write, and the sessions dropped from the list, which the caller must delete
 */
export function resultJoin(
  resultId: string,
  state: ResultState | undefined,
  writer: ResultWriter,
  listed: ListedSessions,
): { write: { update: Key; with: Update }; dropped: string[] } {
  const { sessionId, startedAt } = writer;
  const { sessions, dropped } = withSession(listed.sessions, writer);
  const change: ListChange = listed.hasList
    ? {
        sets: ['#sessions.#session = :startedAt'],
        removes: dropped.map((_, index) => `#sessions.#dropped${index}`),
        names: {
          '#session': sessionId,
          ...Object.fromEntries(dropped.map((id, index) => [`#dropped${index}`, id])),
        },
        values: { ':startedAt': startedAt },
        condition: 'attribute_exists(#sessions)',
      }
    : {
        sets: ['#sessions = :sessions'],
        values: { ':sessions': sessions },
        condition: 'attribute_not_exists(#sessions)',
      };
  return { write: toUpdate(resultId, state, sessionId, change), dropped };
}

/** A change to the session list, as parts of a DynamoDB update expression. */
type ListChange = {
  sets: string[];
  removes?: string[];
  names?: Record<string, string>;
  values: Record<string, unknown>;
  condition: string;
};

function toUpdate(
  resultId: string,
  state: ResultState | undefined,
  sessionId: string,
  { sets, removes = [], names, values, condition }: ListChange,
): { update: Key; with: Update } {
  const flags = (['hasStarted', 'isCompleted'] as const).filter((flag) => state?.[flag]);
  const assignments = [
    'lastChatSessionId = :sessionId',
    ...(state ? ['#variables = :variables'] : []),
    ...flags.map((flag) => `listed.${flag} = :true`),
    ...sets,
  ];
  return {
    update: keys.result(resultId),
    with: {
      expression: [
        `SET ${assignments.join(', ')}`,
        ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
      ].join(' '),
      // `sessions` and `variables` are reserved words in DynamoDB.
      names: { '#sessions': 'sessions', ...(state && { '#variables': 'variables' }), ...names },
      values: {
        ':sessionId': sessionId,
        ...(state && { ':variables': state.variables }),
        ...(flags.length > 0 && { ':true': true }),
        ...values,
      },
      condition: ['attribute_exists(pk)', 'attribute_not_exists(endedAt)', condition].join(' AND '),
    },
  };
}
