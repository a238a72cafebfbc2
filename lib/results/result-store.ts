import { isJsonObject } from '#lib/json/json-object.ts';
import {
  ConditionFailed,
  getItem,
  getItems,
  type Item,
  isExpired,
  queryAll,
  type Update,
  updateItem,
  writeItems,
} from '#lib/store/dynamodb.ts';
import { indexKeys, isId, type Key, keys, lists } from '#lib/store/keys.ts';
import { type Page, readPage } from '#lib/store/page.ts';
import { retention } from '#lib/store/retention.ts';
import type { Answer, Result } from './result-schema.ts';
import { type ResultSessions, type ResultWriter, withSession } from './result-sessions.ts';

/** A result and its workspace, so that access can be checked without reading the bot. */
export type StoredResult = { result: Result; workspaceId: string };

/*
 * A result ends before it is erased. From then on it cannot be read, and no session may write to it. Only
 * another deletion still finds it, and continues an interrupted one.
 */

const isEnded = (meta: Item) => meta.endedAt !== undefined;

/** Reads a result and its answers in one query, because they share a partition. */
export async function readResult(
  resultId: string,
): Promise<(StoredResult & { sessions: ListedSessions }) | undefined> {
  if (!isId(resultId)) return undefined;
  const { pk, sk } = keys.result(resultId);
  const items = await queryAll({ keyCondition: 'pk = :pk', values: { ':pk': pk } });
  const meta = items.find((item) => item.sk === sk);
  if (!meta || isEnded(meta)) return undefined;
  const answers = items.filter((item) => String(item.sk).startsWith('ANSWER#'));
  return {
    workspaceId: String(meta.workspaceId),
    sessions: listedSessions(meta),
    result: {
      id: resultId,
      createdAt: toTimestamp(meta.createdAt, EPOCH),
      botId: String(meta.botId),
      variables: getVariables(meta.variables),
      isCompleted: meta.isCompleted === true,
      hasStarted: meta.hasStarted === true,
      isArchived: meta.isArchived === true,
      answers: answers.map((item) => toAnswer(item, resultId)),
    },
  };
}

/** The sessions of a result as they were read. A result moved in from another system has no list yet. */
export type ListedSessions = { sessions: ResultSessions; hasList: boolean };

function listedSessions({ sessions, lastChatSessionId }: Item): ListedSessions {
  if (isJsonObject(sessions)) return { sessions: sessions as ResultSessions, hasList: true };
  // The start of the last session is not known. With 0 it is the first to be dropped.
  return {
    sessions: typeof lastChatSessionId === 'string' ? { [lastChatSessionId]: 0 } : {},
    hasList: false,
  };
}

/** The bot and workspace that a result belongs to. */
export type ResultOwner = { botId: string; workspaceId: string };

/** The result's id from the item's key, which even a malformed item has. */
export function getResultId({ pk }: Item): string {
  return String(pk).slice('RESULT#'.length);
}

/**
 * Reads the bot and workspace that a result belongs to, without its answers.
 *
 * @param orEnded whether to find an ended result too, as erasing one requires
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

/**
 * Ends a result, so that no session can write to it or join it any more.
 *
 * @returns the sessions that may have written to it; undefined if there is no such result
 */
export async function endResult(resultId: string, now = new Date()): Promise<string[] | undefined> {
  try {
    const meta = await updateItem(keys.result(resultId), {
      expression: 'SET endedAt = if_not_exists(endedAt, :now)',
      values: { ':now': now.toISOString() },
      condition: 'attribute_exists(pk)',
    });
    const { lastChatSessionId } = meta;
    const ids = new Set([...Object.keys(listedSessions(meta).sessions), String(lastChatSessionId ?? '')]);
    return [...ids].filter(isId);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** Keeps the ids that belong to results of this bot, including ended ones. */
export async function resultsOfBotAmong(botId: string, resultIds: string[]): Promise<string[]> {
  const items = await getItems(resultIds.filter(isId).map(keys.result));
  return items.filter((item) => item.botId === botId && !isExpired(item)).map(getResultId);
}

/** A page of the ids of all results of a bot, including those that lists do not show. */
export async function readResultIds(
  botId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<string>> {
  const { items, ...more } = await readPage({
    partition: lists.results(botId),
    toKey: keys.result,
    limit,
    cursor,
  });
  return { items: items.map(getResultId), ...more };
}

/*
 * The items can have been moved in from another system. One malformed entry must not make a whole result
 * unreadable, so entries that cannot be shown are left out, and missing fields are shown empty.
 */

/** Sorts the keys of objects inside variables, because DynamoDB does not keep their order. */
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

/** Copies a value with the keys of its objects sorted. */
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
    // Falls back to the timestamp in the sort key, which every answer has.
    createdAt: toTimestamp(item.createdAt, toTimestamp(String(item.sk).split('#')[1], EPOCH)),
    resultId,
    blockId: toText(item.blockId),
    groupId: toText(item.groupId),
    variableId: typeof item.variableId === 'string' ? item.variableId : null,
    content: toText(item.content),
    storageUsed: typeof item.storageUsed === 'number' ? item.storageUsed : 0,
  };
}

/** Writes a result and its answers, numbered in the given order. Does not count them in the statistics. */
export async function writeResult(stored: StoredResult): Promise<void> {
  await writeItems(resultItems(stored).map((item) => ({ put: item })));
}

/** The items of a result and of its answers. */
export function resultItems({ result, workspaceId }: StoredResult): Item[] {
  const { answers, ...fields } = result;
  return [
    resultItem({ result: fields, workspaceId }),
    ...answers.map((answer, index) => answerItem(answer, index + 1)),
  ];
}

/** The item of a result. It appears in lists, and expires after the operator's retention period. */
export function resultItem({
  result: { id, createdAt, botId, ...fields },
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
    ...fields,
    ...retention(Date.parse(createdAt)),
  };
}

/** @param sequence orders the answers of the same millisecond */
export function answerItem(answer: Answer & { attachedFileUrls?: string[] }, sequence: number): Item {
  const { resultId, createdAt } = answer;
  return { ...keys.answer(resultId, createdAt, sequence), ...answer, ...retention(Date.parse(createdAt)) };
}

type ResultState = Pick<Result, 'variables' | 'hasStarted' | 'isCompleted'>;

/**
 * The update of an existing result by a session. Its condition is that the result has not ended and lists the
 * session. A result without a list gets one from the first session that writes.
 *
 * @param state the new state; a result that has started or was completed stays so. If undefined, the state
 *   does not change and the write only ensures the condition
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
 * The update of a result by a session that continues it after earlier sessions. It adds the session to the
 * list.
 *
 * @param listed the sessions of the result as they were read
 * @returns the write, and the sessions dropped from the list: they may not write any more and have to be
 *   deleted
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

/** A change to the list of sessions, in DynamoDB expressions. */
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
    ...flags.map((flag) => `${flag} = :true`),
    ...sets,
  ];
  return {
    update: keys.result(resultId),
    with: {
      expression: [
        `SET ${assignments.join(', ')}`,
        ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
      ].join(' '),
      // `sessions` and `variables` are reserved words of DynamoDB.
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
