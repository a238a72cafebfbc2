import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpExchange } from '#lib/chat/adapters/tested-request.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import { forgetLeases } from '#lib/platform/quotas/leased-quota.ts';
import { chatBot, variables } from '#test/fixtures/chat-bots.ts';
import { importBot } from '#test/support/bot-client.ts';
import { type ChatTurn, continueChat } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';
import { recordingLines } from '#test/support/log-lines.ts';
import { tableContents } from '#test/support/table-contents.ts';

vi.hoisted(() => {
  process.env.LOG_LEVEL = 'INFO';
});

/* Testing the request of a block that need not be saved, as the console does. */

const CANARY = 'canary-b81d02';

type Sent = { method: string | undefined; url: string | undefined; headers: JsonObject; body: string };

const sent: Sent[] = [];
let respond: (response: ServerResponse, request: Sent) => void;
const server = createServer((request: IncomingMessage, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    sent.push({ method, url, headers, body });
    respond(response, { method, url, headers, body });
  });
}).listen(0, '127.0.0.1');
let origin: string;

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

type Started = ChatTurn & { exchange?: HttpExchange };

describeApi('Testing the request of a block', (api) => {
  beforeEach(({ skip }) => {
    skip(!api.canInjectFaults, 'the tests choose which addresses blocks may call');
    vi.stubEnv('HTTP_PRIVATE_HOSTS', '127.0.0.1');
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '');
    sent.length = 0;
    respond = (response) => response.end('{}');
  });

  const send = (botId: string, options: JsonObject, more: { token?: string | null; body?: object } = {}) => {
    const { body, ...others } = more;
    return api.request({
      api: 'chat',
      method: 'POST',
      path: `/v1/bots/${botId}/preview/startChat`,
      body: { startFrom: { type: 'block', block: { type: 'Webhook', options } }, ...body },
      ...others,
    });
  };
  const test = async (botId: string, options: JsonObject, body: object = {}): Promise<Started> => {
    const response = await send(botId, options, { body });
    expect(response, response.text).toMatchObject({ status: 200 });
    return response.body as Started;
  };
  const importDraft = async (more: JsonObject = {}) => {
    const bot = chatBot([{ id: 'g', blocks: [] }], {
      variables: [...variables('Name', 'Saved'), { id: 'City', name: 'City', value: 'Oslo' }],
      ...more,
    });
    return (await importBot(api, bot)).id;
  };
  const get = (url: string, more: JsonObject = {}): JsonObject => ({
    webhook: { url, method: 'GET' },
    ...more,
  });

  describe('200', () => {
    it('sends it as a chat would, with the values given, and returns the response', async () => {
      respond = (response) => {
        response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'a=b' });
        response.end('{"list": [{"name": "Ada"}]}');
      };
      const options = {
        isCustomBody: true,
        webhook: {
          url: `${origin}/{{City}}`,
          method: 'PUT',
          queryParams: [{ id: 'q', key: 'name', value: '{{Name}}' }],
          body: '{"name": "{{Name}}"}',
        },
        responseVariableMapping: [{ id: 'm', variableId: 'Saved', bodyPath: 'data.list[0].name' }],
      };
      const started = await test(await importDraft(), options, { prefilledVariables: { Name: 'Ada "Ace"' } });
      expect(sent).toMatchObject([
        { method: 'PUT', url: '/Oslo?name=Ada%20%22Ace%22', body: '{"name": "Ada \\"Ace\\""}' },
      ]);
      expect(started.exchange).toStrictEqual({
        durationMs: expect.any(Number),
        status: 201,
        headers: { 'content-type': 'application/json', date: expect.any(String) },
        bodyBytes: 27,
        body: '{"list": [{"name": "Ada"}]}',
      });
      expect(started.trace?.steps).toMatchObject([
        { type: 'Webhook', variables: [{ name: 'Saved', value: 'Ada' }], requests: [{ status: 201 }] },
      ]);
      expect([started.messages, started.input]).toStrictEqual([[], undefined]);
    });

    it('fills in variables that the draft does not have yet', async () => {
      await test(await importDraft(), get(`${origin}/{{New}}`), { prefilledVariables: { New: 'typed' } });
      expect(sent).toMatchObject([{ url: '/typed' }]);
    });

    it('sends it from the service if browsers would', async () => {
      const started = await test(await importDraft(), get(origin, { isExecutedOnClient: true }));
      expect(started.exchange).toMatchObject({ status: 200 });
      expect(started).not.toHaveProperty('clientSideActions');
    });

    it('runs no other block, and stores nothing, so that no chat goes on', async () => {
      const block = { id: 'h', type: 'Webhook', options: get(`${origin}/of-the-draft`) };
      const botId = await importDraft({
        groups: [{ id: 'g', title: 'g', graphCoordinates: { x: 0, y: 0 }, blocks: [block] }],
      });
      const before = await tableContents();
      const { sessionId } = await test(botId, get(`${origin}/of-the-form`), { isOnlyRegistering: true });
      expect(sent).toMatchObject([{ url: '/of-the-form' }]);
      expect(await continueChat(api, sessionId, { message: 'x' })).toMatchObject({ status: 404 });
      expect(await tableContents()).toStrictEqual(before);
    });

    it.each([
      [503, 'text/plain', 'Busy'],
      [404, 'application/json', '{"error": "none"}'],
    ])('returns a response of status %i as well', async (status, type, body) => {
      respond = (response) => response.writeHead(status, { 'content-type': type }).end(body);
      expect((await test(await importDraft(), get(origin))).exchange).toMatchObject({ status, body });
    });

    it('says that the body is cut', async () => {
      respond = (response) => response.end('x'.repeat(200_000));
      const { exchange } = await test(await importDraft(), get(origin));
      expect(exchange).toMatchObject({ status: 200, bodyBytes: 200_000, isCut: true });
      expect(exchange?.body).toHaveLength(100_000);
    });

    it('waits no longer than the block does', async () => {
      respond = () => {};
      const { exchange } = await test(await importDraft(), get(origin, { timeout: 1 }));
      expect(exchange).toMatchObject({ error: 'timeout', message: expect.any(String) });
    });

    it.each([
      ['http://169.254.169.254/latest', 'refused'],
      ['http://localhost:1/', 'refused'],
      ['file:///etc/passwd', 'refused'],
      ['nonsense', 'refused'],
      ['http://127.0.0.1:1/', 'failed'],
    ])('does not reach %s: %s', async (url, error) => {
      expect((await test(await importDraft(), get(url))).exchange).toMatchObject({ error });
      expect(sent).toEqual([]);
    });

    it.each<[string, JsonObject, RegExp]>([
      ['without an address', { webhook: { method: 'GET' } }, /parse webhook/],
      ['without a request', {}, /does not contain it/],
      ['with a proxy', { webhook: { url: 'https://example.com' }, proxyCredentialsId: 'p' }, /proxies/],
    ])('says in the log why nothing was sent: %s', async (_, options, reason) => {
      const started = await test(await importDraft(), options);
      expect(started).not.toHaveProperty('exchange');
      expect(started.logs?.map(({ description }) => description).join()).toMatch(reason);
      expect(sent).toEqual([]);
    });

    it('sends nothing once the requests of the day are used up', async () => {
      const botId = await importDraft();
      forgetLeases();
      vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '1');
      await test(botId, get(origin));
      const { exchange } = await test(botId, get(origin));
      expect(exchange).toMatchObject({
        error: 'refused',
        message: expect.stringMatching(/daily request limit/),
      });
      expect(sent.length).toBeLessThanOrEqual(1);
      forgetLeases();
    });
  });

  describe('secrets', () => {
    const options = () => ({
      webhook: {
        url: `${origin}/?api_key=${CANARY}`,
        method: 'GET',
        headers: [{ id: 'h', key: 'X-Api-Key', value: CANARY }],
      },
      credentialsId: 'stored',
      responseVariableMapping: [{ id: 'm', variableId: 'Saved', bodyPath: 'data.headers["x-api-key"]' }],
    });

    it.runIf(api.target === 'direct')('are in no response, log line or item of the table', async () => {
      vi.stubEnv(
        'CREDENTIALS',
        JSON.stringify({ [api.workspaceId]: { stored: { apiKey: `stored-${CANARY}` } } }),
      );
      respond = (response, request) => {
        response.writeHead(500, { 'content-type': 'application/json', server: CANARY });
        response.end(JSON.stringify(request));
      };
      const botId = await importDraft();
      logger.setLogLevel('DEBUG');
      const { value: started, lines } = await recordingLines(() => test(botId, options()));
      logger.setLogLevel('INFO');
      expect(sent).toMatchObject([{ headers: { 'x-api-key': CANARY } }]);
      expect(started.exchange).toMatchObject({
        status: 500,
        body: expect.stringContaining('"x-api-key":"…"'),
      });
      expect(lines.length).toBeGreaterThan(0);
      for (const found of [started, lines, await tableContents()]) {
        expect(JSON.stringify(found)).not.toContain(CANARY);
      }
    });
  });

  describe('400', () => {
    it.each<[string, unknown]>([
      ['without a block', { type: 'block' }],
      ['a block that sends no request of an author', { type: 'block', block: { type: 'openai' } }],
      ['options that are not an object', { type: 'block', block: { type: 'Webhook', options: [] } }],
    ])('%s', async (_, startFrom) => {
      const response = await send(await importDraft(), {}, { body: { startFrom } });
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect(JSON.stringify(response.body)).toContain('startFrom');
    });
  });

  it('413 for values that are too large together', async () => {
    const body = { prefilledVariables: { Name: 'x'.repeat(100_001) } };
    expect(await send(await importDraft(), get(origin), { body })).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
    expect(sent).toEqual([]);
  });

  describeBotRefusals(api, (botId, more) => send(botId, get(origin), more as { token?: string | null }), {
    isWrite: true,
  });

  it('sends nothing for a stranger or a viewer', async () => {
    const botId = await importDraft();
    for (const token of [await api.strangerToken(), await api.tokenFor('viewer'), null]) {
      expect((await send(botId, get(origin), { token })).status).toBeGreaterThanOrEqual(401);
    }
    expect(sent).toEqual([]);
  });
});
