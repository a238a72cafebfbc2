import { describe, expect, it } from 'vitest';
import { deleteResults } from '#lib/jobs/erasure/delete-results.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { queryAll } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { readResultIds } from '#lib/results/store/result-store.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { storedResult, storedResults } from '#test/support/stored-results.ts';

describeApi('DELETE /v1/bots/{botId}/results of many results', (api) => {
  describe.runIf(api.canReachStore)('deletes more than one page', () => {
    const send = (botId: string, body: unknown) =>
      api.request({ method: 'DELETE', path: `/v1/bots/${botId}/results`, body });

    /** On a busy machine, a single call may run out of time before everything is deleted. */
    const sendUntilDone = async (botId: string, body: unknown) => {
      const calls: { deleted: number; notFound: number; remaining: boolean }[] = [];
      while (calls.at(-1)?.remaining !== false) {
        calls.push((await send(botId, body)).body as (typeof calls)[number]);
      }
      return calls;
    };

    const importedId = async () => (await importBot(api, v6Document())).id;

    const listed = async (botId: string) => (await readResultIds(botId, { limit: 500 })).items;

    const readPartition = (resultId: string) =>
      queryAll({ keyCondition: 'pk = :pk', values: { ':pk': keys.result(resultId).pk } });

    it('accepts 1,000 ids', async () => {
      const botId = await importedId();
      const ids = await storedResults(api.workspaceId, botId, 120);
      const resultIds = Array.from({ length: 1_000 }, (_, index) => ids[index] ?? `unknown-${index}`);
      const calls = await sendUntilDone(botId, { resultIds });
      expect(calls.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(120);
      // What an earlier call has deleted is not found by the next.
      expect(calls.at(-1)?.notFound).toBeGreaterThanOrEqual(880);
      expect(await listed(botId)).toStrictEqual([]);
    });

    it('deletes a result with 1,500 answers', async () => {
      const botId = await importedId();
      const { id } = await storedResult(api.workspaceId, botId, { answers: 1_500 });
      expect((await send(botId, { resultIds: [id] })).body).toMatchObject({ deleted: 1 });
      expect(await readPartition(id)).toStrictEqual([]);
    });

    it('deletes every result of the bot, and none of other bots', async () => {
      const [botId, otherBotId] = [await importedId(), await importedId()];
      const ids = await storedResults(api.workspaceId, botId, 230);
      const hidden = await storedResult(api.workspaceId, botId, { isArchived: true, answers: 1 });
      const other = await storedResult(api.workspaceId, otherBotId);
      const calls = await sendUntilDone(botId, { all: true });
      expect(calls.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(231);
      expect(calls.every(({ notFound }) => notFound === 0)).toBe(true);
      for (const id of [ids[0] ?? '', ids.at(-1) ?? '', hidden.id]) {
        expect(await readPartition(id)).toStrictEqual([]);
      }
      expect(await listed(otherBotId)).toStrictEqual([other.id]);
      expect((await send(botId, { all: true })).body).toMatchObject({ deleted: 0, remaining: false });
    });

    // Goes past the target.
    it.runIf(api.target === 'direct')('deletes in several calls, reporting that results remain', async () => {
      const botId = await importedId();
      await storedResults(api.workspaceId, botId, 230);
      const limits = { durationMs: 20_000, results: 150 };
      const caller: Caller = {
        tokenName: 'Test',
        tokenId: 't',
        grants: new Map([[api.workspaceId, 'editor']]),
      };
      const call = () => deleteResults(botId, { all: true }, limits, caller);
      expect(await call()).toStrictEqual({ deleted: 150, notFound: 0, remaining: true });
      expect(await call()).toStrictEqual({ deleted: 80, notFound: 0, remaining: false });
      expect(await listed(botId)).toStrictEqual([]);
    });
  });
});
