import { describe, expect, it } from 'vitest';
import { readResult } from '#lib/results/store/result-store.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { appendLogs, storedLogs } from '#test/support/stored-logs.ts';
import { secondsLater, storedResult } from '#test/support/stored-results.ts';

describeApi('DELETE /v1/bots/{botId}/results/{resultId}', (api) => {
  const send = (botId: string, resultId: string, more: object = {}) =>
    api.request({ method: 'DELETE', path: `/v1/bots/${botId}/results/${resultId}`, ...more });

  const importedId = async () => (await importBot(api, v6Document())).id;
  const stored = (botId: string, answers = 1) => storedResult(api.workspaceId, botId, { answers });

  describe.runIf(api.canReachStore)('200', () => {
    it('deletes the result with its answers and logs', async () => {
      const botId = await importedId();
      const [gone, kept] = [await stored(botId, 30), await stored(botId)];
      await appendLogs(gone.id, secondsLater(0), [{ status: 'error', description: 'x' }]);
      expect(await send(botId, gone.id)).toMatchObject({
        status: 200,
        body: { deleted: 1, remaining: false },
      });
      expect(await readResult(gone.id)).toBeUndefined();
      expect(await storedLogs(gone.id)).toStrictEqual([]);
      expect((await readResult(kept.id))?.result).toStrictEqual(kept);
    });

    it('ignores the body', async () => {
      const botId = await importedId();
      const [named, other] = [await stored(botId), await stored(botId)];
      expect((await send(botId, named.id, { body: { all: true, resultIds: [other.id] } })).status).toBe(200);
      expect(await readResult(other.id)).toBeDefined();
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await send('any', 'any', { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('rejects a viewer and deletes nothing', async () => {
      const botId = await importedId();
      const { id } = await stored(botId);
      expect(await send(botId, id, { token: await api.tokenFor('viewer') })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
      expect(await readResult(id)).toBeDefined();
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a result id %s', async (_, id) => {
      expect(await send(await importedId(), id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Result not found' },
      });
    });

    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await send(id, 'unknown')).toMatchObject({ status: 404, body: { message: 'Bot not found' } });
    });

    it.runIf(api.canReachStore)('returns 404 for an already deleted result', async () => {
      const botId = await importedId();
      const { id } = await stored(botId);
      await send(botId, id);
      expect(await send(botId, id)).toMatchObject({ status: 404, body: { message: 'Result not found' } });
    });

    it.runIf(api.canReachStore)('does not delete a result of another bot', async () => {
      const [botId, { id }] = [await importedId(), await stored(await importedId())];
      expect(await send(botId, id)).toMatchObject({ status: 404, body: { message: 'Result not found' } });
      expect(await readResult(id)).toBeDefined();
    });

    it.runIf(api.canReachStore)('tells a stranger that the bot does not exist', async () => {
      const botId = await importedId();
      const { id } = await stored(botId);
      expect(await send(botId, id, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { message: 'Bot not found' },
      });
      expect(await readResult(id)).toBeDefined();
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const botId = await importedId();
      const { id } = await stored(botId);
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => send(botId, id),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(await readResult(id)).toBeDefined();
    });
  });
});
