import { describe, expect, it } from 'vitest';
import { chatBot, contactBot, text } from '#test/fixtures/chat-bots.ts';
import { noise, type Random, seededRandom } from '#test/fixtures/random.ts';
import { continueChat, publishedBot, reply, startedChat } from '#test/support/chat-client.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { type Api, type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { openSession, type SessionWithResult } from '#test/support/open-session.ts';
import { storedBatches, storedLogs } from '#test/support/stored-logs.ts';

const SAVED = { message: 'Logs successfully saved.' };

const MAX_DETAILS_BYTES = 16 * 1_024;

/** Returns a string of exactly this many bytes as JSON, including the quotes. */
const getDetails = (bytes: number) => 'd'.repeat(bytes - 2);

const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ description: `Entry ${from + index}` }));

// Newer clients use a different path for the same operation.
for (const version of ['v1', 'v2']) {
  describeApi(`POST /${version}/sessions/{sessionId}/clientLogs`, (api) => suite(api, version));
}

function suite(api: Api, version: string): void {
  const open = (fields: Partial<SessionWithResult> = {}) =>
    openSession({ workspaceId: api.workspaceId, ...fields });

  const send = (sessionId: string, clientLogs: unknown, more: object = {}) =>
    api.request({
      api: 'chat',
      method: 'POST',
      path: `/${version}/sessions/${sessionId}/clientLogs`,
      body: { clientLogs },
      ...more,
    });

  /** Sends logs that must be refused, and checks that none were written. */
  async function refused(
    session: SessionWithResult,
    request: () => Promise<ApiResponse>,
  ): Promise<ApiResponse> {
    const before = await storedLogs(session.resultId);
    const response = await request();
    expect(response.status).not.toBe(200);
    expect(await storedLogs(session.resultId)).toStrictEqual(before);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    return response;
  }

  describe.runIf(api.canReachStore)('200', () => {
    it("stores the entries in order with the session's result", async () => {
      const session = await open();
      const sent = [
        { status: 'error', description: 'First', details: { code: 7 }, context: 'Block 3' },
        { status: 'info', description: '' },
        { status: '', description: 'Third', details: 'text' },
      ];
      const response = await send(session.id, sent);
      expect(response).toMatchObject({ status: 200, body: SAVED });
      expect(await storedLogs(session.resultId)).toStrictEqual(sent);
    });

    it('defaults the status to error', async () => {
      const session = await open();
      await send(session.id, [{ description: 'x' }]);
      expect(await storedLogs(session.resultId)).toStrictEqual([{ status: 'error', description: 'x' }]);
    });

    it('appends the entries of later requests', async () => {
      const session = await open();
      for (const description of ['a', 'b', 'c']) {
        expect((await send(session.id, [{ description }])).status).toBe(200);
      }
      const descriptions = (await storedLogs(session.resultId)).map(({ description }) => description);
      expect(descriptions.toSorted()).toStrictEqual(['a', 'b', 'c']);
    });

    it('stores details as JSON', async () => {
      const session = await open();
      const values = [
        null,
        false,
        true,
        0,
        -1.5,
        1e20,
        '',
        'text',
        '{"json":"in a text"}',
        [],
        {},
        [null, [0, ['']]],
        { error: { message: 'x', stack: null, '': { ' ': '\u0000😀' } } },
      ];
      await send(
        session.id,
        values.map((details) => ({ description: 'x', details })),
      );
      const logs = await storedLogs(session.resultId);
      expect(logs.map(({ details }) => details)).toStrictEqual(values);
    });

    it('distinguishes null details from missing ones', async () => {
      const session = await open();
      await send(session.id, [{ description: 'x' }, { description: 'x', details: null }]);
      const [none, isNull] = await storedLogs(session.resultId);
      expect(none).not.toHaveProperty('details');
      expect(isNull).toHaveProperty('details', null);
    });

    it.each([
      ['a description of 10,000 characters', { description: 'x'.repeat(10_000) }],
      ['a description of 10,000 characters of three bytes', { description: '語'.repeat(10_000) }],
      ['details of 16 KB as JSON', { description: 'x', details: getDetails(MAX_DETAILS_BYTES) }],
      ['details of 16 KB in characters of two bytes', { description: 'x', details: 'é'.repeat(8_191) }],
      ['a description with a lone surrogate', { description: 'half \ud83d' }],
    ])('accepts %s', async (_, entry) => {
      const session = await open();
      expect((await send(session.id, [entry])).status).toBe(200);
      expect(await storedLogs(session.resultId)).toStrictEqual([{ status: 'error', ...entry }]);
    });

    it.each([1, 100])('accepts %i entries', async (count) => {
      const session = await open();
      expect((await send(session.id, entries(count))).status).toBe(200);
      expect(await storedLogs(session.resultId)).toMatchObject(entries(count));
    });

    it('stores 100 entries of maximum size, whatever their content', async () => {
      const session = await open();
      const random = seededRandom(3);
      const sent = Array.from({ length: 100 }, () => ({
        status: 'e'.repeat(100),
        description: ideographs(random, 10_000),
        details: noise(random, MAX_DETAILS_BYTES - 2),
        context: ideographs(random, 1_000),
      }));
      expect((await send(session.id, sent)).status).toBe(200);
      expect((await storedLogs(session.resultId)).length).toBe(100);
      expect(await storedLogs(session.resultId)).toStrictEqual(sent);
      // Needs more than one item, because DynamoDB limits an item's size.
      expect((await storedBatches(session.resultId)).length).toBeGreaterThan(1);
    });

    it.skipIf(!api.canInjectFaults)(
      'writes twenty short entries and the session in one transaction of at most four units',
      async () => {
        const session = await open();
        const sent = Array.from({ length: 20 }, (_, index) => ({
          description: `Block ${index} could not be shown: the answer had the status 50${index % 10}`,
          details: { blockId: `block-${index}`, attempt: index },
        }));
        const { value, commands, writeUnits } = await measureConsumption(() => send(session.id, sent));
        expect(value.status).toBe(200);
        expect(commands).toStrictEqual(['GetItemCommand', 'TransactWriteItemsCommand']);
        expect(writeUnits).toBeLessThanOrEqual(4);
      },
    );

    it('requires no token', async () => {
      const session = await open();
      expect((await send(session.id, entries(1), { token: null })).status).toBe(200);
    });

    it.each(['Bearer nonsense', 'Basic dXNlcjpwYXNz', 'nonsense'])(
      'ignores the header Authorization: %s',
      async (authorization) => {
        const session = await open();
        const response = await send(session.id, entries(1), { headers: { authorization } });
        expect(response.status).toBe(200);
      },
    );

    it('lets pages from any origin read the response', async () => {
      const session = await open();
      const response = await send(session.id, entries(1), { headers: { origin: 'https://any.example' } });
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    });

    it.each([
      ['an origin that the bot allows', { origin: 'https://ferry.example.com' }],
      ['another origin that the bot allows', { origin: 'http://localhost:3000' }],
      ['no origin, as it does not come from a page', {}],
    ])('accepts logs for a bot with allowed origins from %s', async (_, headers) => {
      const session = await open({ allowedOrigins: ['https://ferry.example.com', 'http://localhost:3000'] });
      expect((await send(session.id, entries(1), { headers })).status).toBe(200);
      expect(await storedLogs(session.resultId)).toHaveLength(1);
    });

    it('takes the session id from the path, not from body or query', async () => {
      const [named, other] = [await open(), await open()];
      const response = await send(named.id, undefined, {
        query: { sessionId: other.id },
        body: { sessionId: other.id, clientLogs: entries(1) },
      });
      expect(response.status).toBe(200);
      expect(await storedLogs(named.resultId)).toHaveLength(1);
      expect(await storedLogs(other.resultId)).toHaveLength(0);
    });

    it('stores entries for running and ended chats', async () => {
      const bot = await publishedBot(api, contactBot());
      const { sessionId, resultId } = await startedChat(api, bot.publicId);
      const sent = [];
      for (const message of ['Ada', 'ada@example.com', undefined]) {
        const [entry] = entries(1, sent.length);
        expect((await send(sessionId, [entry])).status).toBe(200);
        sent.push(entry);
        if (message) await reply(api, sessionId, message);
      }
      const path = `/v1/bots/${bot.id}/results/${resultId}/logs`;
      const { logs } = (await api.request({ method: 'GET', path })).body as {
        logs: { description: string }[];
      };
      expect(logs.map(({ description }) => description).toSorted()).toStrictEqual(
        sent.map((entry) => entry?.description),
      );
    });

    it('stores the entries of a registered chat once it has started', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const { sessionId } = await startedChat(api, publicId, { isOnlyRegistering: true });
      expect((await send(sessionId, entries(1))).status).toBe(404);
      await continueChat(api, sessionId);
      expect((await send(sessionId, entries(1))).status).toBe(200);
    });

    it('stores the entries of all concurrent requests', async () => {
      const session = await open();
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => send(session.id, entries(7, index * 7))),
      );
      expect(responses.map(({ status }) => status)).toStrictEqual(responses.map(() => 200));
      const descriptions = (await storedLogs(session.resultId)).map(({ description }) => description);
      expect(descriptions.toSorted()).toStrictEqual(
        entries(140)
          .map(({ description }) => description)
          .toSorted(),
      );
    });
  });

  describe.runIf(api.canReachStore)('400', () => {
    it.each<[path: string, clientLogs: unknown]>([
      ['clientLogs', undefined],
      ['clientLogs', null],
      ['clientLogs', {}],
      ['clientLogs', 'text'],
      ['clientLogs', []],
      ['clientLogs', entries(101)],
      ['clientLogs[0]', [null]],
      ['clientLogs[1]', [{ description: 'x' }, 'text']],
      ['clientLogs[0].description', [{}]],
      ['clientLogs[0].description', [{ description: 7 }]],
      ['clientLogs[0].description', [{ description: null }]],
      ['clientLogs[2].description', [...entries(2), { description: 'x'.repeat(10_001) }]],
      ['clientLogs[0].status', [{ description: 'x', status: 7 }]],
      ['clientLogs[0].status', [{ description: 'x', status: 's'.repeat(101) }]],
      ['clientLogs[0].context', [{ description: 'x', context: 'c'.repeat(1_001) }]],
      [
        'clientLogs[3].details',
        [...entries(3), { description: 'x', details: getDetails(MAX_DETAILS_BYTES + 1) }],
      ],
      ['clientLogs[0].details', [{ description: 'x', details: 'é'.repeat(8_192) }]],
      [
        'clientLogs[99].details',
        [...entries(99), { description: 'x', details: [getDetails(MAX_DETAILS_BYTES)] }],
      ],
    ])('reports the path %s (case %#)', async (path, clientLogs) => {
      const session = await open();
      const response = await refused(session, () => send(session.id, clientLogs));
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', issues: [{ path }] } });
    });

    it.each(['not JSON', '[]', 'null', '{"clientLogs":[{"description":"x","details":{"__proto__":1}}]}'])(
      'rejects the body %s',
      async (rawBody) => {
        const session = await open();
        const response = await refused(session, () => send(session.id, undefined, { rawBody }));
        expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      },
    );

    it('echoes nothing from the request', async () => {
      const session = await open();
      const secret = 'hunter2-hunter2';
      const response = await refused(session, () =>
        send(session.id, [{ description: 'x', status: [secret], details: secret.repeat(2_000) }]),
      );
      expect(response.text).not.toContain(secret);
    });

    it("does not count against the session's entry limit", async () => {
      const session = await open();
      await Promise.all(Array.from({ length: 15 }, () => send(session.id, entries(101))));
      expect((await send(session.id, entries(100))).status).toBe(200);
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it.each([
      'https://evil.example.com',
      'http://ferry.example.com',
      'https://ferry.example.com:8443',
      'https://ferry.example.com.evil.example',
      'https://ferry',
      'null',
    ])('rejects the origin %s, which the bot does not allow', async (origin) => {
      const session = await open({ allowedOrigins: ['https://ferry.example.com', 'https://b.example'] });
      const response = await refused(session, () => send(session.id, entries(1), { headers: { origin } }));
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(response.text).not.toContain(origin === 'null' ? 'evil' : origin);
    });

    it("does not count entries from a rejected origin against the session's limit", async () => {
      const session = await open({ allowedOrigins: ['https://ferry.example.com'] });
      const headers = { origin: 'https://evil.example.com' };
      await Promise.all(Array.from({ length: 11 }, () => send(session.id, entries(100), { headers })));
      expect((await send(session.id, entries(100))).status).toBe(200);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a session id %s', async (_, id) => {
      const response = await send(id, entries(1));
      expect(response).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Session not found' },
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    });

    it('returns 404 for a chat without inputs, which has no result', async () => {
      const { publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks: [text('t', 'Hi')] }]));
      const message = 'The session has no result to store logs with';
      const [started, registered] = [
        await startedChat(api, publicId),
        await startedChat(api, publicId, { isOnlyRegistering: true }),
      ];
      await continueChat(api, registered.sessionId);
      for (const { sessionId } of [started, registered]) {
        expect(await send(sessionId, entries(1))).toMatchObject({ status: 404, body: { message } });
      }
    });

    it.runIf(api.canReachStore)('returns 404 for an expired session that is still in the table', async () => {
      const session = await open({ expiresAt: new Date(Date.now() - 1_000) });
      const response = await refused(session, () => send(session.id, entries(1)));
      expect(response).toMatchObject({ status: 404, body: { message: 'Session not found' } });
    });

    it.runIf(api.canReachStore)(
      'returns 404 for an expired session even to an origin it did not allow',
      async () => {
        const session = await open({
          expiresAt: new Date(Date.now() - 1_000),
          allowedOrigins: ['https://ferry.example.com'],
        });
        const headers = { origin: 'https://evil.example.com' };
        expect((await send(session.id, entries(1), { headers })).status).toBe(404);
      },
    );
  });

  describe('413', () => {
    it("rejects a request larger than a function's payload limit", async () => {
      const clientLogs = [{ description: 'x', details: 'd'.repeat(6_300_000) }];
      const response = await send('any', clientLogs);
      expect(response).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    });
  });

  describe('415', () => {
    it('rejects a content type other than JSON', async () => {
      const response = await send('any', entries(1), { contentType: 'text/plain' });
      expect(response).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    });
  });

  describe.runIf(api.canReachStore)('429', () => {
    it('accepts 1,000 entries per session and no more', async () => {
      const session = await open();
      for (let from = 0; from < 950; from += 95) await send(session.id, entries(95, from));
      const tooMany = await refused(session, () => send(session.id, entries(51)));
      expect(tooMany).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
      expect((await send(session.id, entries(50, 950))).status).toBe(200);
      const one = await refused(session, () => send(session.id, entries(1)));
      expect(one).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
      expect(await storedLogs(session.resultId)).toHaveLength(1_000);
    });

    it('enforces the limit for concurrent requests', async () => {
      const session = await open();
      const responses = await Promise.all(
        Array.from({ length: 15 }, (_, index) => send(session.id, entries(100, index * 100))),
      );
      const statuses = responses.map(({ status }) => status).toSorted();
      expect(statuses).toStrictEqual([
        ...Array.from({ length: 10 }, () => 200),
        ...Array.from({ length: 5 }, () => 429),
      ]);
      expect(await storedLogs(session.resultId)).toHaveLength(1_000);
    });

    it('counts each session separately', async () => {
      const [full, other] = [await open(), await open()];
      await Promise.all(Array.from({ length: 10 }, () => send(full.id, entries(100))));
      expect((await send(full.id, entries(1))).status).toBe(429);
      expect((await send(other.id, entries(1))).status).toBe(200);
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('does not reveal internal errors', async () => {
      const session = await open();
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ValidationException') },
        () => send(session.id, entries(1)),
      );
      expect(response).toMatchObject({
        status: 500,
        body: { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' },
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await storedLogs(session.resultId)).toStrictEqual([]);
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it.each(['GetItemCommand', 'TransactWriteItemsCommand'])(
      'sends Retry-After if the database throttles its %s',
      async (busyCommand) => {
        const session = await open();
        const { value: response } = await failing(
          {
            when: ({ command }) => command === busyCommand,
            error: databaseError('ProvisionedThroughputExceededException'),
          },
          () => send(session.id, entries(1)),
        );
        expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        expect(await storedLogs(session.resultId)).toStrictEqual([]);
        expect((await send(session.id, entries(1))).status).toBe(200);
      },
    );
  });
}

/** Returns three-byte characters that compress badly. */
function ideographs(random: Random, chars: number): string {
  return Array.from({ length: chars }, () =>
    String.fromCharCode(0x4e00 + Math.floor(random() * 20_000)),
  ).join('');
}
