import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databaseSource } from '#apps/cli/moving/source/database-source.ts';
import { toMovedLogs } from '#apps/cli/moving/source/moved-log.ts';
import {
  BotGoneError,
  type Source,
  type SourceResult,
  SourceUnreadableError,
} from '#apps/cli/moving/source/source.ts';
import { openSourceDatabase, type SourceDatabase } from '#apps/cli/moving/source/source-database.ts';
import { importableDocument } from '#lib/bots/document/bot-schema.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { importedResult } from '#lib/results/import/imported-result.ts';
import { type PostgresServer, startPostgres } from '#test/support/postgres-server.ts';
import {
  createSourceDatabase,
  hasSourceDatabase,
  insertRows,
  listSourceWorld,
  readSourceTables,
  readSourceWorld,
} from '#test/support/source-world.ts';

const ACME = 'cmwr96pcu0000287d94dn7qkx';
const SIDE_PROJECT = 'cmwr96pdv0001287dvcz58430';

const open: SourceDatabase[] = [];

async function openedDatabase(server: PostgresServer, name: string): Promise<SourceDatabase> {
  const database = await openSourceDatabase(server.url(name), { reconnectPausesMs: [0] });
  open.push(database);
  return database;
}

async function opened(server: PostgresServer, name: string): Promise<Source> {
  return databaseSource(await openedDatabase(server, name));
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
});

type Answer = { blockId: string; content: string; createdAt: string } & JsonObject;
type Result = SourceResult & { answers: Answer[]; logs?: JsonObject[] };

async function resultsOf(source: Source, botId: string, options?: { logs: boolean }): Promise<Result[]> {
  const results: SourceResult[] = [];
  for await (const result of source.readResults(botId, options)) results.push(result);
  return results as Result[];
}

/** Keys of older versions that documents still have. The API drops them, and the migrations need some of them. */
const OLD_KEYS = [
  'blocks.groupId',
  'items.blockId',
  'items.type',
  'from.groupId',
  'general.isResultSavingEnabled',
];

/** Expects a document as the API returns it, with nothing more than old keys. */
function expectDocument(document: JsonObject | null, expected: JsonObject): void {
  expect(document).toMatchObject(expected);
  expect(OLD_KEYS).toEqual(expect.arrayContaining(addedKeys(document, expected)));
}

function addedKeys(value: unknown, expected: unknown, place = ''): string[] {
  if (Array.isArray(value) && Array.isArray(expected)) {
    return value.flatMap((entry, index) => addedKeys(entry, expected[index], place));
  }
  if (!isJsonObject(value) || !isJsonObject(expected)) return [];
  return Object.keys(value).flatMap((key) =>
    key in expected ? addedKeys(value[key], expected[key], key) : [`${place}.${key}`],
  );
}

function expectImportable(results: SourceResult[]): void {
  for (const result of results) expect(importedResult.safeParse(result).error?.issues).toBeUndefined();
}

const canRun = hasSourceDatabase("the reader of Typebot's database");

describe.skipIf(!canRun)("the reader of Typebot's database", () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
  });

  afterAll(() => server.remove());

  describe('with the recorded installation', () => {
    const tables = canRun ? readSourceTables().tables : undefined;
    const rowsOf = (table: string): JsonObject[] => tables?.[table]?.rows ?? [];

    async function readAll(source: Source): Promise<{ botIds: string[]; results: Map<string, Result[]> }> {
      const workspaces = await source.listWorkspaces();
      const lists = await Promise.all(workspaces.map(({ id }) => source.listBots(id)));
      const botIds = lists.flat().map(({ id }) => id);
      const results = new Map<string, Result[]>();
      for (const id of botIds) results.set(id, await resultsOf(source, id));
      return { botIds, results };
    }

    beforeAll(() => createSourceDatabase(server, 'world', { withRows: true }));

    it('lists workspaces, and bots with the deleted ones, oldest first', async () => {
      const source = await opened(server, 'world');
      expect(source.address).toBe(`postgres://127.0.0.1:${server.port}/world`);
      expect(await source.listWorkspaces()).toEqual([
        { id: ACME, name: 'Acme' },
        { id: SIDE_PROJECT, name: 'Side project' },
      ]);
      expect((await source.listBots(SIDE_PROJECT)).map(({ name }) => name)).toEqual([
        'HTTP requests',
        'Order loop',
        'Empty bot',
      ]);
      const ofAcme = await source.listBots(ACME);
      expect(ofAcme).toHaveLength(14);
      expect(ofAcme[0]).toMatchObject({ id: 't25c9sdrgl3qm1w129ml5z1p', name: 'Customer support' });
      expect(ofAcme.map(({ name }) => name)).toContain('Dog insurance offer (archived)');
      expect(await source.listBots('nope')).toEqual([]);
    });

    const drafts = canRun ? listSourceWorld('api/typebots', /^get\..*\.json$/) : [];

    it.each(drafts)('reads the draft as the API returns it: %s', async (file) => {
      const expected = readSourceWorld<{ body: { typebot: JsonObject } }>(file).body.typebot;
      const { draft } = await (await opened(server, 'world')).readBot(String(expected.id));
      expectDocument(draft, expected);
    });

    const copies = canRun ? listSourceWorld('api/typebots', /^published\..*\.json$/) : [];

    it.each(copies)('reads the published copy as the API returns it: %s', async (file) => {
      const { request, body } = readSourceWorld<{
        request: { path: string };
        body: { publishedTypebot: JsonObject | null };
      }>(file);
      const botId = /typebots\/(\w+)\//.exec(request.path)?.[1] ?? '';
      const { published } = await (await opened(server, 'world')).readBot(botId);
      if (body.publishedTypebot === null) {
        expect(published).toBeNull();
        return;
      }
      const { id: _id, typebotId: _bot, lastActivityAt: _last, ...expected } = body.publishedTypebot;
      expectDocument(published, expected);
    });

    it('lists the custom domains of a workspace', async () => {
      const source = await opened(server, 'world');
      expect(await source.listDomains(ACME)).toEqual(rowsOf('CustomDomain').map(({ name }) => name));
      expect(await source.listDomains(SIDE_PROJECT)).toEqual([]);
    });

    it('lists members of a workspace, and people who have not accepted', async () => {
      const source = await opened(server, 'world');
      const mara = { email: 'mara@acme.example', name: 'Mara Mover', role: 'ADMIN' };
      expect(await source.listPeople(ACME)).toEqual([
        mara,
        { email: 'later@acme.example', role: 'MEMBER', isInvited: true },
      ]);
      expect(await source.listPeople(SIDE_PROJECT)).toEqual([
        { email: 'gus@acme.example', name: 'Gus Guest', role: 'GUEST' },
        mara,
      ]);
    });

    it('lists the folders of a workspace, parents first', async () => {
      const source = await opened(server, 'world');
      expect(await source.listFolders(ACME)).toEqual(
        rowsOf('DashboardFolder').map(({ id, name, parentFolderId }) => ({ id, name, parentFolderId })),
      );
      expect(await source.listFolders(SIDE_PROJECT)).toEqual([]);
    });

    it('returns every row that was not deleted', async () => {
      const source = await opened(server, 'world');
      const { botIds, results } = await readAll(source);
      expect(botIds.toSorted()).toEqual(
        rowsOf('Typebot')
          .map(({ id }) => String(id))
          .toSorted(),
      );
      const all = [...results.values()].flat();
      expectImportable(all);
      const kept = rowsOf('Result').filter(({ isArchived }) => isArchived !== true);
      expect(all.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => String(id)).toSorted());
      expect(kept.length).toBeLessThan(rowsOf('Result').length);
      expect(all.filter(({ hasStarted }) => hasStarted === false)).not.toEqual([]);

      const answers = all.flatMap((result) => result.answers.map((answer) => [result.id, answer.createdAt]));
      const answerRows = [...rowsOf('AnswerV2'), ...rowsOf('Answer')];
      expect(answers.toSorted()).toEqual(answerRows.map((row) => [row.resultId, row.createdAt]).toSorted());
      const logs = all.flatMap((result) => (result.logs ?? []).map((log) => [result.id, log.description]));
      expect(logs.toSorted()).toEqual(
        rowsOf('Log')
          .map((row) => [row.resultId, row.description])
          .toSorted(),
      );
      for (const [id, list] of results) expect(await source.countResults(id)).toBe(list.length);
    });

    it('returns results as the API does, with the dates of answers', async () => {
      const files = listSourceWorld('api/results', /^[\w-]+\.allTime.*\.json$/);
      const fromApi = new Map<string, JsonObject>();
      for (const file of files) {
        const { body } = readSourceWorld<{ body: { results: JsonObject[] } }>(file);
        for (const result of body.results) fromApi.set(String(result.id), result);
      }
      const { results } = await readAll(await opened(server, 'world'));
      let compared = 0;
      for (const result of [...results.values()].flat()) {
        const expected = fromApi.get(result.id);
        if (!expected) {
          expect(result).toMatchObject({ hasStarted: false, answers: [] });
          continue;
        }
        compared += 1;
        const { createdAt, isCompleted, hasStarted, variables, answers } = expected;
        expect(result).toMatchObject({ createdAt, isCompleted, hasStarted, variables });
        expect(result.answers.map(({ blockId, content }) => ({ blockId, content }))).toEqual(answers);
        const dates = result.answers.map((answer) => answer.createdAt);
        expect(dates).toEqual(dates.toSorted());
      }
      expect(compared).toBeGreaterThan(10);
      // Its answers are in the old table.
      const old = results
        .get('uwr804wxbxj0kemh80aorabo')
        ?.find(({ id }) => id === 'lp8880fxohcr9p5prm9fddme');
      expect(old?.answers[0]).toMatchObject({ content: 'Hi!', groupId: 'kinRXxYop2X4d7F9qt8WNB' });
    });

    it('returns logs as the API does', async () => {
      const { results } = await readAll(await opened(server, 'world'));
      const byId = new Map([...results.values()].flat().map((result) => [result.id, result]));
      let compared = 0;
      for (const file of listSourceWorld('api/result', /\.logs\.json$/)) {
        const { request, body } = readSourceWorld<{
          request: { path: string };
          body: { logs: JsonObject[] };
        }>(file);
        const result = byId.get(/results\/(\w+)\/logs/.exec(request.path)?.[1] ?? '');
        if (!result) continue;
        expect(result.logs ?? []).toEqual(toMovedLogs(body.logs));
        compared += body.logs.length;
      }
      expect(compared).toBeGreaterThan(3);
    });

    it('leaves logs out if nobody wants them', async () => {
      const results = await resultsOf(await opened(server, 'world'), 'j0008jcp5etfob2o8zqs1c2k', {
        logs: false,
      });
      expect(results.length).toBeGreaterThan(0);
      expect(results.every((result) => result.logs === undefined)).toBe(true);
    });

    it('says that a bot is gone', async () => {
      const source = await opened(server, 'world');
      await expect(source.readBot('nope')).rejects.toThrow(BotGoneError);
      await expect(source.readBot('nope')).rejects.toThrow('The source has no bot nope any more');
    });
  });

  describe('with awkward rows', () => {
    const TIME = '2023-05-06T07:08:09.010Z';
    const later = (ms: number) => new Date(Date.parse(TIME) + ms).toISOString();
    let count = 0;

    /** A database of its own with a bot `bot` of the workspace `home`. */
    async function databaseWith(tables: Record<string, JsonObject[]>): Promise<string> {
      count += 1;
      const name = `awkward-${count}`;
      await createSourceDatabase(server, name, { withRows: false });
      const { Typebot = [bot({})], ...others } = tables;
      const workspace = { ...readSourceTables().tables.Workspace?.rows[0], id: 'home', name: 'Home' };
      await insertRows(server, name, 'Workspace', [workspace]);
      await insertRows(server, name, 'Typebot', Typebot);
      for (const [table, rows] of Object.entries(others)) await insertRows(server, name, table, rows);
      return name;
    }

    const flow = { groups: [], variables: [], edges: [], theme: {}, settings: {} };
    const bot = (fields: JsonObject): JsonObject => ({
      ...flow,
      id: 'bot',
      name: 'Bot',
      workspaceId: 'home',
      createdAt: TIME,
      updatedAt: TIME,
      isArchived: false,
      isClosed: false,
      ...fields,
    });
    const result = (fields: JsonObject): JsonObject => ({
      id: 'r1',
      typebotId: 'bot',
      createdAt: TIME,
      isCompleted: false,
      hasStarted: true,
      isArchived: false,
      variables: [],
      ...fields,
    });
    let answerId = 0;
    const answer = (fields: JsonObject): JsonObject => {
      answerId += 1;
      return { id: answerId, resultId: 'r1', blockId: 'b1', content: 'Yes', createdAt: TIME, ...fields };
    };
    const oldAnswer = (fields: JsonObject): JsonObject => ({
      resultId: 'r1',
      groupId: 'g1',
      blockId: 'b1',
      content: 'Yes',
      createdAt: TIME,
      variableId: null,
      ...fields,
    });

    it('keeps every character', async () => {
      const odd = `"quoted" 'single' \\ back\r\n\ttab 李雷 مرحبا 👩🏽‍🚀 e\u0301 \u202Ertl \uFEFF \u0001 \u2028 $1 %s \uFFFF =1+1 ${'x'.repeat(100_000)}`;
      const name = await databaseWith({
        Typebot: [bot({ name: odd, groups: [{ id: 'g', title: odd, blocks: [], [odd.slice(0, 40)]: odd }] })],
        Result: [result({ variables: [{ id: 'v', name: odd, value: [odd, null] }] })],
        AnswerV2: [answer({ content: odd })],
      });
      const source = await opened(server, name);
      expect(await source.listBots('home')).toEqual([{ id: 'bot', name: odd }]);
      const { draft } = await source.readBot('bot');
      expect(draft.groups).toEqual([{ id: 'g', title: odd, blocks: [], [odd.slice(0, 40)]: odd }]);
      const [read] = await resultsOf(source, 'bot');
      expect(read?.variables).toEqual([{ id: 'v', name: odd, value: [odd, null] }]);
      expect(read?.answers[0]?.content).toBe(odd);
      expectImportable(read ? [read] : []);
    });

    it('takes results of unknown state, and leaves deleted ones out', async () => {
      const name = await databaseWith({
        Result: [
          result({ id: 'unknown', hasStarted: null, isArchived: null }),
          result({ id: 'deleted', isArchived: true }),
          result({ id: 'viewed', hasStarted: false }),
          result({ id: 'other', typebotId: 'another' }),
          result({ id: 'first', createdAt: later(-1), isCompleted: true }),
        ],
      });
      const source = await opened(server, name);
      const results = await resultsOf(source, 'bot');
      expectImportable(results);
      expect(results).toEqual([
        {
          id: 'first',
          createdAt: later(-1),
          isCompleted: true,
          hasStarted: true,
          variables: [],
          answers: [],
        },
        { id: 'unknown', createdAt: TIME, isCompleted: false, variables: [], answers: [] },
        {
          id: 'viewed',
          createdAt: TIME,
          isCompleted: false,
          hasStarted: false,
          variables: [],
          answers: [],
        },
      ]);
      expect(await source.countResults('bot')).toBe(3);
    });

    it('merges old and new answers by time, and takes one that is in both once', async () => {
      const name = await databaseWith({
        Result: [result({})],
        Answer: [
          oldAnswer({ content: 'first', createdAt: later(1), variableId: 'v1' }),
          oldAnswer({ blockId: 'b2', content: 'both', createdAt: later(3) }),
          oldAnswer({ blockId: 'b3', content: 'last', createdAt: later(9) }),
          oldAnswer({ blockId: 'b4', content: 'same time, old', createdAt: later(5) }),
        ],
        AnswerV2: [
          answer({ blockId: 'b3', content: 'last', createdAt: later(10) }),
          answer({ content: 'second', createdAt: later(2) }),
          answer({ blockId: 'b2', content: 'both', createdAt: later(3) }),
          answer({ content: 'same time', createdAt: later(5) }),
          answer({ content: 'same time', createdAt: later(5) }),
        ],
      });
      const [read] = await resultsOf(await opened(server, name), 'bot');
      expect(read?.answers.map(({ content, createdAt }) => [content, createdAt])).toEqual([
        ['first', later(1)],
        ['second', later(2)],
        ['both', later(3)],
        ['same time, old', later(5)],
        ['same time', later(5)],
        ['same time', later(5)],
        ['last', later(9)],
        ['last', later(10)],
      ]);
      expect(read?.answers[0]).toEqual({
        blockId: 'b1',
        groupId: 'g1',
        variableId: 'v1',
        content: 'first',
        createdAt: later(1),
      });
    });

    it('reads files of answers', async () => {
      const urls = ['https://files.example/a.png', 'https://files.example/b.png'];
      const name = await databaseWith({
        Result: [result({})],
        AnswerV2: [
          answer({ attachedFileUrls: urls }),
          answer({ attachedFileUrls: [urls[0], null] }),
          answer({ attachedFileUrls: {} }),
        ],
      });
      const results = await resultsOf(await opened(server, name), 'bot');
      expectImportable(results);
      expect(results[0]?.answers.map(({ attachedFileUrls }) => attachedFileUrls)).toEqual([
        urls,
        [urls[0]],
        undefined,
      ]);
    });

    it('makes values of other types text', async () => {
      const name = await databaseWith({
        Result: [
          result({
            variables: [
              { id: 'v1', name: 'number', value: 12.5 },
              { id: 'v2', name: 'object', value: { a: [1] } },
              { id: 'v3', name: 'list', value: [1, 'two', null, true] },
              { id: 'v4', name: null, value: null, isSessionVariable: true },
              { name: 'without an id' },
              null,
              'text',
            ],
          }),
          result({ id: 'r2', variables: {} }),
        ],
      });
      const results = await resultsOf(await opened(server, name), 'bot');
      expectImportable(results);
      expect(results[0]?.variables).toEqual([
        { id: 'v1', name: 'number', value: '12.5' },
        { id: 'v2', name: 'object', value: '{"a":[1]}' },
        { id: 'v3', name: 'list', value: ['1', 'two', null, 'true'] },
        { id: 'v4', name: '', isSessionVariable: true },
      ]);
      expect(results[1]?.variables).toEqual([]);
    });

    it('shortens logs that are too long, in the order of their times', async () => {
      const log = (fields: JsonObject) => ({
        id: 'l1',
        resultId: 'r1',
        createdAt: TIME,
        status: 'error',
        description: 'Failed',
        ...fields,
      });
      const name = await databaseWith({
        Result: [result({})],
        Log: [
          log({ details: 'x'.repeat(20_000), context: 'client', createdAt: later(1) }),
          log({ id: 'l0', description: 'd'.repeat(20_000) }),
        ],
      });
      const results = await resultsOf(await opened(server, name), 'bot');
      expectImportable(results);
      expect(results[0]?.logs).toEqual([
        {
          createdAt: TIME,
          status: 'error',
          description: expect.stringMatching(/^d+… \(\d+ more characters\)$/),
        },
        {
          createdAt: later(1),
          status: 'error',
          description: 'Failed',
          details: expect.stringMatching(/^x+… \(\d+ more characters\)$/),
          context: 'client',
        },
      ]);
    });

    it('gives very old bots their version and their requests back, in the draft and in the published copy', async () => {
      const groups = [{ id: 'g', title: 'G', blocks: [{ id: 'b', type: 'Webhook', webhookId: 'w1' }] }];
      const name = await databaseWith({
        Typebot: [bot({ version: null, groups, events: null })],
        PublicTypebot: [
          {
            ...flow,
            id: 'copy',
            typebotId: 'bot',
            groups,
            version: null,
            createdAt: TIME,
            updatedAt: later(1),
          },
        ],
        Webhook: [
          {
            id: 'w1',
            url: 'https://hooks.example/',
            method: 'POST',
            queryParams: [],
            headers: [{ id: 'h', key: 'a', value: 'b' }],
            typebotId: 'bot',
            createdAt: TIME,
            updatedAt: TIME,
          },
        ],
      });
      const { draft, published } = await (await opened(server, name)).readBot('bot');
      const webhook = {
        id: 'w1',
        url: 'https://hooks.example/',
        method: 'POST',
        headers: [{ id: 'h', key: 'a', value: 'b' }],
        queryParams: [],
      };
      const expected = [{ ...groups[0], blocks: [{ ...groups[0]?.blocks[0], options: { webhook } }] }];
      expect(draft).toMatchObject({ version: '3', groups: expected });
      expect(importableDocument.safeParse(draft).error?.issues).toBeUndefined();
      expect(published).toEqual({
        ...flow,
        events: null,
        version: '3',
        groups: expected,
        createdAt: TIME,
        updatedAt: later(1),
      });
    });

    it('reads an installation that lacks newer tables and columns', async () => {
      const name = await databaseWith({ Result: [result({})], Answer: [oldAnswer({})] });
      const gone = ['AnswerV2', 'Log', 'Webhook', 'CustomDomain', 'DashboardFolder'].map(
        (table) => `DROP TABLE "${table}" CASCADE`,
      );
      await server.run(name, [...gone, 'ALTER TABLE "Typebot" DROP COLUMN events'].join(';'));
      const source = await opened(server, name);
      expect((await source.readBot('bot')).draft).not.toHaveProperty('events');
      const [read] = await resultsOf(source, 'bot');
      expect(read?.answers).toHaveLength(1);
      expect(read).not.toHaveProperty('logs');
      expect(await source.listDomains('acme')).toEqual([]);
      expect(await source.listFolders('acme')).toEqual([]);
    });
  });

  describe('with many results', () => {
    const RESULTS = 20_000;

    /** Results of one bot in pairs of the same microsecond, with three answers each, and a few of another. */
    async function createMany(name: string): Promise<void> {
      await createSourceDatabase(server, name, { withRows: false });
      await server.run(
        name,
        `INSERT INTO "Result" (id, "createdAt", "typebotId", "isCompleted", variables, "hasStarted")
          SELECT 'r' || n, timestamp '2024-01-01' + (n / 2) * interval '1 ms', CASE WHEN n > ${RESULTS} THEN 'other' ELSE 'bot' END,
            true, '[]', true FROM generate_series(1, ${RESULTS + 10}) AS n;
        INSERT INTO "AnswerV2" ("blockId", content, "resultId", "createdAt")
          SELECT 'b' || k, 'answer ' || k, 'r' || n, timestamp '2024-01-01' + k * interval '1 s'
            FROM generate_series(1, ${RESULTS}) AS n, generate_series(1, 3) AS k;
        CREATE INDEX ON "AnswerV2" ("resultId")`,
      );
    }

    type Counts = { snapshots: number; queries: number; mostRows: number };

    /** Counts snapshots and queries, and the rows of the largest response. */
    function counting(database: SourceDatabase): SourceDatabase & Counts {
      const counted = {
        ...database,
        snapshots: 0,
        queries: 0,
        mostRows: 0,
        query: async (...args: Parameters<SourceDatabase['query']>) => count(await database.query(...args)),
        inSnapshot: (read: Parameters<SourceDatabase['inSnapshot']>[0]) => {
          counted.snapshots += 1;
          return database.inSnapshot((query) => read(async (...args) => count(await query(...args))));
        },
      };
      function count<Row>(rows: Row[]): Row[] {
        counted.queries += 1;
        counted.mostRows = Math.max(counted.mostRows, rows.length);
        return rows;
      }
      return counted as SourceDatabase & Counts;
    }

    beforeAll(() => createMany('many'));

    it('reads each once, a page at a time', async () => {
      const database = counting(await openedDatabase(server, 'many'));
      const source = databaseSource(database, { pageResults: 500, pageIds: 3_000 });
      const seen = new Set<string>();
      let answers = 0;
      let isInOrder = true;
      let last = '';
      for await (const result of source.readResults('bot')) {
        isInOrder &&= String(result.createdAt) >= last;
        last = String(result.createdAt);
        seen.add(result.id);
        answers += (result as Result).answers.length;
      }
      expect({ results: seen.size, answers, isInOrder }).toEqual({
        results: RESULTS,
        answers: 3 * RESULTS,
        isInOrder: true,
      });
      // 6 lists of 3,000 ids and one of 2,000. Each page has results, answers, old answers and logs.
      expect(database.snapshots).toBe(6 * 6 + 4);
      expect(database.queries).toBe(7 + 4 * database.snapshots);
      expect(database.mostRows).toBe(3_000);
    });

    it('reads no further than its reader', async () => {
      const database = counting(await openedDatabase(server, 'many'));
      for await (const _ of databaseSource(database).readResults('bot')) break;
      expect(database.queries).toBe(1 + 4);
      // The connection is free for others.
      expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('returns results that arrive meanwhile, and none that are deleted meanwhile', async () => {
      await server.run('many', `CREATE TABLE "kept" AS SELECT * FROM "Result" WHERE id = 'r19999'`);
      const source = databaseSource(await openedDatabase(server, 'many'), {
        pageResults: 500,
        pageIds: 5_000,
      });
      const seen: string[] = [];
      for await (const { id } of source.readResults('bot')) {
        if (seen.length === 0) {
          await server.run(
            'many',
            `DELETE FROM "Result" WHERE id = 'r19999';
            INSERT INTO "Result" (id, "createdAt", "typebotId", "isCompleted", variables) VALUES ('new', now(), 'bot', false, '[]')`,
          );
        }
        seen.push(id);
      }
      await server.run(
        'many',
        `DELETE FROM "Result" WHERE id = 'new'; INSERT INTO "Result" SELECT * FROM "kept"`,
      );
      expect(seen).toHaveLength(RESULTS);
      expect(seen.at(-1)).toBe('new');
      expect(seen).not.toContain('r19999');
    });

    it('reads on after the connection broke', async () => {
      const source = databaseSource(await openedDatabase(server, 'many'), { pageResults: 1_000 });
      let count = 0;
      for await (const _ of source.readResults('bot')) {
        count += 1;
        if (count % 7_000 === 0) {
          await server.run(
            'postgres',
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bots move'",
          );
        }
      }
      expect(count).toBe(RESULTS);
    });

    it('says so if the server goes away while it reads', async () => {
      const other = await startPostgres();
      await createSourceDatabase(other, 'bots', { withRows: false });
      await other.run(
        'bots',
        `INSERT INTO "Result" (id, "typebotId", "isCompleted", variables)
          SELECT 'r' || n, 'bot', true, '[]' FROM generate_series(1, 1000) AS n`,
      );
      const source = await opened(other, 'bots');
      let count = 0;
      const reading = (async () => {
        for await (const _ of source.readResults('bot')) {
          count += 1;
          if (count === 1) await other.stop();
        }
      })();
      await expect(reading).rejects.toThrow(SourceUnreadableError);
      await expect(reading).rejects.toThrow(
        `Cannot read the database postgres://127.0.0.1:${other.port}/bots: nothing listens there`,
      );
      expect(count).toBe(250);
      await other.remove();
    });
  });
});
