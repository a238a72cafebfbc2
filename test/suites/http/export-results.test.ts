import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/results/result-schema.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { publishedBot, reply, startedChat } from '#test/support/chat-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { FIRST_RESULT_AT, secondsLater, storedResult, storedResults } from '#test/support/stored-results.ts';

/** Parses CSV into rows of cells, independently of the code that writes it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const TITLES = ['Submitted at', 'Route', 'Tags', 'Untitled', 'Completed', 'Result id', 'Other'];

const routeAnswer = (content: string): Answer => ({
  createdAt: FIRST_RESULT_AT,
  resultId: '',
  groupId: 'group-route',
  blockId: 'block-route',
  variableId: 'var-route',
  content,
  storageUsed: 0,
});

describeApi('GET /v1/bots/{botId}/results/export', (api) => {
  const send = (botId: string, query: Record<string, string> = {}, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/results/export`, query, ...more });

  const importedId = async () => (await importBot(api, v6Document())).id;
  const stored = (botId: string, content: string) =>
    storedResult(api.workspaceId, botId, { answers: [routeAnswer(content)] });

  /** Exports page by page, as a client does. */
  const exported = async (botId: string, query: Record<string, string>) => {
    const pages: ApiResponse[] = [];
    let cursor: string | null = null;
    do {
      const page: ApiResponse = await send(botId, { ...query, ...(cursor !== null && { cursor }) });
      expect(page.status, page.text.slice(0, 500)).toBe(200);
      cursor = page.headers.get('x-next-cursor');
      expect(page.headers.get('x-export-complete')).toBe(String(cursor === null));
      pages.push(page);
    } while (cursor !== null);
    return { pages, text: pages.map(({ text }) => text).join('') };
  };
  const toRows = async (botId: string, query: Record<string, string> = {}) => {
    const { text } = await exported(botId, { format: 'csv', ...query });
    expect(text.startsWith('\uFEFF')).toBe(true);
    return parseCsv(text.slice(1));
  };
  const toLines = async (botId: string, query: Record<string, string> = {}) => {
    const { text } = await exported(botId, { format: 'ndjson', ...query });
    expect(text.endsWith('\n')).toBe(true);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  };

  describe('200', () => {
    it('returns only a header row for a bot without results', async () => {
      expect(await toRows(await importedId())).toStrictEqual([TITLES]);
    });

    it('is complete as NDJSON even without results', async () => {
      expect(await toLines(await importedId())).toStrictEqual([{ complete: true, count: 0 }]);
    });

    it('sets Content-Type and Content-Disposition', async () => {
      const botId = await importedId();
      const csv = await send(botId, { format: 'csv' });
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="results-${botId}.csv"`);
      const ndjson = await send(botId, { format: 'ndjson' });
      expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    });
  });

  describe.runIf(api.canReachStore)('200 with results', () => {
    it('exports each result as a row, newest first', async () => {
      const botId = await importedId();
      const older = await stored(botId, 'North "island", or so\nélan 😀');
      const newer = await storedResult(api.workspaceId, botId, {
        createdAt: secondsLater(5),
        isCompleted: false,
        variables: [{ id: 'var-tags', name: 'Tags', value: ['a', 'b'] }],
        answers: [{ ...routeAnswer('x'), blockId: 'gone', variableId: null }],
      });
      expect(await toRows(botId)).toStrictEqual([
        TITLES,
        [secondsLater(5), '', 'a, b', '', 'false', newer.id, '[{"blockId":"gone","content":"x"}]'],
        [FIRST_RESULT_AT, 'North "island", or so\nélan 😀', '', '', 'true', older.id, ''],
      ]);
    });

    it('exports each result as a line of JSON, followed by the total', async () => {
      const botId = await importedId();
      const result = await stored(botId, 'a\nb\u2028"c"');
      expect(await toLines(botId)).toStrictEqual([result, { complete: true, count: 1 }]);
    });

    it.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', ' =1', ';=1', '＝1'])(
      'escapes the formula in the answer %j',
      async (content) => {
        const botId = await importedId();
        await stored(botId, content);
        expect((await toRows(botId))[1]?.[1]).toBe(`'${content}`);
      },
    );

    it.skipIf(CASES.length === 0)('leaves a phone number as it is (26)', async () => {
      const { bot, replies } = readCase('26');
      const { publicId, id } = await publishedBot(api, bot);
      const { sessionId } = await startedChat(api, publicId);
      await reply(api, sessionId, replies[0] ?? '');
      expect((await toRows(id))[1]?.[1]).toBe('+33612345678');
    });

    it('escapes a formula in a title', async () => {
      const botId = await importedId();
      await patchBot(api, botId, { variables: [{ id: 'v', name: '=HYPERLINK("x")' }] });
      expect((await toRows(botId))[0]).toContain('\'=HYPERLINK("x")');
    });

    it('spans several pages with one header and one end marker', async () => {
      const botId = await importedId();
      const ids = await storedResults(api.workspaceId, botId, 25);
      const csv = await exported(botId, { format: 'csv', limit: '10' });
      expect(csv.pages).toHaveLength(3);
      const rows = parseCsv(csv.text.slice(1));
      expect(rows.map((row) => row.at(-2))).toStrictEqual(['Result id', ...ids]);
      expect(csv.text.lastIndexOf('\uFEFF')).toBe(0);
      const lines = await toLines(botId, { limit: '10' });
      expect(lines.slice(0, -1).map((line) => (line as { id: string }).id)).toStrictEqual(ids);
      expect(lines.at(-1)).toStrictEqual({ complete: true, count: 25 });
    });

    it('does not report completion before the last page', async () => {
      const botId = await importedId();
      await storedResults(api.workspaceId, botId, 3);
      const { headers, text } = await send(botId, { format: 'ndjson', limit: '2' });
      expect(headers.get('x-export-complete')).toBe('false');
      expect(text).not.toContain('complete":');
    });

    it('ends a page before it exceeds the response size', async () => {
      const botId = await importedId();
      for (let count = 0; count < 9; count++) await stored(botId, '"'.repeat(190_000));
      const csv = await exported(botId, { format: 'csv' });
      expect(csv.pages.length).toBeGreaterThan(1);
      expect(parseCsv(csv.text.slice(1))).toHaveLength(10);
      expect((await toLines(botId)).at(-1)).toStrictEqual({ complete: true, count: 9 });
    });

    it('supports the filters of the list', async () => {
      const botId = await importedId();
      await storedResults(api.workspaceId, botId, 4);
      const query = { from: secondsLater(1), to: secondsLater(3), isCompleted: 'true', timeZone: 'UTC' };
      expect((await toLines(botId, query)).at(-1)).toStrictEqual({ complete: true, count: 2 });
      expect((await toLines(botId, { timeFilter: 'today' })).at(-1)).toMatchObject({ count: 0 });
      expect((await toLines(botId, { ...query, search: 'answer' })).at(-1)).toMatchObject({ count: 2 });
      expect((await toLines(botId, { search: 'nothing like it' })).at(-1)).toMatchObject({ count: 0 });
      const { id } = await storedResult(api.workspaceId, botId, {
        variables: [{ id: 'v', name: 'Name', value: 'Ada' }],
      });
      const [line, end] = await toLines(botId, { variable: 'Name', value: 'ada' });
      expect(line).toMatchObject({ id });
      expect(end).toMatchObject({ count: 1 });
    });

    it('uses the columns of the published flow, whatever the draft is', async () => {
      const botId = await importedId();
      await publishBot(api, botId);
      await patchBot(api, botId, { variables: [], groups: [] });
      expect((await toRows(botId))[0]).toStrictEqual(TITLES);
    });

    it.each(['viewer', 'editor', 'admin'] as const)('accepts a token with the role %s', async (role) => {
      const token = await api.tokenFor(role);
      expect((await send(await importedId(), { format: 'csv' }, { token })).status).toBe(200);
    });
  });

  describe('400', () => {
    it.each([
      ['no format', {}, 'format'],
      ['an unknown format', { format: 'xlsx' }, 'format'],
      ['an unknown cursor', { format: 'csv', cursor: 'abc' }, 'cursor'],
      ['a limit of 501', { format: 'csv', limit: '501' }, 'limit'],
      ['an unknown time zone', { format: 'csv', timeZone: 'Europe/Atlantis' }, 'timeZone'],
    ])('rejects %s', async (_, query, path) => {
      expect(await send(await importedId(), query as Record<string, string>)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path }] },
      });
    });

    it.runIf(api.canReachStore)('rejects a cursor with a forged position', async () => {
      const botId = await importedId();
      await storedResults(api.workspaceId, botId, 2);
      const { headers } = await send(botId, { format: 'ndjson', limit: '1' });
      const [count, form] = (headers.get('x-next-cursor') ?? '').split('.');
      expect(await send(botId, { format: 'ndjson', cursor: `${count}.${form}.abc` })).toMatchObject({
        status: 400,
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await send('any', { format: 'csv' }, { token: null })).toMatchObject({ status: 401 });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      for (const format of ['csv', 'ndjson']) {
        expect(await send(id, { format })).toMatchObject({ status: 404, body: { message: 'Bot not found' } });
      }
    });

    it.runIf(api.canReachStore)('treats a foreign bot like an unknown one', async () => {
      const [botId, token] = [await importedId(), await api.strangerToken()];
      for (const format of ['csv', 'ndjson']) {
        expect(await send(botId, { format }, { token })).toMatchObject({
          status: 404,
          body: { message: 'Bot not found' },
        });
      }
      await publishBot(api, botId);
      expect(await send(botId, { format: 'csv' }, { token })).toMatchObject({ status: 404 });
    });
  });

  describe.runIf(api.canReachStore)('409', () => {
    it('rejects a cursor from an export with other columns or another format', async () => {
      const botId = await importedId();
      await storedResults(api.workspaceId, botId, 3);
      const { headers } = await send(botId, { format: 'csv', limit: '1' });
      const cursor = headers.get('x-next-cursor') ?? '';
      expect(await send(botId, { format: 'ndjson', cursor })).toMatchObject({ status: 409 });
      await patchBot(api, botId, { variables: [{ id: 'v', name: 'New' }] });
      expect(await send(botId, { format: 'csv', cursor })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      });
    });
  });

  describe('413', () => {
    it('for more questions than fit into a header row, but not as NDJSON', async () => {
      const group = (number: number) => ({
        id: `group-${number}`,
        title: `${number} ${'long '.repeat(30)}`,
        graphCoordinates: { x: 0, y: 0 },
        blocks: Array.from({ length: 2_000 }, (_, index) => ({
          id: `${number}-${index}`,
          type: 'text input',
        })),
      });
      const groups = Array.from({ length: 25 }, (_, number) => group(number));
      const { id } = await importBot(api, { version: '6', name: 'Many', events: [], groups });
      const { status, body } = await send(id, { format: 'csv' });
      expect([status, body]).toMatchObject([
        413,
        { code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('export as NDJSON') },
      ]);
      const { limitBytes, actualBytes } = body as { limitBytes: number; actualBytes: number };
      expect(actualBytes).toBeGreaterThan(limitBytes);
      expect(await toLines(id)).toStrictEqual([{ complete: true, count: 0 }]);
      // Questions that were removed since have no columns then, but do not stop the export.
      await publishBot(api, id);
      await patchBot(api, id, { groups: [], variables: [{ id: 'v', name: 'Name' }] });
      await publishBot(api, id);
      expect(await toRows(id)).toStrictEqual([['Submitted at', 'Name', 'Completed', 'Result id', 'Other']]);
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('returns no partial page if the database is throttled', async () => {
      const botId = await importedId();
      await storedResults(api.workspaceId, botId, 3);
      const { value: response } = await failing(
        {
          when: (request) => isAboutContent(request) && request.text.includes('RESULT#'),
          error: databaseError('ThrottlingException'),
        },
        () => send(botId, { format: 'csv' }),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });
});
