import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashToken } from '#lib/platform/auth/bearer-token.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { getItem, putItem, updateItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { findToken } from '#lib/workspaces/tokens/store/token-lookup.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { generatedBot, noiseBot } from '#test/fixtures/generated-bot.ts';
import { noise, seededRandom } from '#test/fixtures/random.ts';
import { importBot, patchBot, type ReturnedBot } from '#test/support/bot-client.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { listItems, readBotItems } from '#test/support/stored-bots.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const REPLAYED = 'idempotency-replayed';

describeApi('The header Idempotency-Key', (api) => {
  const withKey = (key: string, request: object = {}) =>
    api.request({
      method: 'POST',
      path: '/v1/bots/import',
      body: { workspaceId: api.workspaceId, bot: v6Document() },
      headers: { 'Idempotency-Key': key },
      ...request,
    });
  const parseBot = ({ body }: ApiResponse) => (body as { bot: ReturnedBot }).bot;
  const botCount = async () => (await readBotItems(api.workspaceId)).length;

  async function idempotencyItem(key: string) {
    const { createHash } = await import('node:crypto');
    const token = await findToken(hashToken(await api.tokenFor('editor')));
    return keys.idempotency(token?.id ?? '', createHash('sha256').update(key).digest('hex'));
  }

  /** Simulates a request that died before storing its response, and whose lock has expired. */
  async function endLock(key: string) {
    await updateItem(await idempotencyItem(key), {
      expression: 'SET lockedUntilMs = :until REMOVE answer',
      values: { ':until': Date.now() - 1 },
    });
  }

  const noisyBot = () => ({ ...v6Document(), noise: noise(seededRandom(7), 600_000) });

  /** Expects a bot to have only the parts that its item points to. */
  async function expectNoOrphans(botId: string) {
    const items = await listItems(botId);
    const draft = items.find(({ sk }) => sk === 'DRAFT') as { document: { parts?: { count: number } } };
    const parts = items.filter(({ sk }) => String(sk).startsWith('PART#'));
    expect(parts).toHaveLength(draft.document.parts?.count ?? 0);
  }

  describe('200', () => {
    it('replays the first response with its ETag, and creates no second bot', async () => {
      const key = uniqueName('key');
      const first = await withKey(key);
      const second = await withKey(key);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.text).toBe(first.text);
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
      expect([first.headers.get(REPLAYED), second.headers.get(REPLAYED)]).toEqual([null, 'true']);
    });

    it('replays the first response even if the bot has changed since', async () => {
      const key = uniqueName('key');
      const first = await withKey(key);
      await patchBot(api, parseBot(first).id, { name: 'Changed since' });
      expect((await withKey(key)).text).toBe(first.text);
    });

    it('ignores whitespace differences in the body', async () => {
      const key = uniqueName('key');
      const body = { workspaceId: api.workspaceId, bot: v6Document() };
      const first = await withKey(key, { body });
      const again = await withKey(key, { body: undefined, rawBody: JSON.stringify(body, null, 2) });
      expect(again.text).toBe(first.text);
    });

    it.runIf(api.canReachStore)('replays a response of several megabytes', async () => {
      const key = uniqueName('key');
      const body = { workspaceId: api.workspaceId, bot: generatedBot(4_000_000) };
      const first = await withKey(key, { body });
      expect(first.status).toBe(200);
      expect(first.text.length).toBeGreaterThan(3_900_000);
      const second = await withKey(key, { body });
      expect(second.headers.get(REPLAYED)).toBe('true');
      expect(second.text === first.text).toBe(true);
    });

    it.runIf(api.canReachStore)('replays a response over 380 KB, also for create and duplicate', async () => {
      const large = noiseBot(700_000, '6', 1);
      const created = { path: '/v1/bots', body: { workspaceId: api.workspaceId, bot: large } };
      const duplicated = { path: `/v1/bots/${(await importBot(api, large)).id}/duplicate`, body: {} };
      for (const request of [created, duplicated]) {
        const key = uniqueName('key');
        const first = await withKey(key, request);
        const second = await withKey(key, request);
        expect([first.status, second.status]).toEqual([200, 200]);
        expect(second.headers.get(REPLAYED)).toBe('true');
        expect(second.text === first.text).toBe(true);
      }
    });

    it('publishes once', async () => {
      const { id } = await importBot(api, v6Document());
      const key = uniqueName('key');
      const path = `/v1/bots/${id}/publish`;
      const first = await withKey(key, { path, body: undefined });
      await patchBot(api, id, { variables: [] });
      const second = await withKey(key, { path, body: undefined });
      expect(second.body).toStrictEqual(first.body);
      expect(second.headers.get(REPLAYED)).toBe('true');
    });

    it.each([
      ['create', '/v1/bots'],
      ['duplicate', undefined],
    ])('is also supported by %s', async (_, given) => {
      const path = given ?? `/v1/bots/${(await importBot(api, v6Document())).id}/duplicate`;
      const body = given ? { workspaceId: api.workspaceId, bot: { name: 'Created' } } : {};
      const key = uniqueName('key');
      const first = await withKey(key, { path, body });
      const second = await withKey(key, { path, body });
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.text).toBe(first.text);
    });

    it.runIf(api.canReachStore)('is scoped to the token', async () => {
      const key = uniqueName('key');
      const mine = await withKey(key);
      const others = await withKey(key, { token: await api.tokenFor('admin') });
      expect(parseBot(others).id).not.toBe(parseBot(mine).id);
    });

    it.each([
      ['one character', '~'],
      ['255 characters', 'k'.repeat(255)],
      ['spaces and a key separator', 'a file #1.json'],
    ])('accepts %s', async (_, key) => {
      const first = await withKey(key);
      expect(first.status).toBe(200);
      expect((await withKey(key)).text).toBe(first.text);
    });
  });

  describe('400', () => {
    it.each([
      ['256 characters', 'k'.repeat(256)],
      ['non-ASCII letters', 'sch\u00f6n'],
      ['a tab inside', 'a\tb'],
    ])('rejects %s', async (_, key) => {
      expect(await withKey(key)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path: 'idempotency-key' }] },
      });
    });
  });

  describe('409', () => {
    it.each([
      ['body', { body: { bot: v6Document(), workspaceId: 'another' } }],
      ['path', { path: '/v1/bots' }],
      ['If-Match', { headers: { 'If-Match': '"7"' } }],
    ])('rejects a key already used with a different %s', async (_, request) => {
      const key = uniqueName('key');
      await withKey(key);
      const { headers, ...rest } = request as { headers?: object };
      const response = await withKey(key, { ...rest, headers: { 'Idempotency-Key': key, ...headers } });
      expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect(response.headers.has('retry-after')).toBe(false);
    });

    it.runIf(api.canReachStore)(
      'rejects a request while the first is running, with Retry-After',
      async () => {
        const key = uniqueName('key');
        await withKey(key);
        await updateItem(await idempotencyItem(key), {
          expression: 'SET lockedUntilMs = :until REMOVE answer',
          values: { ':until': Date.now() + 10_000 },
        });
        const response = await withKey(key);
        expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
        expect(response.headers.get('retry-after')).toBe('1');
      },
    );
  });

  describe.runIf(api.canReachStore)('a failed request', () => {
    it('releases its key if it was rejected', async () => {
      const key = uniqueName('key');
      const body = { workspaceId: 'unknown', bot: v6Document() };
      expect((await withKey(key, { body })).status).toBe(404);
      expect(await getItem(await idempotencyItem(key))).toBeUndefined();
      expect((await withKey(key)).status).toBe(200);
    });

    it.runIf(api.canInjectFaults)('releases its key after an internal error', async () => {
      const key = uniqueName('key');
      const { value: response } = await failing(
        {
          when: ({ command, text }) => command.startsWith('Put') && text.includes('"BOT#'),
          error: databaseError('ValidationException'),
        },
        () => withKey(key),
      );
      expect(response.status).toBe(500);
      const again = await withKey(key);
      expect([again.status, again.headers.get(REPLAYED)]).toEqual([200, null]);
    });

    it.runIf(api.canInjectFaults)('succeeds even if its response could not be stored', async () => {
      const key = uniqueName('key');
      const { value: response, failures } = await failing(
        {
          when: ({ command, text }) => command.startsWith('Update') && text.includes('IDEMPOTENCY#'),
          error: databaseError('ValidationException'),
        },
        () => withKey(key),
      );
      expect([response.status, failures]).toEqual([200, 1]);
      expect((await withKey(key)).status).toBe(409);
    });

    it.runIf(api.canInjectFaults)(
      'recognizes its own key if the response to its first write was lost',
      async () => {
        const key = uniqueName('key');
        const { value: response, failures } = await failing(
          {
            when: ({ command, text }) => command.startsWith('Put') && text.includes('IDEMPOTENCY#'),
            error: databaseError('ECONNRESET', { code: 'ECONNRESET', $retryable: {} }),
            times: 1,
            isCarriedOut: true,
          },
          () => withKey(key),
          'attempt',
        );
        expect([response.status, failures]).toEqual([200, 1]);
      },
    );

    it('leaves its key to the next attempt once its lock expires, if it died before doing anything', async () => {
      const key = uniqueName('key');
      await withKey(key);
      const item = await idempotencyItem(key);
      const { answer: _, newId: __, ...taken } = (await getItem(item)) ?? {};
      await putItem({ ...taken, ...item, newId: createId(), lockedUntilMs: Date.now() - 1 });
      const next = await withKey(key);
      expect([next.status, next.headers.get(REPLAYED)]).toEqual([200, null]);
      expect((await withKey(key)).text).toBe(next.text);
    });

    it('does not leave its key to a different request if it died', async () => {
      const key = uniqueName('key');
      await withKey(key);
      await endLock(key);
      const other = await withKey(key, { body: { workspaceId: api.workspaceId, bot: { groups: [] } } });
      expect(other).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    });

    describe.runIf(api.canInjectFaults)('creates only once', () => {
      const requests: [string, () => Promise<object>][] = [
        ['import', async () => ({})],
        ['import of megabytes', async () => ({ body: { workspaceId: api.workspaceId, bot: noisyBot() } })],
        [
          'create',
          async () => ({
            path: '/v1/bots',
            body: { workspaceId: api.workspaceId, bot: { name: 'Created', publicId: uniqueName('p') } },
          }),
        ],
        [
          'duplicate',
          async () => ({ path: `/v1/bots/${(await importBot(api, v6Document())).id}/duplicate`, body: {} }),
        ],
      ];

      it.each(requests)('if it died between its %s and storing the response', async (_, toRequest) => {
        const [key, request] = [uniqueName('key'), await toRequest()];
        const before = await botCount();
        const { value: first, failures } = await failing(
          {
            when: ({ command, text }) => command.startsWith('Update') && text.includes('IDEMPOTENCY#'),
            error: databaseError('ValidationException'),
          },
          () => withKey(key, request),
        );
        expect([first.status, failures]).toEqual([200, 1]);
        await endLock(key);
        const again = await withKey(key, request);
        expect([again.status, again.headers.get(REPLAYED)]).toEqual([200, null]);
        expect(again.body).toStrictEqual(first.body);
        expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
        expect((await withKey(key, request)).headers.get(REPLAYED)).toBe('true');
        expect(await botCount()).toBe(before + 1);
        await expectNoOrphans(parseBot(first).id);
      });

      it.each(requests)('if the database never responded to its %s', async (_, toRequest) => {
        const [key, request] = [uniqueName('key'), await toRequest()];
        const before = await botCount();
        const { value: first } = await failing(
          {
            when: ({ command, text }) => /^(Put|TransactWrite)/.test(command) && text.includes('"DRAFT"'),
            error: databaseError('TimeoutError'),
            isCarriedOut: true,
          },
          () => withKey(key, request),
        );
        expect(first.status).toBe(503);
        const again = await withKey(key, request);
        expect(again.status, again.text).toBe(200);
        expect(await botCount()).toBe(before + 1);
        await expectNoOrphans(parseBot(again).id);
      });

      it('even if the bot was changed before the retry', async () => {
        const key = uniqueName('key');
        const first = await withKey(key);
        await patchBot(api, parseBot(first).id, { name: 'Changed since' });
        await endLock(key);
        expect(parseBot(await withKey(key))).toMatchObject({ id: parseBot(first).id, name: 'Changed since' });
      });

      it('when publishing, because the same draft is the same release', async () => {
        const { id } = await importBot(api, v6Document());
        const key = uniqueName('key');
        const request = { path: `/v1/bots/${id}/publish`, body: undefined };
        const first = await withKey(key, request);
        await endLock(key);
        expect((await withKey(key, request)).body).toStrictEqual(first.body);
      });
    });
  });

  describe.runIf(api.canReachStore)('a key older than 24 hours', () => {
    it('can be reused, even before DynamoDB has deleted it', async () => {
      const key = uniqueName('key');
      const first = await withKey(key);
      const item = await getItem(await idempotencyItem(key));
      const lifetimeSeconds = Number(item?.expiresAt) - Date.now() / 1_000;
      expect(Math.abs(lifetimeSeconds - 24 * 60 * 60)).toBeLessThan(60);
      await updateItem(await idempotencyItem(key), {
        expression: 'SET expiresAt = :past',
        values: { ':past': Math.floor(Date.now() / 1_000) - 1 },
      });
      const again = await withKey(key);
      expect(parseBot(again).id).not.toBe(parseBot(first).id);
    });
  });

  describe.runIf(api.canReachStore)('under any number of retries', () => {
    it('creates one bot for 20 concurrent requests', async () => {
      const before = await botCount();
      const key = uniqueName('key');
      const responses = await Promise.all(Array.from({ length: 20 }, () => withKey(key)));
      expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const successful = responses.filter(({ status }) => status === 200);
      expect(new Set(successful.map((response) => parseBot(response).id)).size).toBe(1);
      for (const { status, headers } of responses) {
        if (status === 409) expect(headers.get('retry-after')).toBe('1');
      }
      expect(await botCount()).toBe(before + 1);
    });

    it('creates one bot for any number of sequential or concurrent retries', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
          fc.string({
            unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
            minLength: 1,
            maxLength: 200,
          }),
          async (waves, text) => {
            const key = `${text}-${uniqueName('k')}`;
            const before = await botCount();
            const ids = new Set<string>();
            for (const size of waves) {
              const wave = await Promise.all(Array.from({ length: size }, () => withKey(key)));
              for (const response of wave) if (response.status === 200) ids.add(parseBot(response).id);
            }
            expect(ids.size).toBe(1);
            expect(await botCount()).toBe(before + 1);
          },
        ),
        { numRuns: 15 },
      );
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
