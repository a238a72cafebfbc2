import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPublished } from './published-copy.ts';
import { toSourceResult } from './result-row.ts';
import {
  BotGoneError,
  requireWalkable,
  type Source,
  type SourceBot,
  type SourceBotEntry,
  type SourcePerson,
  type SourceResult,
  SourceUnreadableError,
} from './source.ts';
import type { Query, SourceDatabase } from './source-database.ts';
import { sortParentsFirst, toSourceFolder } from './source-folders.ts';
import { findStoredRequestIds, withStoredRequests } from './stored-requests.ts';

export type DatabaseSourceOptions = {
  /** Results read at once, with their answers and logs. They are what is in memory. */
  pageResults?: number;
  /** Ids of results listed at once. */
  pageIds?: number;
};

/** With three answers each, a page is about half a megabyte. */
const PAGE_RESULTS = 250;

/**
 * The database may have no index for the order by time, and then sorts all results of the bot for each list. The ids
 * take a few megabytes.
 */
const PAGE_IDS = 50_000;

/** Opens Typebot's database. */
export function databaseSource(
  database: SourceDatabase,
  { pageResults = PAGE_RESULTS, pageIds = PAGE_IDS }: DatabaseSourceOptions = {},
): Source {
  return {
    address: database.address,

    listWorkspaces: async () =>
      toEntries(database, await database.query('SELECT id, name FROM "Workspace" ORDER BY "createdAt", id')),

    listDomains: async (workspaceId) => {
      if (!(await database.hasTable('CustomDomain'))) return [];
      const rows = await database.query<{ name: string }>(
        'SELECT name FROM "CustomDomain" WHERE "workspaceId" = $1 ORDER BY "createdAt", name',
        [workspaceId],
      );
      return rows.map(({ name }) => name);
    },

    listPeople: async (workspaceId) => {
      const tables = ['MemberInWorkspace', 'User', 'WorkspaceInvitation'];
      const found = await Promise.all(tables.map((table) => database.hasTable(table)));
      if (found.includes(false)) return [];
      const members = await database.query<PersonRow>(
        'SELECT u.email, u.name, m.role::text AS role FROM "MemberInWorkspace" m JOIN "User" u ON u.id = m."userId" ' +
          'WHERE m."workspaceId" = $1 ORDER BY u.email, u.id',
        [workspaceId],
      );
      const invited = await database.query<PersonRow>(
        'SELECT email, NULL AS name, type::text AS role FROM "WorkspaceInvitation" ' +
          'WHERE "workspaceId" = $1 ORDER BY "createdAt", id',
        [workspaceId],
      );
      return [
        ...members.map(toPerson),
        ...invited.map((row) => ({ ...toPerson(row), isInvited: true as const })),
      ];
    },

    listFolders: async (workspaceId) => {
      if (!(await database.hasTable('DashboardFolder'))) return [];
      const rows = await database.query(
        'SELECT id, name, "parentFolderId" FROM "DashboardFolder" WHERE "workspaceId" = $1 ORDER BY "createdAt", id',
        [workspaceId],
      );
      return sortParentsFirst(rows.flatMap((row) => toSourceFolder(row, row.parentFolderId) ?? []));
    },

    listBots: async (workspaceId) =>
      toEntries(
        database,
        await database.query(
          'SELECT id, name, "publicId" FROM "Typebot" WHERE "workspaceId" = $1 ORDER BY "createdAt", id',
          [workspaceId],
        ),
      ),

    readBot: (botId) => readBot(database, botId),

    async countResults(botId) {
      const [row] = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM "Result" WHERE ${RESULTS_OF_BOT}`,
        [botId],
      );
      return typeof row?.count === 'number' ? row.count : 0;
    },

    async *readResults(botId, { logs = true } = {}) {
      const tables = await answerTables(database, logs);
      for await (const ids of listIds(database, botId, pageIds)) {
        for (let start = 0; start < ids.length; start += pageResults) {
          const page = ids.slice(start, start + pageResults);
          yield* await database.inSnapshot((query) => readPage(query, page, tables));
        }
      }
    },

    close: () => database.close(),
  };
}

/** Columns of another database may have any type. */
function toEntries({ address }: SourceDatabase, rows: JsonObject[]): SourceBotEntry[] {
  return rows.map(({ id, name, publicId }) => {
    if (typeof id !== 'string')
      throw new SourceUnreadableError(`${address} is not the database of Typebot: an id is not a text`);
    return {
      id,
      name: typeof name === 'string' ? name : id,
      ...(typeof publicId === 'string' && { publicId }),
    };
  });
}

/** `isArchived` is what deletion sets, before it empties the row. */
const RESULTS_OF_BOT = '"typebotId" = $1 AND "isArchived" IS DISTINCT FROM true';

type PersonRow = { email: string | null; name: string | null; role: string };

function toPerson({ email, name, role }: PersonRow): SourcePerson {
  return { ...(email && { email }), ...(name && { name }), role };
}

async function readBot(database: SourceDatabase, botId: string): Promise<SourceBot> {
  const hasRequests = await database.hasTable('Webhook');
  return await database.inSnapshot(async (query) => {
    const [row] = await query('SELECT * FROM "Typebot" WHERE id = $1', [botId]);
    if (!row) throw new BotGoneError(`The source has no bot ${botId} any more`);
    const [copy] = await query('SELECT * FROM "PublicTypebot" WHERE "typebotId" = $1', [botId]);
    const draft = withVersion(row);
    const published = copy ? withVersion(toPublished(copy)) : null;
    const found = requireWalkable({ draft, published }, botId);
    if (!hasRequests) return found;

    const ids = [draft, ...(published ? [published] : [])].flatMap(findStoredRequestIds);
    const requests = await readRowsById(query, 'Webhook', [...new Set(ids)]);
    const bot = {
      draft: withStoredRequests(draft, requests),
      published: published && withStoredRequests(published, requests),
    };
    return requireWalkable(bot, botId);
  });
}

/** Very old rows have no version, for which the API returns 3. */
function withVersion(row: JsonObject): JsonObject {
  return { ...row, version: row.version ?? '3' };
}

async function readRowsById(query: Query, table: string, ids: string[]): Promise<Map<string, JsonObject>> {
  const rows =
    ids.length === 0 ? [] : await query<JsonObject>(`SELECT * FROM "${table}" WHERE id = ANY($1)`, [ids]);
  return new Map(rows.filter(isJsonObject).map((row) => [String(row.id), row]));
}

/**
 * Lists the ids of a bot's results, oldest first. Results that arrive while it lists come at the end. The pages are
 * told apart by a time as the database writes it: it may be more exact than a millisecond.
 */
async function* listIds(database: SourceDatabase, botId: string, count: number): AsyncGenerator<string[]> {
  type Row = { id: string; time: string };
  let last: Row | undefined;
  do {
    const after = last ? 'AND ("createdAt", id) > ($3::timestamp, $4)' : '';
    const rows: Row[] = await database.query<Row>(
      `SELECT id, "createdAt"::text AS time FROM "Result" WHERE ${RESULTS_OF_BOT} ${after}
        ORDER BY "createdAt", id LIMIT $2`,
      [botId, count, ...(last ? [last.time, last.id] : [])],
    );
    if (rows.length > 0) yield rows.map(({ id }) => id);
    last = rows.length < count ? undefined : rows.at(-1);
  } while (last);
}

/** Data to read beside the results. */
type AnswerTables = { hasAnswers: boolean; hasOldAnswers: boolean; hasLogs: boolean };

async function answerTables(database: SourceDatabase, logs: boolean): Promise<AnswerTables> {
  return {
    hasAnswers: await database.hasTable('AnswerV2'),
    hasOldAnswers: await database.hasTable('Answer'),
    hasLogs: logs && (await database.hasTable('Log')),
  };
}

/** Results that were deleted since their ids were listed are left out. */
async function readPage(
  query: Query,
  ids: string[],
  { hasAnswers, hasOldAnswers, hasLogs }: AnswerTables,
): Promise<SourceResult[]> {
  const results = await query(
    'SELECT * FROM "Result" WHERE id = ANY($1) AND "isArchived" IS DISTINCT FROM true ORDER BY "createdAt", id',
    [ids],
  );
  const of = async (hasTable: boolean, table: string, order: string) =>
    hasTable
      ? byResult(await query(`SELECT * FROM "${table}" WHERE "resultId" = ANY($1) ORDER BY ${order}`, [ids]))
      : new Map<unknown, JsonObject[]>();
  const answers = await of(hasAnswers, 'AnswerV2', '"createdAt", id');
  const oldAnswers = await of(hasOldAnswers, 'Answer', '"createdAt"');
  const logs = await of(hasLogs, 'Log', '"createdAt", id');
  return results.map((result) =>
    toSourceResult({
      result,
      answers: answers.get(result.id) ?? [],
      oldAnswers: oldAnswers.get(result.id) ?? [],
      logs: logs.get(result.id) ?? [],
    }),
  );
}

function byResult(rows: JsonObject[]): Map<unknown, JsonObject[]> {
  return Map.groupBy(rows, (row) => row.resultId);
}
