import { createId } from '#lib/platform/store/create-id.ts';
import { updateItem, writeItems } from '#lib/platform/store/dynamodb.ts';
import { statsWritesByDay } from '#lib/results/analytics/stats-store.ts';
import { resultItems } from '#lib/results/store/result-store.ts';
import type { Api, ApiRequest } from '#test/support/describe-api.ts';
import { toResult } from '#test/support/stored-results.ts';
import { uniqueName } from '#test/support/unique-name.ts';
import { createDraft, typicalBot } from './bots.ts';
import { createAnsweredChat } from './chats.ts';
import { asAdmin, post } from './requests.ts';

/* Results that the fixtures in test/endpoints are about. */

/** Runs a chat and returns the path of its result. */
export async function createResultPath(api: Api): Promise<string> {
  const { botId, resultId } = await createAnsweredChat(api);
  return `/v1/bots/${botId}/results/${resultId}`;
}

/** Stores results with three answers of some forty characters each. Returns their ids. */
export async function storeResults({ workspaceId }: Api, botId: string, count: number): Promise<string[]> {
  const createdAt = new Date().toISOString();
  const results = Array.from({ length: count }, () => {
    const id = createId();
    const answers = Array.from({ length: 3 }, (_, index) => ({
      createdAt,
      resultId: id,
      blockId: `block-${index}`,
      groupId: 'group',
      variableId: null,
      content: 'An answer of some forty characters or so',
      storageUsed: 0,
    }));
    return toResult(botId, { id, createdAt, answers });
  });
  const items = results.flatMap((result) => resultItems({ result, workspaceId }));
  await writeItems(items.map((item) => ({ put: item })));
  return results.map(({ id }) => id);
}

/** Creates a typical bot with results of three answers each. */
export async function createBotWithResults(api: Api, count: number) {
  const botId = await createDraft(api, typicalBot());
  const [resultId = ''] = await storeResults(api, botId, count);
  return { botId, resultId };
}

export const makeLoopAnswers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ blockId: 'loop', content: String(index) }));

/** A result of Typebot, whose answers have no dates. */
export const makeMovedResult = (fields: object = {}) => ({
  id: uniqueName('moved'),
  createdAt: '2026-05-04T08:00:00.000Z',
  isCompleted: false,
  hasStarted: true,
  variables: [{ id: 'v', name: 'Name', value: 'Ada' }],
  answers: makeLoopAnswers(3),
  logs: [{ createdAt: '2026-05-04T08:00:01.000Z', description: 'Slow' }],
  ...fields,
});

/** Results of Typebot with three answers each, and without logs. */
export const makeMovedResults = (count: number) =>
  Array.from({ length: count }, () => {
    const [id, createdAt] = [createId(), '2026-05-04T08:00:00.000Z'];
    const answers = Array.from({ length: 3 }, (_, index) => ({
      blockId: `block-${index}`,
      groupId: 'group',
      variableId: null,
      content: `Answer ${index}`,
    }));
    return { id, createdAt, isCompleted: true, hasStarted: true, variables: [], answers };
  });

export const toResultsImport = async (api: Api, botId: string, results: object[]): Promise<ApiRequest> =>
  await asAdmin(api, post(`/v1/bots/${botId}/results/import`, { results }));

/** Counts views, starts and completed runs in twelve hours of each of the last 30 days. */
export async function countThirtyDays(botId: string): Promise<void> {
  const counts = { views: 40, starts: 20, completed: 15 };
  const hours = Array.from({ length: 30 * 12 }, (_, n) => ({
    at: new Date(Date.now() - (Math.floor(n / 12) * 24 + (n % 12)) * HOUR_MS).toISOString(),
    counts,
  }));
  for (const write of statsWritesByDay(botId, hours, 0)) await updateItem(write.update, write.with);
}

const HOUR_MS = 60 * 60 * 1_000;
