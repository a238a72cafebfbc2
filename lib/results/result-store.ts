import { isJsonObject } from '#lib/bots/bot-document.ts';
import {
  getItem,
  getItems,
  type Item,
  isExpired,
  queryAll,
  type Update,
  writeItems,
} from '#lib/store/dynamodb.ts';
import { indexKeys, isId, type Key, keys, lists } from '#lib/store/keys.ts';
import { type Page, readPage } from '#lib/store/page.ts';
import { retention } from '#lib/store/retention.ts';
import type { Answer, Result } from './result-schema.ts';

/** A result with the workspace that it belongs to, so that access is decided without reading the bot. */
export type StoredResult = { result: Result; workspaceId: string };

/** A result and its answers in one query: they share a partition. */
export async function readResult(resultId: string): Promise<StoredResult | undefined> {
  if (!isId(resultId)) return undefined;
  const { pk, sk } = keys.result(resultId);
  const items = await queryAll({ keyCondition: 'pk = :pk', values: { ':pk': pk } });
  const meta = items.find((item) => item.sk === sk);
  if (!meta) return undefined;
  const answers = items.filter((item) => String(item.sk).startsWith('ANSWER#'));
  return {
    workspaceId: String(meta.workspaceId),
    result: {
      id: resultId,
      createdAt: timestampOf(meta.createdAt, EPOCH),
      botId: String(meta.botId),
      variables: variablesOf(meta.variables),
      isCompleted: meta.isCompleted === true,
      hasStarted: meta.hasStarted === true,
      isArchived: meta.isArchived === true,
      answers: answers.map((item) => answerOf(item, resultId)),
    },
  };
}

/** Where a result belongs. */
export type ResultOwner = { botId: string; workspaceId: string };

/** The id in a result's key, which no malformed item can be without. */
export function resultIdOf({ pk }: Item): string {
  return String(pk).slice('RESULT#'.length);
}

/** Where a result belongs, without reading its answers. */
export async function readResultOwner(resultId: string): Promise<ResultOwner | undefined> {
  if (!isId(resultId)) return undefined;
  const item = await getItem(keys.result(resultId));
  return item && { botId: String(item.botId), workspaceId: String(item.workspaceId) };
}

/** Those of the ids that are results of this bot. */
export async function resultsOfBotAmong(botId: string, resultIds: string[]): Promise<string[]> {
  const items = await getItems(resultIds.filter(isId).map(keys.result));
  return items.filter((item) => item.botId === botId && !isExpired(item)).map(resultIdOf);
}

/** A page of the ids of all the results of a bot, those that lists do not show included. */
export async function readResultIds(
  botId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<string>> {
  const { items, ...more } = await readPage({
    partition: lists.results(botId),
    keyOf: keys.result,
    limit,
    cursor,
  });
  return { items: items.map(resultIdOf), ...more };
}

/*
 * What is read here may have been moved in from elsewhere. One malformed entry must not make a whole result
 * unreadable, so what cannot be shown is left out, and a missing field is shown empty.
 */

/** Keys always come in the same order: a map of the table has none. */
function variablesOf(stored: unknown): Result['variables'] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((entry) => isJsonObject(entry) && typeof entry.id === 'string' && entry.id !== '')
    .map(({ id, name, value, isSessionVariable, ...others }) => ({
      id: String(id),
      name: typeof name === 'string' ? name : '',
      value: variableValueOf(value),
      ...(typeof isSessionVariable === 'boolean' && { isSessionVariable }),
      ...(inKeyOrder(others) as object),
    }));
}

/** The same value with the keys of its objects sorted. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (!isJsonObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, inKeyOrder(inner)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function variableValueOf(stored: unknown): string | (string | null)[] | null {
  if (stored === undefined || stored === null) return null;
  if (Array.isArray(stored)) return stored.map((entry) => (entry === null ? null : textOf(entry)));
  return textOf(stored);
}

const EPOCH = new Date(0).toISOString();

function timestampOf(stored: unknown, otherwise: string): string {
  const time = typeof stored === 'string' || typeof stored === 'number' ? new Date(stored) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? otherwise : time.toISOString();
}

function textOf(stored: unknown): string {
  if (typeof stored === 'string') return stored;
  return stored === undefined ? '' : JSON.stringify(inKeyOrder(stored));
}

function answerOf(item: Item, resultId: string): Answer {
  return {
    // The key has it too, and cannot be without.
    createdAt: timestampOf(item.createdAt, timestampOf(String(item.sk).split('#')[1], EPOCH)),
    resultId,
    blockId: textOf(item.blockId),
    groupId: textOf(item.groupId),
    variableId: typeof item.variableId === 'string' ? item.variableId : null,
    content: textOf(item.content),
    storageUsed: typeof item.storageUsed === 'number' ? item.storageUsed : 0,
  };
}

/** Writes a result and its answers. `answers` are numbered in the order given. Counts nothing in the statistics. */
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

/** The item of a result, which lists show and which deletes itself when the operator's retention is over. */
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

/** @param sequence orders the answers of one millisecond */
export function answerItem(answer: Answer & { attachedFileUrls?: string[] }, sequence: number): Item {
  const { resultId, createdAt } = answer;
  return { ...keys.answer(resultId, createdAt, sequence), ...answer, ...retention(Date.parse(createdAt)) };
}

/** Brings a result up to date. What has started or was completed stays so. Its condition: that the result is there. */
export function resultUpdate(
  resultId: string,
  {
    variables,
    hasStarted,
    isCompleted,
    lastChatSessionId,
  }: Pick<Result, 'variables' | 'hasStarted' | 'isCompleted'> & { lastChatSessionId: string },
): { update: Key; with: Update } {
  const flags = [...(hasStarted ? ['hasStarted'] : []), ...(isCompleted ? ['isCompleted'] : [])];
  return {
    update: keys.result(resultId),
    with: {
      expression: [
        'SET #variables = :variables, lastChatSessionId = :sessionId',
        ...flags.map((flag) => `${flag} = :true`),
      ].join(', '),
      // A reserved word of DynamoDB.
      names: { '#variables': 'variables' },
      values: {
        ':variables': variables,
        ':sessionId': lastChatSessionId,
        ...(flags.length > 0 && { ':true': true }),
      },
      condition: 'attribute_exists(pk)',
    },
  };
}
