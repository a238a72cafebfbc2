import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import { mapConcurrently } from '#lib/store/map-concurrently.ts';
import { movedLogs } from './moved-log.ts';
import { toPublished } from './published-copy.ts';
import type { Source, SourceBot, SourceResult } from './source.ts';
import { BotGone, SourceUnreadable } from './source.ts';
import { readSource, type SourceApi } from './source-request.ts';

/** The most that the source product returns at once. */
const PAGE_RESULTS = '500';
/** Requests for logs at a time. The source product runs on one server, which others are using. */
const LOG_REQUESTS = 8;

/** The first request is not repeated for long: if nothing has ever responded, the address is probably wrong. */
const FIRST_RETRIES = 3;

/** Opens the source product's API. */
export function apiSource(api: SourceApi): Source {
  const read = (path: string, query?: Record<string, string>) => readSource(api, path, query);
  return {
    address: new URL(api.baseUrl).origin,

    async listWorkspaces() {
      const body = await readSource(api, '/v1/workspaces', {}, { maxRetries: FIRST_RETRIES });
      return toEntries(body, 'workspaces');
    },

    async listBots(workspaceId) {
      // Without a folderId, it returns the bots of all folders, newest first, in one list.
      return toEntries(await read('/v1/typebots', { workspaceId }), 'typebots').reverse();
    },

    async readBot(botId) {
      const path = `/v1/typebots/${encodeURIComponent(botId)}`;
      const [bot, copy] = await Promise.all([read(path), read(`${path}/publishedTypebot`)]);
      if (!isJsonObject(bot?.typebot)) throw new BotGone(`The source has no bot ${botId} any more`);
      return toSourceBot(bot.typebot, copy?.publishedTypebot);
    },

    async countResults(botId) {
      // 404 for a bot that was never published.
      const path = `/v1/typebots/${encodeURIComponent(botId)}/analytics/stats`;
      const body = await read(path, { timeFilter: 'allTime' });
      const started = isJsonObject(body?.stats) ? body.stats.totalStarts : undefined;
      return typeof started === 'number' ? started : 0;
    },

    async *readResults(botId, { logs = true } = {}) {
      const path = `/v1/typebots/${encodeURIComponent(botId)}/results`;
      for await (const page of readPages(read, path)) {
        yield* logs
          ? await mapConcurrently(page, LOG_REQUESTS, async (result) => withLogs(result, read, path))
          : page;
      }
    },

    async close() {},
  };
}

type Read = (path: string, query?: Record<string, string>) => Promise<JsonObject | undefined>;

function toSourceBot(draft: JsonObject, copy: unknown): SourceBot {
  return { draft, published: isJsonObject(copy) ? toPublished(copy) : null };
}

/**
 * Pages are offsets into a list with the newest first: a new result moves the others back, so that some come
 * twice.
 */
async function* readPages(read: Read, path: string): AsyncGenerator<SourceResult[]> {
  const seen = new Set<string>();
  // It tells that there is more only to those who sent a cursor, and shows the last seven days by default.
  let cursor: string | undefined = '0';
  while (cursor !== undefined) {
    const page = await read(path, { timeFilter: 'allTime', limit: PAGE_RESULTS, cursor });
    if (!page) throw new SourceUnreadable('The source does not show the results of this bot to this token');
    const results = entriesOf(page, 'results').filter(({ id }) => !seen.has(id));
    for (const { id } of results) seen.add(id);
    yield results;
    const next: unknown = page.nextCursor;
    cursor = next === undefined || next === null ? undefined : String(next);
  }
}

async function withLogs(result: SourceResult, read: Read, path: string): Promise<SourceResult> {
  const body = await read(`${path}/${encodeURIComponent(result.id)}/logs`);
  return { ...result, logs: movedLogs(entriesOf(body, 'logs')) };
}

function toEntries(body: JsonObject | undefined, name: string): { id: string; name: string }[] {
  return entriesOf(body, name).map((entry) => ({
    id: entry.id,
    name: typeof entry.name === 'string' ? entry.name : entry.id,
  }));
}

function entriesOf(body: JsonObject | undefined, name: string): ({ id: string } & JsonObject)[] {
  const entries = body?.[name];
  if (!Array.isArray(entries)) return [];
  return entries.filter(
    (entry): entry is { id: string } & JsonObject => isJsonObject(entry) && typeof entry.id === 'string',
  );
}
