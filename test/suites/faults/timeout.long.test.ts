import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '#apps/local/gateway/gateway.ts';
import { loadFunction } from '#apps/local/gateway/load-function.ts';
import { endpoints } from '#functions/endpoints.ts';
import type { Api as Address } from '#lib/platform/http/contract.ts';
import { dynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { getBot, importBot } from '#test/support/bot-client.ts';
import { databaseError, isAboutContent } from '#test/support/database-faults.ts';
import { type DatabaseRequest, intercepting } from '#test/support/database-requests.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { openSession } from '#test/support/open-session.ts';
import { readBotItems } from '#test/support/stored-bots.ts';
import { storedLogs } from '#test/support/stored-logs.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const TIMEOUT_SECONDS = 0.5;
const SLOW_DATABASE_MS = 1_000;

describeApi('A database that is slow', (api) => {
  /** Sends a request to the service's gateway, whose functions here time out after half a second. */
  const send = async (address: Address, method: string, path: string, body = '', key?: string) => {
    const gateway = createGateway({
      endpoints: endpoints.map((endpoint) => ({ ...endpoint, timeoutSeconds: TIMEOUT_SECONDS })),
      loadFunction,
      authorizer: async (event, context) => (await loadFunction('authorizer'))(event, context),
    });
    const response = await gateway.handle(address, {
      method,
      path,
      queryString: '',
      headers: [
        ['Authorization', `Bearer ${await api.tokenFor('editor')}`],
        ['Content-Type', 'application/json'],
        ...(key === undefined ? [] : [['Idempotency-Key', key] as [string, string]]),
      ],
      body: Buffer.from(body),
      sourceIp: '127.0.0.1',
    });
    return {
      ...response,
      headers: new Headers(response.headers),
      body: JSON.parse(response.body.toString()),
    };
  };

  /** Returns the database requests that begin after the response, until every slow request has ended. */
  const begunAfterResponse = async (
    isSlow: (request: DatabaseRequest) => boolean,
    request: () => Promise<{ status: number }>,
    attempt: 'request' | 'attempt' = 'request',
  ) => {
    let hasResponded = false;
    const begun: string[] = [];
    await intercepting(
      async (request, forward) => {
        if (hasResponded) begun.push(request.command);
        if (!isSlow(request)) return await forward(request.input);
        await delay(SLOW_DATABASE_MS);
        if (attempt === 'attempt') throw databaseError('TimeoutError');
        return await forward(request.input);
      },
      async () => {
        expect(await request()).toMatchObject({ status: 503 });
        hasResponded = true;
        await delay(3 * SLOW_DATABASE_MS);
      },
      attempt,
    );
    return begun;
  };

  describe.runIf(api.target === 'direct')('after a 503', () => {
    // What stands in for the table's stream reads outside of the request.
    beforeAll(() => {
      dynamoDbClient().middlewareStack.remove('follow-changes');
    });

    const isRead = ({ command, text }: DatabaseRequest) =>
      command === 'GetItemCommand' && !text.includes('TOKEN#');

    it.each<[what: string, isSlow: (request: DatabaseRequest) => boolean, attempt?: 'attempt']>([
      ['on a slow read', isRead],
      ['on a slow write', ({ command }) => command === 'PutItemCommand'],
      ["before the SDK's retry of a write", ({ command }) => command === 'PutItemCommand', 'attempt'],
    ])('a change sends no further database requests (%s)', async (_, isSlow, attempt) => {
      const bot = await importBot(api, v6Document());
      const change = () => send('management', 'PATCH', `/v1/bots/${bot.id}`, '{"bot":{"name":"Too late"}}');
      expect(await begunAfterResponse(isSlow, change, attempt)).toStrictEqual([]);
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });

    it('an import with a key sends no further database requests, and can be retried once its lock has expired', async () => {
      const body = JSON.stringify({ workspaceId: api.workspaceId, bot: v6Document() });
      const key = uniqueName('late');
      const isKeyTaken = ({ command, text }: DatabaseRequest) =>
        command === 'PutItemCommand' && text.includes('IDEMPOTENCY#');
      const importing = () => send('management', 'POST', '/v1/bots/import', body, key);
      const before = (await readBotItems(api.workspaceId)).length;
      expect(await begunAfterResponse(isKeyTaken, importing)).toStrictEqual([]);
      expect(await importing()).toMatchObject({ status: 200 });
      expect(await readBotItems(api.workspaceId)).toHaveLength(before + 1);
    });

    it('client logs send no further database requests', async () => {
      const session = await openSession({ workspaceId: api.workspaceId });
      const path = `/v1/sessions/${session.id}/clientLogs`;
      const logs = () => send('chat', 'POST', path, '{"clientLogs":[{"description":"x"}]}');
      const isSessionRead = ({ command, text }: DatabaseRequest) =>
        command === 'GetItemCommand' && text.includes('SESSION#');
      expect(await begunAfterResponse(isSessionRead, logs)).toStrictEqual([]);
      expect(await storedLogs(session.resultId)).toStrictEqual([]);
    });
  });

  describe.runIf(api.target === 'direct')('503', () => {
    it.each<[address: Address, method: string, path: string, body?: string]>([
      ['management', 'GET', '/v1/bots/{botId}'],
      ['management', 'PATCH', '/v1/bots/{botId}', '{"bot":{}}'],
      ['chat', 'POST', '/v1/sessions/unknown/clientLogs', '{"clientLogs":[{"description":"x"}]}'],
    ])(
      'is returned by the function itself before it times out (%s %s %s)',
      async (address, method, path, body) => {
        const { id } = await importBot(api, v6Document());
        const response = await intercepting(
          async (request, forward) => {
            if (isAboutContent(request)) await delay(SLOW_DATABASE_MS);
            return await forward(request.input);
          },
          () => send(address, method, path.replace('{botId}', id), body),
        );
        expect(response).toMatchObject({
          status: 503,
          body: { code: 'SERVICE_UNAVAILABLE', requestId: expect.any(String) },
        });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(response.headers.get('access-control-allow-origin')).toBe(address === 'chat' ? '*' : null);
        // Let the delayed requests end before the database is stopped.
        await delay(SLOW_DATABASE_MS);
      },
    );
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () =>
    // Sessions created directly by the suite belong to no bot, and their logs to no result.
    expectSoundTable({ except: ['missing-bot', 'session-without-result', 'logs-without-result'] }),
  );
});
