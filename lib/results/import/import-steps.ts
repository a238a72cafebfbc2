import { createHash } from 'node:crypto';
import type { Item, TransactionWrite } from '#lib/platform/store/dynamodb.ts';
import { retention } from '#lib/platform/store/retention.ts';
import type { DatedCounts } from '#lib/results/analytics/stats-store.ts';
import { logWrites } from '#lib/results/logs/log-store.ts';
import type { Result } from '#lib/results/result-schema.ts';
import { additionWrite, creationWrites, type StoredLog } from '#lib/results/store/import-store.ts';
import { answerItem } from '#lib/results/store/result-store.ts';
import type { AddedAnswer, Additions } from './result-additions.ts';

/**
 * Writes that belong into one transaction, and what they count. Nearly every result is one step. One with more
 * than a transaction can take is created with its first answers and completed by its last step: in between it is
 * a result that is not complete yet, to which the next import adds what is missing.
 */
export type Step = { writes: TransactionWrite[]; counts: DatedCounts; bytes: number };

/** DynamoDB's limits for a transaction are 100 items and 4 MB. */
const MAX_ROWS_PER_STEP = 80;
export const MAX_STEP_BYTES = 3 * 1_024 * 1_024;

export function creationSteps(
  { result, answers, logs }: { result: Omit<Result, 'answers'>; answers: AddedAnswer[]; logs: StoredLog[] },
  workspaceId: string,
): Step[] {
  const { id, createdAt, hasStarted, isCompleted } = result;
  const chunks = inChunks([...answerItems(answers, createdAt), ...logItems(id, logs, createdAt)]);
  const isOneStep = chunks.length <= 1;
  const first = { ...result, isCompleted: isCompleted && isOneStep };
  const counts = { views: 1, ...(hasStarted && { starts: 1 }), ...(first.isCompleted && { completed: 1 }) };
  const creation: Step = {
    writes: [...creationWrites(first, workspaceId), ...(chunks[0] ?? []).map((item) => ({ put: item }))],
    counts: { at: createdAt, counts },
    bytes: sizeOf(result.variables) + sumOfSizes(chunks[0] ?? []),
  };
  const flags = isCompleted ? (['isCompleted'] as const) : [];
  return [creation, ...additionSteps(id, createdAt, chunks.slice(1), { flags: [...flags] })];
}

export function additionsSteps(
  resultId: string,
  createdAt: string,
  { answers, logs, ...addition }: Additions,
): Step[] {
  const chunks = inChunks([...answerItems(answers, createdAt), ...logItems(resultId, logs, createdAt)]);
  return additionSteps(
    resultId,
    createdAt,
    chunks.length === 0 && addition.flags.length > 0 ? [[]] : chunks,
    addition,
  );
}

/** Variables change with the first step, flags with the last. */
function additionSteps(
  resultId: string,
  createdAt: string,
  chunks: Item[][],
  { variables, flags }: Pick<Additions, 'variables' | 'flags'>,
): Step[] {
  return chunks.map((items, index) => {
    const flagsNow = index === chunks.length - 1 ? flags : [];
    const addition = { flags: flagsNow, ...(index === 0 && variables && { variables }) };
    return {
      writes: [additionWrite(resultId, addition), ...items.map(toAddition)],
      counts: {
        at: createdAt,
        counts: {
          ...(flagsNow.includes('hasStarted') && { starts: 1 }),
          ...(flagsNow.includes('isCompleted') && { completed: 1 }),
        },
      },
      bytes: sizeOf(variables ?? []) + sumOfSizes(items),
    };
  });
}

/**
 * Concurrent imports must not overwrite each other's answers. Logs need no condition, because their key contains a
 * hash of their content.
 */
function toAddition(item: Item): TransactionWrite {
  const isAnswer = String(item.sk).startsWith('ANSWER#');
  return { put: item, ...(isAnswer && { condition: { expression: 'attribute_not_exists(pk)' } }) };
}

/** Answers and logs are kept at least as long as their result. */
function keptFrom(createdAt: string, resultCreatedAt: string): number {
  return Math.max(Date.parse(createdAt), Date.parse(resultCreatedAt));
}

function answerItems(answers: AddedAnswer[], resultCreatedAt: string): Item[] {
  return answers.map(({ answer, sequence }) => ({
    ...answerItem(answer, sequence),
    ...retention(keptFrom(answer.createdAt, resultCreatedAt)),
  }));
}

function logItems(resultId: string, logs: StoredLog[], resultCreatedAt: string): Item[] {
  const byTime = Map.groupBy(logs, ({ createdAt }) => createdAt);
  return [...byTime].flatMap(([createdAt, entries]) => {
    const stored = entries.map(({ createdAt: _, ...entry }) => entry);
    const requestId = createHash('sha256').update(JSON.stringify(stored)).digest('hex').slice(0, 32);
    const keptFromMs = keptFrom(createdAt, resultCreatedAt);
    return logWrites(resultId, createdAt, stored, { requestId, keptFromMs }).map(({ put }) => put);
  });
}

function inChunks(items: Item[]): Item[][] {
  const chunks: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = chunks.at(-1);
    if (last && last.length < MAX_ROWS_PER_STEP && bytes + size <= MAX_STEP_BYTES) {
      last.push(item);
      bytes += size;
    } else {
      chunks.push([item]);
      bytes = size;
    }
  }
  return chunks;
}

function sumOfSizes(items: Item[]): number {
  return items.reduce((sum, item) => sum + sizeOf(item), 0);
}

/** Rough size of an item: a batch of logs by its compressed bytes, anything else as JSON. */
function sizeOf(item: object): number {
  const { bytes } = (item as { entries?: { bytes?: unknown } }).entries ?? {};
  return bytes instanceof Uint8Array ? bytes.byteLength : Buffer.byteLength(JSON.stringify(item));
}
