import { describe, expect, it } from 'vitest';
import { putItem } from '#lib/platform/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/platform/store/keys.ts';
import type { Result } from '#lib/results/result-schema.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { intercepting } from '#test/support/database-requests.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import {
  type ResultFields,
  secondsLater,
  storedResult,
  storedResults,
  toResult,
} from '#test/support/stored-results.ts';

type Body = { results: (Result & { omittedAnswers?: number })[]; nextCursor?: string; searched?: number };

const DAY_MS = 24 * 60 * 60 * 1_000;

describeApi('GET /v1/bots/{botId}/results', (api) => {
  const list = (botId: string, query: Record<string, string | string[]> = {}, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/results`, query, ...more });

  const importedId = async () => (await importBot(api, v6Document())).id;
  const stored = (botId: string, fields: ResultFields = {}) => storedResult(api.workspaceId, botId, fields);

  const getBody = (response: ApiResponse): Body => {
    expect(response.status, response.text.slice(0, 500)).toBe(200);
    return response.body as Body;
  };
  const getIds = async (botId: string, query: Record<string, string> = {}) =>
    getBody(await list(botId, query)).results.map(({ id }) => id);

  /** Reads all pages, as a client does. */
  const allPages = async (botId: string, query: Record<string, string> = {}): Promise<Body[]> => {
    const pages: Body[] = [];
    let cursor: string | undefined;
    do {
      const page = getBody(await list(botId, { ...query, ...(cursor && { cursor }) }));
      pages.push(page);
      cursor = page.nextCursor;
    } while (cursor);
    return pages;
  };

  describe('200', () => {
    it('returns an empty list for a bot without results', async () => {
      expect(getBody(await list(await importedId()))).toStrictEqual({ results: [] });
    });
  });

  describe.runIf(api.canReachStore)('200 with results', () => {
    it('returns each result with its answers, newest first', async () => {
      const botId = await importedId();
      const older = await stored(botId, { answers: 2, createdAt: secondsLater(0) });
      const newer = await stored(botId, {
        answers: 1,
        createdAt: secondsLater(1),
        variables: [{ id: 'v', name: 'Name', value: 'Ada' }],
      });
      expect(getBody(await list(botId))).toStrictEqual({ results: [newer, older] });
    });

    it('returns results of any age by default', async () => {
      const botId = await importedId();
      const { id } = await stored(botId, { createdAt: '2019-01-01T00:00:00.000Z' });
      expect(await getIds(botId)).toStrictEqual([id]);
      expect(await getIds(botId, { timeFilter: 'allTime' })).toStrictEqual([id]);
      expect(await getIds(botId, { timeFilter: 'yearToDate' })).toStrictEqual([]);
    });

    it('omits results never started, archived results and those of other bots', async () => {
      const botId = await importedId();
      const shown = await stored(botId);
      await stored(botId, { hasStarted: false });
      await stored(botId, { isArchived: true });
      await stored(await importedId());
      expect(await getIds(botId)).toStrictEqual([shown.id]);
    });

    it('omits expired results that are still in the table', async () => {
      const botId = await importedId();
      const id = 'expired';
      await putItem({
        ...keys.result(id),
        ...indexKeys.resultOfBot(botId, secondsLater(0), id),
        ...{ id, botId, workspaceId: api.workspaceId, listed: { hasStarted: true } },
        expiresAt: Math.floor(Date.now() / 1_000) - 1,
      });
      expect(await getIds(botId)).toStrictEqual([]);
    });

    it('filters completed or abandoned runs', async () => {
      const botId = await importedId();
      const done = await stored(botId, { isCompleted: true });
      const left = await stored(botId, { isCompleted: false });
      expect(await getIds(botId, { isCompleted: 'true' })).toStrictEqual([done.id]);
      expect(await getIds(botId, { isCompleted: 'false' })).toStrictEqual([left.id]);
      expect(await getIds(botId)).toHaveLength(2);
    });

    describe('with a filter', () => {
      const answered = (botId: string, content: string, more: ResultFields = {}) => {
        const [answer] = toResult(botId, { answers: 1 }).answers;
        return stored(botId, { ...more, answers: answer ? [{ ...answer, content }] : [] });
      };
      const named = (value: string | (string | null)[] | null) => [{ id: 'v-name', name: 'Name', value }];

      it('searches the text of answers, whatever case and accents', async () => {
        const botId = await importedId();
        const one = await answered(botId, 'From Zürich to Genève', { createdAt: secondsLater(1) });
        const two = await answered(botId, 'ZURICH', { createdAt: secondsLater(0) });
        await answered(botId, 'Basel', { variables: named('Zürich') });
        expect(getBody(await list(botId, { search: 'zürich' }))).toStrictEqual({
          results: [one, two],
          searched: 3,
        });
        expect(await getIds(botId, { search: 'geneve' })).toStrictEqual([one.id]);
        expect(await getIds(botId, { search: 'Bern' })).toStrictEqual([]);
      });

      it.each([
        ['by name', 'Name', 'ada', 1],
        ['by id', 'v-name', ' ADA ', 1],
        ['by an element of a list', 'Name', 'gràce', 1],
        ['by a whole list', 'Name', 'Grace, Joan', 1],
        ['without a value', 'Name', '', 2],
        ['not by a part of the value', 'Name', 'Ad', 0],
        ['not by a name in another case', 'name', 'Ada', 0],
        ['not by an unknown variable', 'Age', '', 0],
      ])('selects by the value of a variable: %s', async (_, variable, value, count) => {
        const botId = await importedId();
        for (const stands of ['Ada', ['Grace', 'Joan'], null, '']) {
          await stored(botId, { variables: named(stands), answers: 1 });
        }
        await stored(botId, { variables: [{ id: 'other', name: 'Other', value: 'Ada' }] });
        expect(await getIds(botId, { variable, value })).toHaveLength(count);
      });

      it('combines with each other, with completion and with a period', async () => {
        const botId = await importedId();
        const fields = { variables: named('Ada'), isCompleted: true, createdAt: secondsLater(5) };
        const wanted = await answered(botId, 'yes', fields);
        await answered(botId, 'no', fields);
        await answered(botId, 'yes', { ...fields, isCompleted: false });
        await answered(botId, 'yes', { ...fields, variables: named('Joan') });
        await answered(botId, 'yes', { ...fields, createdAt: secondsLater(9) });
        const query = { search: 'yes', variable: 'Name', value: 'Ada', isCompleted: 'true' };
        expect(await getIds(botId, { ...query, to: secondsLater(6) })).toStrictEqual([wanted.id]);
      });

      it('pages through all matches, each once, and counts all results', async () => {
        const botId = await importedId();
        const wanted: string[] = [];
        for (let second = 0; second < 45; second++) {
          const { id } = await answered(botId, second % 3 === 0 ? 'yes' : 'no', {
            createdAt: secondsLater(second),
            variables: named(second % 2 === 0 ? 'Ada' : 'Joan'),
          });
          if (second % 3 === 0) wanted.unshift(id);
        }
        for (const limit of ['1', '4', '15', '500']) {
          const pages = await allPages(botId, { search: 'yes', limit });
          expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toStrictEqual(wanted);
          expect(pages.reduce((sum, { searched = 0 }) => sum + searched, 0)).toBe(45);
        }
        const both = await allPages(botId, { search: 'yes', variable: 'Name', value: 'ada', limit: '3' });
        expect(both.flatMap(({ results }) => results)).toHaveLength(8);
      });

      it('does not find results that were never started, are archived or have been erased', async () => {
        const botId = await importedId();
        const { id } = await answered(botId, 'yes');
        await answered(botId, 'yes', { hasStarted: false });
        await answered(botId, 'yes', { isArchived: true });
        expect(await getIds(botId, { search: 'yes' })).toStrictEqual([id]);
        await api.request({ method: 'DELETE', path: `/v1/bots/${botId}/results/${id}` });
        expect(await getIds(botId, { search: 'yes' })).toStrictEqual([]);
      });

      it.runIf(api.canInjectFaults)('looks at 500 results a request, whatever it finds', async () => {
        const botId = await importedId();
        await storedResults(api.workspaceId, botId, 620);
        const [first, second] = await allPages(botId, { search: 'nothing like it' });
        expect(first).toMatchObject({ results: [], searched: 500, nextCursor: expect.any(String) });
        expect(second).toStrictEqual({ results: [], searched: 120 });
        const { commands } = await measureConsumption(() => list(botId, { variable: 'Name', value: 'Ada' }));
        expect(commands).toStrictEqual([
          'GetItemCommand',
          'QueryCommand',
          ...Array(5).fill('BatchGetItemCommand'),
        ]);
      });

      it.each([
        ['a variable without a value', { variable: 'Name' }, 'value'],
        ['a value without a variable', { value: 'Ada' }, 'variable'],
        ['an empty search', { search: '' }, 'search'],
        ['an empty variable', { variable: '', value: 'Ada' }, 'variable'],
        ['a value of 1,001 characters', { variable: 'a', value: 'x'.repeat(1_001) }, 'value'],
      ])('rejects %s', async (_, query, path) => {
        expect(await list(await importedId(), query)).toMatchObject({
          status: 400,
          body: { issues: [{ path }] },
        });
      });
    });

    it('filters by time: from is inclusive, to is exclusive', async () => {
      const botId = await importedId();
      const results: string[] = [];
      for (const seconds of [0, 1, 2, 3]) {
        results.push((await stored(botId, { createdAt: secondsLater(seconds) })).id);
      }
      const [, first, second] = results;
      const [from, to] = [secondsLater(1), secondsLater(3)];
      expect(await getIds(botId, { from, to })).toStrictEqual([second, first]);
      expect(await getIds(botId, { from })).toHaveLength(3);
      expect(await getIds(botId, { to })).toHaveLength(3);
      expect(await getIds(botId, { from: to, to })).toHaveLength(0);
      // The same instant with a time zone offset.
      expect(await getIds(botId, { from: from.replace('08:', '10:').replace('Z', '+02:00') })).toHaveLength(
        3,
      );
      // from and to override timeFilter.
      expect(await getIds(botId, { from, timeFilter: 'today' })).toHaveLength(3);
      expect(await getIds(botId, { to: '9999-12-31T23:59:59-05:00' })).toHaveLength(4);
      expect(await getIds(botId, { from: '0000-01-01T00:00:00+05:00' })).toHaveLength(4);
      expect(await getIds(botId, { to: '0000-01-01T00:00:00+05:00' })).toHaveLength(0);
    });

    it('counts days in the requested time zone', async () => {
      const botId = await importedId();
      const recent = await stored(botId, { createdAt: new Date(Date.now() - 1_000).toISOString() });
      await stored(botId, { createdAt: new Date(Date.now() - 2 * DAY_MS).toISOString() });
      const old = await stored(botId, { createdAt: new Date(Date.now() - 400 * DAY_MS).toISOString() });
      // In at least one of three time zones around the world, it is well past midnight.
      const today = await Promise.all(
        ['Asia/Tokyo', 'Europe/Berlin', 'America/Los_Angeles'].map((timeZone) =>
          getIds(botId, { timeFilter: 'today', timeZone }),
        ),
      );
      expect(today).toContainEqual([recent.id]);
      expect(await getIds(botId, { timeFilter: 'last7Days' })).toHaveLength(2);
      expect(await getIds(botId, { timeFilter: 'last30Days' })).not.toContain(old.id);
    });

    it('pages through all results, each once, in order', async () => {
      const botId = await importedId();
      const ids = await storedResults(api.workspaceId, botId, 25);
      const pages = await allPages(botId, { limit: '10' });
      expect(pages.map(({ results }) => results.length)).toStrictEqual([10, 10, 5]);
      expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toStrictEqual(ids);
    });

    it('returns no cursor after a full last page', async () => {
      const botId = await importedId();
      await storedResults(api.workspaceId, botId, 10);
      expect((await allPages(botId, { limit: '5' })).map(({ results }) => results.length)).toStrictEqual([
        5, 5,
      ]);
    });

    it('returns 50 by default and up to 500', async () => {
      const botId = await importedId();
      await storedResults(api.workspaceId, botId, 60);
      expect(getBody(await list(botId)).results).toHaveLength(50);
      expect(getBody(await list(botId, { limit: '500' })).results).toHaveLength(60);
      expect(getBody(await list(botId, { limit: '1' })).results).toHaveLength(1);
    });

    it('pages through results from the same millisecond', async () => {
      const botId = await importedId();
      for (let count = 0; count < 5; count++) await stored(botId);
      const ids = (await allPages(botId, { limit: '2' })).flatMap(({ results }) =>
        results.map(({ id }) => id),
      );
      expect(new Set(ids).size).toBe(5);
      expect(ids).toHaveLength(5);
    });

    it('continues if the result named by the cursor was deleted', async () => {
      const botId = await importedId();
      const [, second, third] = await storedResults(api.workspaceId, botId, 3);
      const { nextCursor = '' } = getBody(await list(botId, { limit: '2' }));
      await api.request({ method: 'DELETE', path: `/v1/bots/${botId}/results/${second}` });
      expect(await getIds(botId, { cursor: nextCursor })).toStrictEqual([third]);
    });

    it('interprets a cursor of another time window as a position in this one', async () => {
      const botId = await importedId();
      const ids = await storedResults(api.workspaceId, botId, 4);
      const { nextCursor: cursor = '' } = getBody(await list(botId, { limit: '2' }));
      expect(await getIds(botId, { cursor, from: secondsLater(3) })).toStrictEqual([]);
      expect(await getIds(botId, { cursor, to: secondsLater(1) })).toStrictEqual([ids[3]]);
      expect(await getIds(botId, { cursor, to: secondsLater(2) })).toStrictEqual(ids.slice(2));
    });

    it.runIf(api.canInjectFaults)('ends pages early if matches are rare', async () => {
      const botId = await importedId();
      const [oldest] = [await stored(botId, { createdAt: secondsLater(-10), isCompleted: false })];
      await storedResults(api.workspaceId, botId, 60);
      const pages = await intercepting(
        // Simulates items so large that few fit into the 1 MB of a query.
        async ({ command, input }, send) =>
          await send(command === 'QueryCommand' ? { ...input, Limit: 3 } : input),
        () => allPages(botId, { limit: '2', isCompleted: 'false' }),
      );
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toStrictEqual([oldest.id]);
    });

    it('ends a page before it exceeds the response size, and continues on the next', async () => {
      const botId = await importedId();
      // A quote takes four bytes in the response, so the five results take 8 MB.
      const content = '"'.repeat(200_000);
      const large = await Promise.all(
        [0, 1, 2, 3, 4].map(async (seconds) => {
          const createdAt = secondsLater(seconds);
          const [answer] = (await stored(botId, { createdAt, answers: 1, hasStarted: false })).answers;
          if (!answer) throw new Error('There is an answer');
          const answers = [answer, answer].map((one) => ({ ...one, content }));
          return await stored(botId, { id: answer.resultId, createdAt, answers });
        }),
      );
      const pages = await allPages(botId);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flatMap(({ results }) => results)).toStrictEqual(large.toReversed());
    });

    it('truncates a result that exceeds the response size, says so, and continues', async () => {
      const botId = await importedId();
      const older = await stored(botId, { createdAt: secondsLater(0), answers: 1 });
      const { id, answers } = await stored(botId, { createdAt: secondsLater(1), answers: 9 });
      const content = '"'.repeat(190_000);
      await stored(botId, {
        id,
        createdAt: secondsLater(1),
        answers: answers.map((one) => ({ ...one, content })),
      });
      const pages = await allPages(botId);
      const [cut, next] = pages.flatMap(({ results }) => results);
      expect(next).toStrictEqual(older);
      expect(cut?.id).toBe(id);
      expect(cut?.answers.length).toBeGreaterThan(0);
      expect((cut?.answers.length ?? 0) + (cut?.omittedAnswers ?? 0)).toBe(9);
    });

    it.each([
      ['has nothing but its flags', {}],
      ['has invalid variables', { variables: [{ id: 'v' }, 7, null] }],
      ['has a number for a time', { createdAt: 7 }],
    ])('returns what it can of a result that %s', async (_, fields) => {
      const botId = await importedId();
      const good = await stored(botId, { createdAt: secondsLater(1) });
      const id = `malformed-${botId}`;
      await putItem({
        ...keys.result(id),
        ...indexKeys.resultOfBot(botId, secondsLater(0), id),
        ...{ botId, workspaceId: api.workspaceId, listed: { hasStarted: true } },
        ...fields,
      });
      await putItem({ ...keys.answer(id, secondsLater(0), 1), content: { a: 1 } });
      expect(await getIds(botId)).toStrictEqual([good.id, id]);
    });

    it.each(['viewer', 'editor', 'admin'] as const)('accepts a token with the role %s', async (role) => {
      expect((await list(await importedId(), {}, { token: await api.tokenFor(role) })).status).toBe(200);
    });
  });

  describe('400', () => {
    it.each<[what: string, query: Record<string, string | string[]>, path: string]>([
      ['a limit of 0', { limit: '0' }, 'limit'],
      ['a limit of 501', { limit: '501' }, 'limit'],
      ['a negative limit', { limit: '-1' }, 'limit'],
      ['a limit that is not a number', { limit: 'ten' }, 'limit'],
      ['a limit with a fraction', { limit: '1.5' }, 'limit'],
      ['two limits', { limit: ['1', '2'] }, 'limit'],
      ['an unknown cursor', { cursor: 'abc' }, 'cursor'],
      ['an empty cursor', { cursor: '' }, 'cursor'],
      ['an offset as a cursor', { cursor: '50' }, 'cursor'],
      ['an unknown filter', { timeFilter: 'last8Days' }, 'timeFilter'],
      ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
      ['an invalid time zone', { timeZone: '../etc/passwd' }, 'timeZone'],
      ['a from that is not a timestamp', { from: 'yesterday' }, 'from'],
      ['a from without a time zone', { from: '2026-01-01T00:00:00' }, 'from'],
      ['a nonexistent date', { from: '2026-02-30T00:00:00Z' }, 'from'],
      ['a to before the from', { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to'],
      ['an invalid flag', { isCompleted: '1' }, 'isCompleted'],
    ])('rejects %s', async (_, query, path) => {
      expect(await list(await importedId(), query)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path }] },
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await list('any', {}, { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await list(id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign bot like an unknown one', async () => {
      const botId = await importedId();
      await stored(botId);
      expect(await list(botId, {}, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('does not reveal internal errors', async () => {
      const botId = await importedId();
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ValidationException') },
        () => list(botId),
      );
      expect(response).toMatchObject({ status: 500, body: { message: 'Internal server error' } });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('returns no partial page if reading one of the results is throttled', async () => {
      const botId = await importedId();
      const [, id] = await storedResults(api.workspaceId, botId, 3);
      const { value: response } = await failing(
        { when: ({ text }) => text.includes(`RESULT#${id}`), error: databaseError('ThrottlingException') },
        () => list(botId),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });
});
