import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/results/result-schema.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { FIRST_RESULT_AT, storedResult } from '#test/support/stored-results.ts';

const routeAnswer = (content: string): Answer => ({
  createdAt: FIRST_RESULT_AT,
  resultId: '',
  groupId: 'group-route',
  blockId: 'block-route',
  variableId: 'var-route',
  content,
  storageUsed: 0,
});

describeApi('GET /v1/bots/{botId}/results/{resultId}/transcript', (api) => {
  const get = (botId: string, resultId: string, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/results/${resultId}/transcript`, ...more });

  const importedId = async () => (await importBot(api, v6Document())).id;
  const newRun = async (answers: Answer[] = [routeAnswer('North island')]) => {
    const botId = await importedId();
    return { botId, resultId: (await storedResult(api.workspaceId, botId, { answers })).id };
  };
  const asked = (text: string) => ({
    transcript: [
      { role: 'bot', type: 'text', text },
      { role: 'user', type: 'text', text: 'North island' },
    ],
  });

  describe.runIf(api.canReachStore)('200', () => {
    it('reconstructs the conversation from the draft if the bot is not published', async () => {
      const { botId, resultId } = await newRun();
      const response = await get(botId, resultId);
      expect(response.status).toBe(200);
      expect(response.body).toStrictEqual(asked('Where are you sailing?'));
    });

    it('uses the texts of the published flow, whatever the draft is', async () => {
      const { botId, resultId } = await newRun();
      await publishBot(api, botId);
      await patchBot(api, botId, { groups: [] });
      expect((await get(botId, resultId)).body).toStrictEqual(asked('Where are you sailing?'));
    });

    it('is empty without answers', async () => {
      const { botId, resultId } = await newRun([]);
      expect((await get(botId, resultId)).body).toStrictEqual({ transcript: [] });
    });

    it('is truncated at the response size, and says so', async () => {
      const { botId, resultId } = await newRun(
        Array.from({ length: 12 }, () => routeAnswer('"'.repeat(190_000))),
      );
      const { status, body } = await get(botId, resultId);
      expect(status).toBe(200);
      expect(body).toMatchObject({ isTruncated: true });
      expect((body as { transcript: unknown[] }).transcript.length).toBeGreaterThan(2);
    });

    it('ends before a text whose variables would exceed the response size, and says so', async () => {
      const { groups } = v6Document();
      const asking = {
        id: 'asking',
        title: 'Asking',
        graphCoordinates: { x: 0, y: 0 },
        blocks: [
          { id: 'first', type: 'text', content: { plainText: 'First' } },
          { id: 'huge', type: 'text', content: { plainText: '{{v}}'.repeat(60_000) } },
          { id: 'block-asked', type: 'text input' },
        ],
      };
      const { id: botId } = await importBot(api, { ...v6Document(), groups: [...groups, asking] });
      const { id: resultId } = await storedResult(api.workspaceId, botId, {
        variables: [{ id: 'v', name: 'v', value: 'x'.repeat(100_000) }],
        answers: [{ ...routeAnswer('Yes'), blockId: 'block-asked' }],
      });
      const { status, body } = await get(botId, resultId);
      expect(status).toBe(200);
      expect(body).toStrictEqual({
        transcript: [{ role: 'bot', type: 'text', text: 'First' }],
        isTruncated: true,
      });
    });

    it.each(['viewer', 'editor', 'admin'] as const)('accepts a token with the role %s', async (role) => {
      const { botId, resultId } = await newRun();
      expect((await get(botId, resultId, { token: await api.tokenFor(role) })).status).toBe(200);
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await get('any', 'any', { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a result id %s', async (_, id) => {
      expect(await get(await importedId(), id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Result not found' },
      });
    });

    it.runIf(api.canReachStore)('hides the result from strangers and from other bots', async () => {
      const { botId, resultId } = await newRun();
      expect(await get(await importedId(), resultId)).toMatchObject({
        status: 404,
        body: { message: 'Result not found' },
      });
      expect(await get(botId, resultId, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { message: 'Bot not found' },
      });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const { botId, resultId } = await newRun();
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => get(botId, resultId),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });
});
