import { expect } from 'vitest';
import { findTargetBots } from '#apps/cli/moving/target/target-bots.ts';
import { readList } from '#apps/cli/service/list-pages.ts';
import type { Client } from '#apps/client/client.ts';
import { relinkBots } from '#lib/bots/document/linked-bots.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { SourceContent } from '#test/support/source-api.ts';

/** What respondents get from a bot. */
const FLOW = ['version', 'events', 'groups', 'edges', 'variables', 'theme', 'settings'] as const;

/** What is moved of a draft. Custom domains and closing are set after the import. */
const DRAFT = [...FLOW, 'name', 'icon', 'folderId', 'publicId', 'customDomain', 'isClosed'] as const;

/**
 * Compares everything that was moved with the source, one by one: drafts, publications, releases, results with their
 * answers and logs, and statistics.
 *
 * @returns ids of the bots here by those in the source
 */
export async function expectMovedWorld(
  { bots, results, logs }: SourceContent,
  client: Client,
  workspaceId: string,
): Promise<Map<string, string>> {
  const found = await findTargetBots(client, workspaceId);
  const newIds = new Map([...found].map(([sourceId, { id }]) => [sourceId, id]));
  expect([...newIds.keys()].toSorted()).toEqual(bots.map(({ typebot }) => typebot.id).toSorted());
  expect(new Set(newIds.values()).size).toBe(bots.length);

  for (const { typebot, published } of bots) {
    const botId = newIds.get(typebot.id as string) as string;
    const { bot } = await client.getBot({ params: { botId } });
    const expectedDraft = relinkBots(typebot, newIds);
    expect(picked(bot, DRAFT)).toEqual(
      // Publishing gives a bot an address if it has none.
      picked({ ...expectedDraft, ...(published && !typebot.publicId && { publicId: bot.publicId }) }, DRAFT),
    );
    const { publishedBot } = await readPublished(client, botId);
    expect(publishedBot && picked(publishedBot, FLOW)).toEqual(
      published && picked(relinkBots(published, newIds), FLOW),
    );
    const { releases } = await client.listReleases({ params: { botId }, query: {} });
    expect(releases.map((release) => release.isPublished)).toEqual(published ? [true] : []);
    await expectResults(client, botId, results.get(typebot.id as string) ?? [], logs);
  }
  return newIds;
}

async function readPublished(client: Client, botId: string): Promise<{ publishedBot: JsonObject | null }> {
  try {
    return (await client.getPublishedBot({ params: { botId } })) as { publishedBot: JsonObject };
  } catch {
    return { publishedBot: null };
  }
}

async function expectResults(
  client: Client,
  botId: string,
  expected: JsonObject[],
  logs: SourceContent['logs'],
): Promise<void> {
  const { items } = await readList('results', { all: true, limit: '100' }, (page) =>
    client.listResults({ params: { botId }, query: page }),
  );
  expect(items.map(toComparable).toSorted(byId)).toEqual(expected.map(toComparable).toSorted(byId));
  if (items.length > 0) {
    const { stats } = await client.getStats({ params: { botId }, query: { timeFilter: 'allTime' } });
    expect(stats).toMatchObject({
      totalStarts: expected.length,
      totalCompleted: expected.filter(({ isCompleted }) => isCompleted).length,
    });
  }
  for (const { id } of items) {
    const { logs: found } = await client.listResultLogs({ params: { botId, resultId: id }, query: {} });
    expect(found.map(toComparableLog).toSorted()).toEqual(
      (logs.get(id) ?? []).map(toComparableLog).toSorted(),
    );
  }
}

function toComparable({ id, createdAt, isCompleted, hasStarted, variables, answers }: JsonObject) {
  return {
    id: id as string,
    createdAt,
    isCompleted,
    hasStarted,
    variables: (variables as JsonObject[]).map(({ id: variableId, name, value }) => ({
      id: variableId,
      name,
      value,
    })),
    answers: (answers as JsonObject[]).map(({ blockId, content }) => ({ blockId, content })),
  };
}

function toComparableLog({ createdAt, status, description, details, context }: JsonObject): string {
  return JSON.stringify([createdAt, status, description, details, context ?? null]);
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

function picked(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, object[key] ?? null]));
}
