import { createId } from '#lib/platform/store/create-id.ts';
import { writeItems } from '#lib/platform/store/dynamodb.ts';
import type { Answer, Result } from '#lib/results/result-schema.ts';
import { resultItems, writeResult } from '#lib/results/store/result-store.ts';

export const FIRST_RESULT_AT = '2026-10-01T08:00:00.000Z';

/** Returns the timestamp this many seconds after `FIRST_RESULT_AT`. */
export function secondsLater(seconds: number): string {
  return new Date(Date.parse(FIRST_RESULT_AT) + seconds * 1_000).toISOString();
}

/** Creates a result that appears in lists, without storing it. */
export function toResult(botId: string, fields: ResultFields = {}): Result {
  const { id = createId(), createdAt = FIRST_RESULT_AT, answers = 0 } = fields;
  return {
    botId,
    variables: [],
    isCompleted: true,
    hasStarted: true,
    isArchived: false,
    ...fields,
    id,
    createdAt,
    answers:
      typeof answers === 'number'
        ? makeAnswers(id, createdAt, answers)
        : answers.map((answer) => ({ ...answer, resultId: id })),
  };
}

/** Fields to override. `answers` can be a number of answers to generate. */
export type ResultFields = Partial<Omit<Result, 'answers'>> & { answers?: Answer[] | number };

function makeAnswers(resultId: string, createdAt: string, count: number): Answer[] {
  return Array.from({ length: count }, (_, index) => ({
    createdAt: new Date(Date.parse(createdAt) + index * 1_000).toISOString(),
    resultId,
    blockId: `block-${index}`,
    groupId: 'group',
    variableId: null,
    content: `Answer ${index}`,
    storageUsed: 0,
  }));
}

export async function storedResult(
  workspaceId: string,
  botId: string,
  fields: ResultFields = {},
): Promise<Result> {
  const result = toResult(botId, fields);
  await writeResult({ result, workspaceId });
  return result;
}

/** Stores results created a second apart, each with one answer. Returns their ids, newest first. */
export async function storedResults(workspaceId: string, botId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < count; start += RESULTS_PER_ROUND) {
    const results = Array.from({ length: Math.min(RESULTS_PER_ROUND, count - start) }, (_, index) =>
      toResult(botId, { createdAt: secondsLater(start + index), answers: 1 }),
    );
    ids.push(...results.map(({ id }) => id));
    await writeItems(
      results.flatMap((result) => resultItems({ result, workspaceId })).map((item) => ({ put: item })),
    );
  }
  return ids.toReversed();
}

const RESULTS_PER_ROUND = 500;
