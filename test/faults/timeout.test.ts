import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#lib/endpoints.ts';
import type { Api as Address } from '#lib/http/contract.ts';
import { createGateway } from '#lib/local/gateway.ts';
import { loadFunction } from '#lib/local/load-function.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { isAboutContent } from '#test/support/database-faults.ts';
import { intercepting } from '#test/support/database-requests.ts';
import { describeApi } from '#test/support/describe-api.ts';

const TIMEOUT_SECONDS = 0.5;
const SLOW_DATABASE_MS = 1_000;

describeApi('A database that is slow', (api) => {
  /** The gateway of the service, with functions that have half a second instead of many. */
  const send = async (address: Address, method: string, path: string, body = '') => {
    const gateway = createGateway({
      endpoints: endpoints.map((endpoint) => ({ ...endpoint, timeoutSeconds: TIMEOUT_SECONDS })),
      loadFunction,
      authorizer: async (event, context) => (await loadFunction('authorizer'))(event, context),
    });
    const answer = await gateway.handle(address, {
      method,
      path,
      queryString: '',
      headers: [
        ['Authorization', `Bearer ${await api.tokenFor('editor')}`],
        ['Content-Type', 'application/json'],
      ],
      body: Buffer.from(body),
      sourceIp: '127.0.0.1',
    });
    return { ...answer, headers: new Headers(answer.headers), body: JSON.parse(answer.body.toString()) };
  };

  describe.runIf(api.target === 'direct')('503', () => {
    it.each<[address: Address, method: string, path: string, body?: string]>([
      ['management', 'GET', '/v1/bots/{botId}'],
      ['management', 'PATCH', '/v1/bots/{botId}', '{"bot":{}}'],
      ['chat', 'POST', '/v1/sessions/unknown/clientLogs', '{"clientLogs":[{"description":"x"}]}'],
    ])('is what the function itself answers in time (%s %s %s)', async (address, method, path, body) => {
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
      // Let what was delayed run out before the database is stopped.
      await delay(SLOW_DATABASE_MS);
    });
  });
});
