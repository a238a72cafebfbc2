import { getItems, type Item, isExpired, type TransactionWrite } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { type LogEntry, readLogBatches } from '#lib/results/logs/log-store.ts';
import type { Result } from '#lib/results/result-schema.ts';
import { toErasedResultKey } from './erasure-memory.ts';
import { getResultId, readStoredResult, resultItem } from './result-store.ts';

/** State of an imported result's id in the table. */
export type StoredResultState = 'absent' | 'ofThisBot' | 'otherBot' | 'erased' | 'expired';

/** Looks up which of the ids have a result or were erased, with one or two requests for 100 ids. */
export async function readImportTargets(
  botId: string,
  resultIds: string[],
): Promise<Map<string, StoredResultState>> {
  const [results, erased] = await Promise.all([
    getItems(resultIds.map(keys.result), ['pk', 'botId', 'endedAt', 'expiresAt']),
    getItems(
      resultIds.map((id) => toErasedResultKey(botId, id)),
      ['sk'],
    ),
  ]);
  const stored = new Map(results.map((item) => [getResultId(item), item]));
  const hashes = new Set(erased.map(({ sk }) => sk));
  return new Map(
    resultIds.map((id) => {
      const item = stored.get(id);
      if (item) return [id, targetOf(item, botId)];
      return [id, hashes.has(toErasedResultKey(botId, id).sk) ? 'erased' : 'absent'];
    }),
  );
}

function targetOf(item: Item, botId: string): StoredResultState {
  if (item.botId !== botId) return 'otherBot';
  // Its erasure has begun, or its retention is over and DynamoDB has not deleted it yet.
  if (item.endedAt !== undefined) return 'erased';
  return isExpired(item) ? 'expired' : 'ofThisBot';
}

export type StoredLog = LogEntry & { createdAt: string };

/** A result as stored, with what an addition to it has to know. */
export type StoredForImport = {
  result: Result;
  /** Whether a chat here has written to the result. */
  isContinued: boolean;
  /** Answers in the order of those of the result, as an import tells them apart. */
  answers: StoredAnswer[];
};

export type StoredAnswer = {
  sortKey: string;
  createdAt: string;
  blockId: string;
  content: string;
  attachedFileUrls: string[];
  /** Whether an import may replace what it says. False for a malformed one. */
  isReplaceable: boolean;
};

/** Undefined if the result is gone or has ended. */
export async function readForImport(resultId: string): Promise<StoredForImport | undefined> {
  const stored = await readStoredResult(resultId);
  if (!stored) return undefined;
  const { result, sessions, answerItems } = stored;
  return {
    result,
    isContinued: sessions.hasList || Object.keys(sessions.sessions).length > 0,
    answers: result.answers.map(({ createdAt, blockId, content }, index) => {
      const item = answerItems[index];
      const files: unknown = item?.attachedFileUrls;
      return {
        sortKey: String(item?.sk),
        createdAt,
        blockId,
        content,
        attachedFileUrls: Array.isArray(files) ? files.map(String) : [],
        isReplaceable: item?.content === content,
      };
    }),
  };
}

export async function readLogs(resultId: string): Promise<StoredLog[]> {
  const logs: StoredLog[] = [];
  for await (const { createdAt, entries } of readLogBatches(resultId, { batches: Number.MAX_SAFE_INTEGER })) {
    logs.push(...entries.map((entry) => ({ ...entry, createdAt })));
  }
  return logs;
}

/**
 * Builds the writes that create a result. They fail if there is one by now, or if it was erased: then the check
 * of the remembered erasure fails, which an erasure writes before it deletes the result.
 */
export function creationWrites(result: Omit<Result, 'answers'>, workspaceId: string): TransactionWrite[] {
  const absent = { expression: 'attribute_not_exists(pk)' };
  return [
    { put: resultItem({ result, workspaceId }), condition: absent },
    { check: toErasedResultKey(result.botId, result.id), condition: absent },
  ];
}

/** A stored answer whose addresses of files are replaced. */
export type ReplacedAnswer = {
  sortKey: string;
  /** Its stored content. If that has changed, nothing is replaced. */
  before: string;
  content: string;
  attachedFileUrls?: string[];
};

/** Builds the write that replaces the addresses of files in an answer. Its date and place in the order stay. */
export function replacementWrite(
  resultId: string,
  { sortKey, before, content, attachedFileUrls }: ReplacedAnswer,
): TransactionWrite {
  return {
    update: { pk: keys.result(resultId).pk, sk: sortKey },
    with: {
      expression: `SET #content = :content${attachedFileUrls ? ', attachedFileUrls = :files' : ''}`,
      names: { '#content': 'content' },
      values: {
        ':content': content,
        ':before': before,
        ...(attachedFileUrls && { ':files': attachedFileUrls }),
      },
      condition: '#content = :before',
    },
  };
}

export type ResultAddition = {
  /** Replaces the variables, on the condition that no chat here writes to the result. */
  variables?: Result['variables'];
  /** Flags that become true. Each only once, because its write counts in the statistics. */
  flags: ('hasStarted' | 'isCompleted')[];
};

/** Builds the write that has to be part of every transaction that adds anything below a result. */
export function additionWrite(resultId: string, { variables, flags }: ResultAddition): TransactionWrite {
  const sets = [
    '#id = :id',
    ...(variables ? ['#variables = :variables'] : []),
    ...flags.map((flag) => `listed.${flag} = :true`),
  ];
  return {
    update: keys.result(resultId),
    with: {
      expression: `SET ${sets.join(', ')}`,
      names: {
        '#id': 'id',
        ...(variables && { '#variables': 'variables', '#sessions': 'sessions' }),
      },
      values: {
        ':id': resultId,
        ...(variables && { ':variables': variables }),
        ...(flags.length > 0 && { ':true': true, ':false': false }),
      },
      condition: [
        'attribute_exists(pk)',
        'attribute_not_exists(endedAt)',
        ...(variables ? ['attribute_not_exists(#sessions)'] : []),
        ...flags.map((flag) => `listed.${flag} = :false`),
      ].join(' AND '),
    },
  };
}
