import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { toMovedLogs } from './moved-log.ts';
import { toPublished } from './published-copy.ts';
import {
  BotGoneError,
  BotUnreadableError,
  requireWalkable,
  type Source,
  type SourceBot,
  type SourceBotEntry,
  type SourceFolder,
  type SourcePerson,
  type SourceResult,
  SourceUnreadableError,
} from './source.ts';
import { toSourceFolder } from './source-folders.ts';
import { readSource, type SourceApi, sourceAddress } from './source-request.ts';

/** The most that Typebot returns at once. */
const PAGE_RESULTS = '500';
/** Requests for logs at a time. Typebot runs on one server, which others are using. */
const LOG_REQUESTS = 8;

/** Pages in a row without a new result. A few are normal: results that arrive meanwhile push others to the next page. */
const MAX_IDLE_PAGES = 10;

/** The first request is not repeated for long: if nothing has ever responded, the address is probably wrong. */
const FIRST_RETRIES = 3;

/** Opens Typebot's API. */
export function apiSource(api: SourceApi): Source {
  return {
    address: new URL(api.baseUrl).origin,
    builder: { origin: new URL(api.baseUrl).origin, token: api.token },

    async listWorkspaces() {
      const path = '/v1/workspaces';
      const maxRetries = Math.min(FIRST_RETRIES, api.maxRetries ?? FIRST_RETRIES);
      const body = await readSource(api, path, {}, { maxRetries });
      return toEntries(body, 'workspaces', sourceAddress(api, path));
    },

    async listDomains(workspaceId) {
      const path = '/v1/custom-domains';
      const body = await readSource(api, path, { workspaceId });
      return body ? toDomainNames(body.customDomains, sourceAddress(api, path)) : [];
    },

    listFolders: (workspaceId) => listFolders(api, workspaceId),

    async listPeople(workspaceId) {
      const path = `/v1/workspaces/${toPathPart(workspaceId)}`;
      const read = async (list: string) => {
        const body = await readSource(api, `${path}/${list}`);
        return body ? toPeople(body[list], sourceAddress(api, `${path}/${list}`), list) : [];
      };
      const invited = await read('invitations');
      return [
        ...(await read('members')),
        ...invited.map((person) => ({ ...person, isInvited: true as const })),
      ];
    },

    async listBots(workspaceId) {
      const path = '/v1/typebots';
      // Without a folderId, it returns the bots of all folders, newest first, in one list.
      const body = await readSource(api, path, { workspaceId });
      return toEntries(body, 'typebots', sourceAddress(api, path)).reverse();
    },

    async readBot(botId) {
      const path = botPath(botId);
      const copyPath = `${path}/publishedTypebot`;
      const [bot, copy] = await Promise.all([readOfBot(api, path), readOfBot(api, copyPath)]);
      if (!bot) throw new BotGoneError(`The source has no bot ${botId} any more`);
      if (!isJsonObject(bot.typebot)) {
        throw new BotUnreadableError(describeUnexpected(sourceAddress(api, path), 'an object typebot'));
      }
      if (copy && copy.publishedTypebot !== null && !isJsonObject(copy.publishedTypebot)) {
        throw new BotUnreadableError(
          describeUnexpected(sourceAddress(api, copyPath), 'an object publishedTypebot, or null'),
        );
      }
      return requireWalkable(toSourceBot(bot.typebot, copy?.publishedTypebot), botId);
    },

    async countResults(botId) {
      try {
        // 404 for a bot that was never published.
        const body = await readOfBot(api, `${botPath(botId)}/analytics/stats`, { timeFilter: 'allTime' });
        const started = isJsonObject(body?.stats) ? body.stats.totalStarts : undefined;
        return typeof started === 'number' ? started : 0;
      } catch (error) {
        // The number is for progress only. Results may be readable without it.
        if (error instanceof BotUnreadableError) return 0;
        throw error;
      }
    },

    async *readResults(botId, { logs = true } = {}) {
      for await (const page of readPages(api, botId)) {
        yield* logs
          ? await mapConcurrently(page, LOG_REQUESTS, (result) => withLogs(api, botId, result))
          : page;
      }
    },

    async close() {},
  };
}

/** Folders that are read of a workspace. This service takes 500. */
const MAX_SOURCE_FOLDERS = 1_000;

/** A list has the folders of one parent, without saying so. */
async function listFolders(api: SourceApi, workspaceId: string): Promise<SourceFolder[]> {
  const path = '/v1/folders';
  const address = sourceAddress(api, path);
  const found = new Map<string, SourceFolder>();
  const parents: (string | null)[] = [null];
  // `parents` grows during the loop.
  for (const parentFolderId of parents) {
    const query = { workspaceId, ...(parentFolderId !== null && { parentFolderId }) };
    const body = await readSource(api, path, query);
    const entries = body ? entriesOf(body, 'folders', { address, Unreadable: SourceUnreadableError }) : [];
    for (const entry of entries.toReversed()) {
      const folder = toSourceFolder(entry, parentFolderId);
      if (!folder || found.has(folder.id)) continue;
      found.set(folder.id, folder);
      parents.push(folder.id);
    }
    if (found.size > MAX_SOURCE_FOLDERS) {
      throw new SourceUnreadableError(`${address} lists more than ${MAX_SOURCE_FOLDERS} folders`);
    }
  }
  return [...found.values()];
}

function botPath(botId: string): string {
  return `/v1/typebots/${toPathPart(botId)}`;
}

/** @throws BotUnreadableError if the id would lead to another address of the source */
function toPathPart(id: string): string {
  if (['', '.', '..'].includes(id)) {
    throw new BotUnreadableError(`The source lists the id ${JSON.stringify(id)}, which is not valid`);
  }
  // Half of a surrogate pair cannot be encoded.
  return encodeURIComponent(id.toWellFormed());
}

function readOfBot(
  api: SourceApi,
  path: string,
  query?: Record<string, string>,
): Promise<JsonObject | undefined> {
  return readSource(api, path, query, { isAboutBot: true });
}

function toSourceBot(draft: JsonObject, copy: unknown): SourceBot {
  return { draft, published: isJsonObject(copy) ? toPublished(copy) : null };
}

/**
 * Pages are offsets into a list with the newest first: a new result moves the others back, so that some come
 * twice.
 */
async function* readPages(api: SourceApi, botId: string): AsyncGenerator<SourceResult[]> {
  const path = `${botPath(botId)}/results`;
  const address = sourceAddress(api, path);
  const seen = new Set<string>();
  const sent = new Set<string>();
  // It tells that there is more only to those who sent a cursor, and shows the last seven days by default.
  let cursor: string | undefined = '0';
  let idlePages = 0;
  while (cursor !== undefined) {
    sent.add(cursor);
    const query = { timeFilter: 'allTime', limit: PAGE_RESULTS, cursor };
    const page = await readSource(api, path, query, { isAboutBot: true, isPage: true });
    if (!page) throw new BotGoneError(`The source does not show the results of bot ${botId} to this token`);
    const results = entriesOf(page, 'results', { address, Unreadable: BotUnreadableError });
    const news = results.filter(({ id }) => !seen.has(id));
    for (const { id } of news) seen.add(id);
    idlePages = news.length === 0 ? idlePages + 1 : 0;
    yield news;
    cursor = toCursor(page.nextCursor, address);
    if (cursor !== undefined && (sent.has(cursor) || idlePages === MAX_IDLE_PAGES)) {
      throw new BotUnreadableError(`${address} has no end: its pages lead back to one that was read before`);
    }
  }
}

function toCursor(next: unknown, address: string): string | undefined {
  if (next === undefined || next === null) return undefined;
  if (typeof next === 'number' || typeof next === 'string') return String(next);
  throw new BotUnreadableError(describeUnexpected(address, 'a number or a text as nextCursor'));
}

async function withLogs(api: SourceApi, botId: string, result: SourceResult): Promise<SourceResult> {
  const path = `${botPath(botId)}/results/${toPathPart(result.id)}/logs`;
  const body = await readOfBot(api, path);
  // For a result that it does not know, its present version returns an empty list.
  const of = { address: sourceAddress(api, path), Unreadable: BotUnreadableError };
  return { ...result, logs: body ? toMovedLogs(entriesOf(body, 'logs', of)) : [] };
}

function toEntries(body: JsonObject | undefined, name: string, address: string): SourceBotEntry[] {
  if (!body) throw new SourceUnreadableError(`${address} responds with status 404: expected a list ${name}`);
  return entriesOf(body, name, { address, Unreadable: SourceUnreadableError }).map((entry) => ({
    id: entry.id,
    name: typeof entry.name === 'string' ? entry.name : entry.id,
    ...(typeof entry.publicId === 'string' && { publicId: entry.publicId }),
  }));
}

function toDomainNames(entries: unknown, address: string): string[] {
  const names = Array.isArray(entries) ? entries.map((entry) => isJsonObject(entry) && entry.name) : [false];
  if (names.every((name) => typeof name === 'string')) return names;
  throw new SourceUnreadableError(
    describeUnexpected(address, 'a list customDomains whose entries have a name'),
  );
}

/** Members have their address in `user` and a `role`, invitations an `email` and a `type`. */
function toPeople(entries: unknown, address: string, list: string): SourcePerson[] {
  const people = Array.isArray(entries) ? entries.map(toPerson) : [undefined];
  if (people.every((person) => person !== undefined)) return people;
  throw new SourceUnreadableError(describeUnexpected(address, `a list ${list} whose entries have a role`));
}

function toPerson(entry: unknown): SourcePerson | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { email, name } = isJsonObject(entry.user) ? entry.user : entry;
  const role = entry.role ?? entry.type;
  if (typeof role !== 'string') return undefined;
  return { ...(typeof email === 'string' && { email }), ...(typeof name === 'string' && { name }), role };
}

type Entry = { id: string } & JsonObject;

/** A list that is not one would look like there was nothing to move. */
function entriesOf(
  body: JsonObject,
  name: string,
  { address, Unreadable }: { address: string; Unreadable: typeof SourceUnreadableError },
): Entry[] {
  const entries = body[name];
  if (!Array.isArray(entries)) throw new Unreadable(describeUnexpected(address, `a list ${name}`));
  const wrong = entries.findIndex((entry) => !isEntry(entry));
  if (wrong !== -1) throw new Unreadable(describeUnexpected(address, `a text as ${name}[${wrong}].id`));
  return entries.filter(isEntry);
}

function isEntry(entry: unknown): entry is Entry {
  return isJsonObject(entry) && typeof entry.id === 'string';
}

function describeUnexpected(address: string, expected: string): string {
  return `${address} does not respond like Typebot: expected ${expected}`;
}
