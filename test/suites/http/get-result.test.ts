import { describe, expect, it } from 'vitest';
import { createId } from '#lib/platform/store/create-id.ts';
import { putItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import type { Answer, Result } from '#lib/results/result-schema.ts';
import { writeResult } from '#lib/results/store/result-store.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { noise, seededRandom } from '#test/fixtures/random.ts';
import { importBot } from '#test/support/bot-client.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';

const CREATED_AT = '2026-11-20T10:00:00.000Z';

function toAnswer(resultId: string, number: number): Answer {
  return {
    createdAt: new Date(Date.parse(CREATED_AT) + number * 1_000).toISOString(),
    resultId,
    blockId: `block-${number}`,
    groupId: 'group',
    variableId: number % 2 === 0 ? `variable-${number}` : null,
    content: `Answer ${number}`,
    storageUsed: number,
  };
}

function toResult(botId: string, answers: number): Result {
  const id = createId();
  return {
    id,
    createdAt: CREATED_AT,
    botId,
    variables: [
      { id: 'v', name: 'Name', value: 'Ada' },
      { id: 'w', name: 'List', value: ['a', null, ''] },
      { id: 'x', name: 'Nothing', value: null, isSessionVariable: true },
    ],
    isCompleted: true,
    hasStarted: true,
    isArchived: false,
    answers: Array.from({ length: answers }, (_, index) => toAnswer(id, index)),
  };
}

describeApi('GET /v1/bots/{botId}/results/{resultId}', (api) => {
  const get = (botId: string, resultId: string, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/results/${resultId}`, ...more });

  const importedId = async () => (await importBot(api, v6Document())).id;

  const stored = async (result: Result): Promise<Result> => {
    await writeResult({ result, workspaceId: api.workspaceId });
    return result;
  };

  /** Writes items that the service itself never would, such as those migrated from another system. */
  const storedRaw = async (botId: string, fields: object, answers: object[] = []): Promise<string> => {
    const id = createId();
    const { workspaceId } = api;
    await putItem({ ...keys.result(id), id, botId, workspaceId, createdAt: CREATED_AT, ...fields });
    for (const [index, answer] of answers.entries()) {
      await putItem({ ...keys.answer(id, CREATED_AT, index + 1), ...answer });
    }
    return id;
  };

  describe.runIf(api.canReachStore)('200', () => {
    it('returns every field of a result and its answers', async () => {
      const result = await stored(toResult(await importedId(), 3));
      expect((await get(result.botId, result.id)).body).toStrictEqual({ result });
    });

    it.each([
      ['has only been opened', { hasStarted: false, isCompleted: false, isArchived: false }],
      ['is archived', { hasStarted: true, isCompleted: false, isArchived: true }],
    ])('shows through its flags that it %s', async (_, flags) => {
      const result = await stored({ ...toResult(await importedId(), 0), ...flags, variables: [] });
      expect((await get(result.botId, result.id)).body).toStrictEqual({ result });
    });

    it('returns the oldest answers first, whatever order they were written in', async () => {
      const botId = await importedId();
      const result = toResult(botId, 12);
      await stored({ ...result, answers: result.answers.toReversed() });
      const { body } = await get(botId, result.id);
      expect((body as { result: Result }).result.answers).toStrictEqual(result.answers);
    });

    it('keeps answers from the same millisecond in order of arrival', async () => {
      const result = toResult(await importedId(), 12);
      const answers = result.answers.map((answer) => ({ ...answer, createdAt: CREATED_AT }));
      await stored({ ...result, answers });
      const { body } = await get(result.botId, result.id);
      expect((body as { result: Result }).result.answers).toStrictEqual(answers);
    });

    it.skipIf(!api.canInjectFaults)('returns all 1,500 answers, which take several pages', async () => {
      const result = toResult(await importedId(), 1_500);
      const words = seededRandom(7);
      await stored({
        ...result,
        answers: result.answers.map((answer) => ({ ...answer, content: noise(words, 1_000) })),
      });
      const { value, commands } = await measureConsumption(() => get(result.botId, result.id));
      const { answers } = (value.body as { result: Result }).result;
      expect(answers).toHaveLength(1_500);
      expect(answers.map(({ storageUsed }) => storageUsed)).toStrictEqual(answers.map((_, index) => index));
      expect(commands.length).toBeGreaterThan(1);
      expect(new Set(commands)).toStrictEqual(new Set(['QueryCommand']));
    });

    it.each(['viewer', 'editor', 'admin'] as const)('accepts a token with the role %s', async (role) => {
      const result = await stored(toResult(await importedId(), 0));
      expect((await get(result.botId, result.id, { token: await api.tokenFor(role) })).status).toBe(200);
    });
  });

  describe.runIf(api.canReachStore)('200 despite malformed data', () => {
    it.each<[what: string, variables: unknown, shown: object[]]>([
      ['are missing', undefined, []],
      ['are null', null, []],
      ['are an object', { id: 'v' }, []],
      ['are a number', 7, []],
      ['are a text', 'variables', []],
      ['have no value', [{ id: 'v', name: 'V' }], [{ id: 'v', name: 'V', value: null }]],
      ['have a number for a value', [{ id: 'v', name: 'V', value: 7 }], [{ id: 'v', name: 'V', value: '7' }]],
      ['have an object for a value', [{ id: 'v', name: 'V', value: { a: 1 } }], [{ value: '{"a":1}' }]],
      [
        'have numbers in a list',
        [{ id: 'v', name: 'V', value: [1, null, 'a'] }],
        [{ value: ['1', null, 'a'] }],
      ],
      ['have no name', [{ id: 'v', value: 'x' }], [{ id: 'v', name: '', value: 'x' }]],
      ['have a number for a name', [{ id: 'v', name: 7 }], [{ id: 'v' }]],
      ['have no id', [{ name: 'V' }, null, 'text', 7, [], { id: 'v', name: 'V' }], [{ id: 'v' }]],
      ['have a number for a flag', [{ id: 'v', name: 'V', isSessionVariable: 1 }], [{ id: 'v' }]],
    ])('returns what it can of variables that %s', async (_, variables, shown) => {
      const botId = await importedId();
      const response = await get(botId, await storedRaw(botId, { variables }));
      expect(response.status, response.text).toBe(200);
      expect((response.body as { result: Result }).result.variables).toMatchObject(shown);
      expect((response.body as { result: Result }).result.variables).toHaveLength(shown.length);
    });

    it("returns a variable's keys in a stable order", async () => {
      const botId = await importedId();
      const value = { zebra: 1, apple: { yak: 2, bee: [{ d: 1, c: 2 }] } };
      const variables = [{ zeta: value, value, isSessionVariable: false, alpha: 1, name: 'V', id: 'v' }];
      const resultId = await storedRaw(botId, { variables });
      const texts = new Set<string>();
      for (let read = 0; read < 10; read++) texts.add((await get(botId, resultId)).text);
      expect(texts.size).toBe(1);
      const sorted = '{"apple":{"bee":[{"c":2,"d":1}],"yak":2},"zebra":1}';
      expect([...texts][0]).toContain(
        `"variables":[{"id":"v","name":"V","value":${JSON.stringify(sorted)},"isSessionVariable":false,"alpha":1,"zeta":${sorted}}]`,
      );
    });

    it.each<[what: string, answer: object, shown: object]>([
      ['has nothing in it', {}, { blockId: '', content: '', variableId: null, storageUsed: 0 }],
      ['has a number for its content', { content: 7 }, { content: '7' }],
      ['has an object for its content', { content: { a: [1] } }, { content: '{"a":[1]}' }],
      [
        'has a number for its content that is none in JavaScript',
        { content: 12_345_678_901_234_567_891n },
        {},
      ],
      ['has bytes for its content', { content: new Uint8Array([1, 2]) }, {}],
      ['has a set for its content', { content: new Set(['a']) }, {}],
      ['has a number for its size that is none in JavaScript', { storageUsed: 10n ** 20n }, {}],
      ['has null for its content', { content: null }, {}],
      ['has a text for its size', { storageUsed: '7' }, { storageUsed: 0 }],
      ['has a number for its variable', { variableId: 7 }, { variableId: null }],
      ['has a number for its block', { blockId: 7, groupId: null }, { blockId: '7' }],
      ['has no time', { createdAt: undefined, content: 'x' }, { content: 'x', createdAt: CREATED_AT }],
      ['has a number for its time', { createdAt: 1_790_000_000_000 }, {}],
      ['names another result', { resultId: 'other' }, {}],
    ])('returns what it can of an answer that %s', async (_, answer, shown) => {
      const botId = await importedId();
      const resultId = await storedRaw(botId, {}, [{ createdAt: CREATED_AT, ...answer }]);
      const response = await get(botId, resultId);
      expect(response.status, response.text).toBe(200);
      expect((response.body as { result: Result }).result.answers).toMatchObject([{ resultId, ...shown }]);
    });

    it.each([
      ['missing', {}],
      ['texts', { isCompleted: 'true', hasStarted: 'yes', isArchived: '' }],
      ['numbers', { isCompleted: 1, hasStarted: 1, isArchived: 1 }],
      ['null', { isCompleted: null, hasStarted: null, isArchived: null }],
    ])('treats flags that are %s as false', async (_, flags) => {
      const botId = await importedId();
      const response = await get(botId, await storedRaw(botId, flags));
      expect(response).toMatchObject({
        status: 200,
        body: { result: { isCompleted: false, hasStarted: false, isArchived: false } },
      });
    });

    it('omits items in the partition that are not answers', async () => {
      const result = await stored(toResult(await importedId(), 2));
      await putItem({ pk: keys.result(result.id).pk, sk: 'LOG#2026#1', entries: 'x' });
      await putItem({ pk: keys.result(result.id).pk, sk: 'ZZZ' });
      expect((await get(result.botId, result.id)).body).toStrictEqual({ result });
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

    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await get(id, 'unknown')).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)('does not return a result of another bot', async () => {
      const [botId, result] = [await importedId(), await stored(toResult(await importedId(), 1))];
      expect(await get(botId, result.id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Result not found' },
      });
      expect(await get('unknown', result.id)).toMatchObject({
        status: 404,
        body: { message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)('tells a stranger that the bot does not exist', async () => {
      const result = await stored(toResult(await importedId(), 1));
      const token = await api.strangerToken();
      const responses = await Promise.all([
        get(result.botId, result.id, { token }),
        get(result.botId, 'unknown', { token }),
        get('unknown', result.id, { token }),
        get('unknown', 'unknown', { token }),
      ]);
      for (const response of responses) {
        expect(response).toMatchObject({ status: 404, body: { message: 'Bot not found' } });
      }
    });

    it.runIf(api.canReachStore)('does not return an expired result that is still in the table', async () => {
      const botId = await importedId();
      const expiresAt = Math.floor(Date.now() / 1_000) - 1;
      const resultId = await storedRaw(botId, { expiresAt });
      expect(await get(botId, resultId)).toMatchObject({
        status: 404,
        body: { message: 'Result not found' },
      });
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('does not reveal internal errors', async () => {
      const result = await stored(toResult(await importedId(), 0));
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ValidationException') },
        () => get(result.botId, result.id),
      );
      expect(response).toMatchObject({
        status: 500,
        body: { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' },
      });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const result = await stored(toResult(await importedId(), 0));
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('RequestLimitExceeded') },
        () => get(result.botId, result.id),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
});
