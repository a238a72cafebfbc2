import { describe, expect, it } from 'vitest';
import { readSession } from '#lib/chat/store/session-store.ts';
import { deleteResults } from '#lib/jobs/erasure/delete-results.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { type Item, queryAll, updateItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { openSession } from '#test/support/open-session.ts';
import { appendLogs } from '#test/support/stored-logs.ts';
import { type ResultFields, secondsLater, storedResult } from '#test/support/stored-results.ts';

describeApi('DELETE /v1/bots/{botId}/results', (api) => {
  const send = (botId: string, body: unknown, more: object = {}) =>
    api.request({ method: 'DELETE', path: `/v1/bots/${botId}/results`, body, ...more });

  const importedId = async () => (await importBot(api, v6Document())).id;
  const stored = (botId: string, fields: ResultFields = {}) => storedResult(api.workspaceId, botId, fields);

  const listed = async (botId: string): Promise<string[]> => {
    const { body } = await api.request({
      method: 'GET',
      path: `/v1/bots/${botId}/results`,
      query: { limit: 500 },
    });
    return (body as { results: { id: string }[] }).results.map(({ id }) => id);
  };

  const caller = (): Caller => ({
    tokenName: 'Test',
    tokenId: 't',
    grants: new Map([[api.workspaceId, 'editor']]),
  });

  /** Returns every item of a result that is still in the table. */
  const countLeft = async (resultId: string): Promise<Item[]> => {
    const partitions = [keys.result(resultId).pk, keys.logPartition(resultId)];
    const items = await Promise.all(
      partitions.map((pk) => queryAll({ keyCondition: 'pk = :pk', values: { ':pk': pk } })),
    );
    return items.flat();
  };

  describe.runIf(api.canReachStore)('200 for named results', () => {
    it('deletes only the named results, with their answers and logs', async () => {
      const botId = await importedId();
      const [gone, alsoGone, kept] = [
        await stored(botId, { answers: 3 }),
        await stored(botId, { answers: 40 }),
        await stored(botId, { answers: 2 }),
      ];
      for (const { id } of [gone, alsoGone, kept]) {
        await appendLogs(id, secondsLater(0), [{ status: 'error', description: 'x' }]);
        await appendLogs(id, secondsLater(1), [{ status: 'error', description: 'y' }]);
      }
      expect(await send(botId, { resultIds: [gone.id, alsoGone.id] })).toMatchObject({
        status: 200,
        body: { deleted: 2, notFound: 0, remaining: false },
      });
      expect(await countLeft(gone.id)).toStrictEqual([]);
      expect(await countLeft(alsoGone.id)).toStrictEqual([]);
      expect(await countLeft(kept.id)).toHaveLength(1 + 2 + 2);
      expect(await listed(botId)).toStrictEqual([kept.id]);
    });

    it("counts and ignores unknown ids and ids of another bot's results", async () => {
      const [botId, otherBotId] = [await importedId(), await importedId()];
      const [own, foreign] = [await stored(botId), await stored(otherBotId, { answers: 1 })];
      const resultIds = [own.id, foreign.id, 'unknown', '', 'a#b', '__proto__', 'x'.repeat(200)];
      expect((await send(botId, { resultIds })).body).toStrictEqual({
        deleted: 1,
        notFound: 6,
        remaining: false,
      });
      expect(await listed(otherBotId)).toStrictEqual([foreign.id]);
      expect(await countLeft(foreign.id)).toHaveLength(2);
    });

    it('counts a duplicate id once', async () => {
      const botId = await importedId();
      const { id } = await stored(botId);
      expect((await send(botId, { resultIds: [id, id, 'no', 'no'] })).body).toStrictEqual({
        deleted: 1,
        notFound: 1,
        remaining: false,
      });
    });

    it('ends their chats, so that nothing is written after the deletion', async () => {
      const botId = await importedId();
      const { id } = await stored(botId);
      const session = await openSession({ workspaceId: api.workspaceId, botId, resultId: id });
      await updateItem(keys.result(id), {
        expression: 'SET lastChatSessionId = :session',
        values: { ':session': session.id },
      });
      await send(botId, { resultIds: [id] });
      expect(await readSession(session.id)).toBeUndefined();
    });

    it('deletes nothing when repeated', async () => {
      const botId = await importedId();
      const { id } = await stored(botId);
      await send(botId, { resultIds: [id] });
      expect((await send(botId, { resultIds: [id] })).body).toStrictEqual({
        deleted: 0,
        notFound: 1,
        remaining: false,
      });
    });

    it('also deletes archived results and results that were never started', async () => {
      const botId = await importedId();
      const [a, b] = [await stored(botId, { isArchived: true }), await stored(botId, { hasStarted: false })];
      expect((await send(botId, { resultIds: [a.id, b.id] })).body).toMatchObject({ deleted: 2 });
    });
  });

  describe.runIf(api.canReachStore)('200 for all results', () => {
    it('deletes every result of the bot, and none of other bots', async () => {
      const [botId, otherBotId] = [await importedId(), await importedId()];
      const [shown, hidden] = [await stored(botId), await stored(botId, { isArchived: true, answers: 1 })];
      const other = await stored(otherBotId);
      expect((await send(botId, { all: true })).body).toStrictEqual({
        deleted: 2,
        notFound: 0,
        remaining: false,
      });
      for (const { id } of [shown, hidden]) expect(await countLeft(id)).toStrictEqual([]);
      expect(await listed(otherBotId)).toStrictEqual([other.id]);
      expect((await send(botId, { all: true })).body).toMatchObject({ deleted: 0, remaining: false });
    });

    it('reports that results remain if it runs out of time', async () => {
      const botId = await importedId();
      const { id } = await stored(botId, { answers: 1 });
      const outOfTime = { deleted: 0, notFound: 0, remaining: true };
      const limits = { durationMs: 0, results: 10 };
      expect(await deleteResults(botId, { all: true }, limits, caller())).toStrictEqual(outOfTime);
      expect(await deleteResults(botId, { resultIds: [id] }, limits, caller())).toStrictEqual(outOfTime);
      expect(await listed(botId)).toStrictEqual([id]);
    });
  });

  describe('400, and nothing is deleted', () => {
    it.each<[what: string, body: unknown]>([
      ['an empty body', {}],
      ['no ids', { resultIds: [] }],
      ['1,001 ids', { resultIds: Array.from({ length: 1_001 }, (_, index) => `id-${index}`) }],
      ['ids in one comma-separated string', { resultIds: 'a,b' }],
      ['an id that is not a string', { resultIds: [1] }],
      ['null for ids', { resultIds: null }],
      ['all: false', { all: false }],
      ['all in quotes', { all: 'true' }],
      ['all: 1', { all: 1 }],
      ['ids and all', { resultIds: ['a'], all: true }],
      ['ids and all: false', { resultIds: ['a'], all: false }],
      ['another field', { all: true, before: '2026-01-01T00:00:00Z' }],
      ['a list', ['a']],
      ['a text', 'all'],
      ['null', null],
    ])('rejects %s', async (_, body) => {
      const botId = await importedId();
      if (api.canReachStore) await stored(botId);
      expect(await send(botId, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      if (api.canReachStore) expect(await listed(botId)).toHaveLength(1);
    });

    it.each<[what: string, query: Record<string, string>, body: unknown]>([
      ['ids in the query', { resultIds: 'a' }, undefined],
      ['all in the query', { all: 'true' }, undefined],
      ['ids in the query and all in the body', { resultIds: 'a' }, { all: true }],
      ['a query beside ids', { from: '2026-01-01T00:00:00Z' }, { resultIds: ['a'] }],
    ])('rejects %s', async (_, query, body) => {
      const botId = await importedId();
      if (api.canReachStore) await stored(botId);
      const { status } = await send(botId, body, { query });
      expect([400, 415]).toContain(status);
      if (api.canReachStore) expect(await listed(botId)).toHaveLength(1);
    });

    it('rejects a request without a body', async () => {
      const botId = await importedId();
      if (api.canReachStore) await stored(botId);
      const responses = [
        await send(botId, undefined),
        await send(botId, undefined, { headers: { 'Content-Type': 'application/json' } }),
        await send(botId, undefined, { rawBody: ' ' }),
      ];
      for (const { status } of responses) expect([400, 415]).toContain(status);
      if (api.canReachStore) expect(await listed(botId)).toHaveLength(1);
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await send('any', { all: true }, { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('rejects a viewer and deletes nothing', async () => {
      const botId = await importedId();
      const { id } = await stored(botId);
      const token = await api.tokenFor('viewer');
      for (const body of [{ all: true }, { resultIds: [id] }]) {
        expect(await send(botId, body, { token })).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN' },
        });
      }
      expect(await listed(botId)).toStrictEqual([id]);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await send(id, { all: true })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign bot like an unknown one, and deletes nothing', async () => {
      const botId = await importedId();
      const { id } = await stored(botId);
      const token = await api.strangerToken();
      for (const body of [{ all: true }, { resultIds: [id] }]) {
        expect(await send(botId, body, { token })).toMatchObject({
          status: 404,
          body: { message: 'Bot not found' },
        });
      }
      expect(await listed(botId)).toStrictEqual([id]);
    });
  });

  describe('415', () => {
    it('rejects a content type other than JSON', async () => {
      const response = await send(await importedId(), { all: true }, { contentType: 'text/plain' });
      expect(response).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it.each([{ all: true }, 'named'])('resumes an interrupted deletion: %j', async (which) => {
      const botId = await importedId();
      const { id } = await stored(botId, { answers: 60 });
      await appendLogs(id, secondsLater(0), [{ status: 'error', description: 'x' }]);
      const body = which === 'named' ? { resultIds: [id] } : which;
      let batches = 0;
      const { value: response } = await failing(
        {
          when: ({ command }) => command === 'BatchWriteItemCommand' && ++batches > 2,
          error: databaseError('ThrottlingException'),
        },
        () => send(botId, body),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      // What is left can no longer be read, and the next deletion finds it.
      expect(await listed(botId)).toStrictEqual([]);
      expect(await countLeft(id)).not.toStrictEqual([]);
      expect((await send(botId, body)).body).toMatchObject({ deleted: 1, remaining: false });
      expect(await countLeft(id)).toStrictEqual([]);
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
