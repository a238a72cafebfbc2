import { createHash } from 'node:crypto';
import type { Item, TransactionWrite } from '#lib/platform/store/dynamodb.ts';
import { retention } from '#lib/platform/store/retention.ts';
import type { DatedCounts } from '#lib/results/analytics/stats-store.ts';
import { logWrites } from '#lib/results/logs/log-store.ts';
import type { Result } from '#lib/results/result-schema.ts';
import {
  additionWrite,
  creationWrites,
  replacementWrite,
  type StoredLog,
} from '#lib/results/store/import-store.ts';
import { answerItem } from '#lib/results/store/result-store.ts';
import type { AddedAnswer, Additions } from './result-additions.ts';

/**
 * Writes that belong into one transaction, and what they count. Nearly every result is one step. One with more
 * than a transaction can take is created with its first answers and completed by its last step: in between it is
 * a result that is not complete yet, to which the next import adds what is missing.
 */
export type Step = { writes: TransactionWrite[]; counts: DatedCounts; bytes: number };

/** A write of an answer or of logs, and its size. */
type Row = { write: TransactionWrite; bytes: number };

/** DynamoDB's limits for a transaction are 100 items and 4 MB. */
const MAX_ROWS_PER_STEP = 80;
export const MAX_STEP_BYTES = 3 * 1_024 * 1_024;

export function creationSteps(
  { result, answers, logs }: { result: Omit<Result, 'answers'>; answers: AddedAnswer[]; logs: StoredLog[] },
  workspaceId: string,
): Step[] {
  const { id, createdAt, hasStarted, isCompleted } = result;
  const items = [...answerItems(answers, createdAt), ...logItems(id, logs, createdAt)];
  const [firstRows = [], ...chunks] = inChunks(items.map(toAddition));
  const isOneStep = chunks.length === 0;
  const first = { ...result, isCompleted: isCompleted && isOneStep };
  const counts = { views: 1, ...(hasStarted && { starts: 1 }), ...(first.isCompleted && { completed: 1 }) };
  const creation: Step = {
    // Nobody else can have added to a result that does not exist.
    writes: [
      ...creationWrites(first, workspaceId),
      ...firstRows.map(({ write }) => ('put' in write ? { put: write.put } : write)),
    ],
    counts: { at: createdAt, counts },
    bytes: sizeOf(result.variables) + sumOfSizes(firstRows),
  };
  const flags = isCompleted ? (['isCompleted'] as const) : [];
  return [creation, ...additionSteps(id, createdAt, chunks, { flags: [...flags] })];
}

export function additionsSteps(
  resultId: string,
  createdAt: string,
  { answers, replaced, logs, ...addition }: Additions,
): Step[] {
  const items = [...answerItems(answers, createdAt), ...logItems(resultId, logs, createdAt)];
  const chunks = inChunks([
    ...items.map(toAddition),
    ...replaced.map((answer) => ({
      write: replacementWrite(resultId, answer),
      // Both contents are sent.
      bytes: sizeOf(answer),
    })),
  ]);
  const isResultAlone =
    chunks.length === 0 && (addition.flags.length > 0 || addition.variables !== undefined);
  return additionSteps(resultId, createdAt, isResultAlone ? [[]] : chunks, addition);
}

/** Variables change with the first step, flags with the last. */
function additionSteps(
  resultId: string,
  createdAt: string,
  chunks: Row[][],
  { variables, flags }: Pick<Additions, 'variables' | 'flags'>,
): Step[] {
  return chunks.map((rows, index) => {
    const flagsNow = index === chunks.length - 1 ? flags : [];
    const addition = { flags: flagsNow, ...(index === 0 && variables && { variables }) };
    return {
      writes: [additionWrite(resultId, addition), ...rows.map(({ write }) => write)],
      counts: {
        at: createdAt,
        counts: {
          ...(flagsNow.includes('hasStarted') && { starts: 1 }),
          ...(flagsNow.includes('isCompleted') && { completed: 1 }),
        },
      },
      bytes: sizeOf(variables ?? []) + sumOfSizes(rows),
    };
  });
}

/**
 * Concurrent imports must not overwrite each other's answers. Logs need no condition, because their key contains a
 * hash of their content.
 */
function toAddition(item: Item): Row {
  const isAnswer = String(item.sk).startsWith('ANSWER#');
  const write = { put: item, ...(isAnswer && { condition: { expression: 'attribute_not_exists(pk)' } }) };
  return { write, bytes: sizeOf(item) };
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

function inChunks(rows: Row[]): Row[][] {
  const chunks: Row[][] = [];
  let total = 0;
  for (const row of rows) {
    const last = chunks.at(-1);
    if (last && last.length < MAX_ROWS_PER_STEP && total + row.bytes <= MAX_STEP_BYTES) {
      last.push(row);
      total += row.bytes;
    } else {
      chunks.push([row]);
      total = row.bytes;
    }
  }
  return chunks;
}

function sumOfSizes(rows: Row[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Rough size of an item: a batch of logs by its compressed bytes, anything else as JSON. */
function sizeOf(item: object): number {
  const { bytes } = (item as { entries?: { bytes?: unknown } }).entries ?? {};
  return bytes instanceof Uint8Array ? bytes.byteLength : Buffer.byteLength(JSON.stringify(item));
}
