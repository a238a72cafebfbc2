import { describe, expect, it } from 'vitest';
import { putItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import type { LogEntry } from '#lib/results/logs/log-store.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { noise, seededRandom } from '#test/fixtures/random.ts';
import { importBot } from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { openSession } from '#test/support/open-session.ts';
import { appendLogs } from '#test/support/stored-logs.ts';
import { secondsLater, storedResult } from '#test/support/stored-results.ts';

type Line = { id: string; createdAt: string; resultId: string; description: string; details: unknown };
type Body = { logs: Line[]; nextCursor?: string };

const entries = (count: number, from = 0): LogEntry[] =>
  Array.from({ length: count }, (_, index) => ({ status: 'error', description: `Entry ${from + index}` }));

describeApi('GET /v1/bots/{botId}/results/{resultId}/logs', (api) => {
  const list = (botId: string, resultId: string, query: Record<string, string> = {}, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/results/${resultId}/logs`, query, ...more });

  const importedId = async () => (await importBot(api, v6Document())).id;
  const newResult = async () => {
    const botId = await importedId();
    return { botId, resultId: (await storedResult(api.workspaceId, botId)).id };
  };
  const getBody = (response: ApiResponse): Body => {
    expect(response.status, response.text.slice(0, 500)).toBe(200);
    return response.body as Body;
  };
  const allPages = async (botId: string, resultId: string, query: Record<string, string> = {}) => {
    const pages: Body[] = [];
    let cursor: string | undefined;
    do {
      const page = getBody(await list(botId, resultId, { ...query, ...(cursor && { cursor }) }));
      pages.push(page);
      cursor = page.nextCursor;
    } while (cursor);
    return pages;
  };

  describe.runIf(api.canReachStore)('200', () => {
    it('returns an empty list for a run without logs', async () => {
      const { botId, resultId } = await newResult();
      expect(getBody(await list(botId, resultId))).toStrictEqual({ logs: [] });
    });

    it('returns every field of a client log', async () => {
      const { botId, resultId } = await newResult();
      const session = await openSession({ workspaceId: api.workspaceId, botId, resultId });
      await api.request({
        api: 'chat',
        method: 'POST',
        path: `/v1/sessions/${session.id}/clientLogs`,
        body: {
          clientLogs: [
            { status: 'info', description: 'First', details: { a: [1, null] }, context: 'page' },
            { description: 'Second', details: 'text' },
            { description: 'Third' },
          ],
        },
      });
      const any = {
        id: expect.stringMatching(/^[0-9a-f-]{36}-000-\d$/),
        createdAt: expect.any(String),
        resultId,
      };
      expect(getBody(await list(botId, resultId))).toStrictEqual({
        logs: [
          { ...any, status: 'info', description: 'First', details: { a: [1, null] }, context: 'page' },
          { ...any, status: 'error', description: 'Second', details: 'text', context: null },
          { ...any, status: 'error', description: 'Third', details: null, context: null },
        ],
      });
    });

    it('returns the oldest first, keeping the order within a request', async () => {
      const { botId, resultId } = await newResult();
      await appendLogs(resultId, secondsLater(2), entries(3, 30));
      await appendLogs(resultId, secondsLater(1), entries(12, 0));
      const { logs } = getBody(await list(botId, resultId));
      expect(logs.map(({ description }) => description)).toStrictEqual(
        [...entries(12, 0), ...entries(3, 30)].map(({ description }) => description),
      );
      expect(logs[0]?.createdAt).toBe(secondsLater(1));
    });

    it('pages through all entries, each once, with stable ids, whatever the limit', async () => {
      const { botId, resultId } = await newResult();
      for (let batch = 0; batch < 7; batch++) {
        await appendLogs(resultId, secondsLater(batch), entries(9, batch * 9));
      }
      const expected = entries(63).map(({ description }) => description);
      const ids = getBody(await list(botId, resultId)).logs.map(({ id }) => id);
      expect(new Set(ids).size).toBe(63);
      for (const limit of [1, 4, 9, 10, 62, 63, 1000]) {
        const pages = await allPages(botId, resultId, { limit: String(limit) });
        const logs = pages.flatMap((page) => page.logs);
        expect(logs.map(({ description }) => description)).toStrictEqual(expected);
        expect(logs.map(({ id }) => id)).toStrictEqual(ids);
        expect(pages).toHaveLength(Math.ceil(63 / limit));
      }
    });

    it('returns 100 by default', async () => {
      const { botId, resultId } = await newResult();
      for (let batch = 0; batch < 130; batch++)
        await appendLogs(resultId, secondsLater(batch), entries(1, batch));
      const pages = await allPages(botId, resultId);
      expect(pages.map(({ logs }) => logs.length)).toStrictEqual([100, 30]);
    });

    it('ends a page before it exceeds the response size', async () => {
      const { botId, resultId } = await newResult();
      const random = seededRandom(3);
      const sent = Array.from({ length: 100 }, (_, index) => ({
        status: 'error',
        // A control character takes seven bytes in the response.
        description: `${index}${'\u0001'.repeat(9_000)}`,
        details: noise(random, 16_000),
      }));
      await appendLogs(resultId, secondsLater(0), sent);
      const pages = await allPages(botId, resultId);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flatMap(({ logs }) => logs.map(({ details }) => details))).toStrictEqual(
        sent.map(({ details }) => details),
      );
    });

    it('omits expired entries', async () => {
      const { botId, resultId } = await newResult();
      await putItem({
        ...keys.logBatch(resultId, secondsLater(0), 'batch-000'),
        entries: 'x',
        expiresAt: Math.floor(Date.now() / 1_000) - 1,
      });
      expect(getBody(await list(botId, resultId))).toStrictEqual({ logs: [] });
    });

    it('returns the other entries if a batch is unreadable', async () => {
      const { botId, resultId } = await newResult();
      await putItem({ ...keys.logBatch(resultId, secondsLater(0), 'broken-000'), entries: 'x' });
      await putItem({ ...keys.logBatch(resultId, secondsLater(0), 'empty-000') });
      await appendLogs(resultId, secondsLater(1), entries(1));
      expect(getBody(await list(botId, resultId)).logs).toHaveLength(1);
    });

    it.each(['viewer', 'editor', 'admin'] as const)('accepts a token with the role %s', async (role) => {
      const { botId, resultId } = await newResult();
      expect((await list(botId, resultId, {}, { token: await api.tokenFor(role) })).status).toBe(200);
    });
  });

  describe('400', () => {
    it.each([
      ['a limit of 0', { limit: '0' }, 'limit'],
      ['a limit of 1,001', { limit: '1001' }, 'limit'],
      ['an unknown cursor', { cursor: 'abc' }, 'cursor'],
      ['a cursor into another partition', { cursor: Buffer.from('1#a#b#0').toString('base64url') }, 'cursor'],
    ])('rejects %s', async (_, query, path) => {
      expect(await list('any', 'any', query as Record<string, string>)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path }] },
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await list('any', 'any', {}, { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a result id %s', async (_, id) => {
      expect(await list(await importedId(), id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Result not found' },
      });
    });

    it.runIf(api.canReachStore)('hides the result from strangers and from other bots', async () => {
      const { botId, resultId } = await newResult();
      expect(await list(await importedId(), resultId)).toMatchObject({
        status: 404,
        body: { message: 'Result not found' },
      });
      expect(await list(botId, resultId, {}, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { message: 'Bot not found' },
      });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const { botId, resultId } = await newResult();
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => list(botId, resultId),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });
});
