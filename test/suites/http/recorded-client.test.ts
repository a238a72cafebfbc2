import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { failingRequestBot, WEB_CLIENT_BOTS } from '#test/fixtures/web-client-bots.ts';
import { patchBot, publishBot } from '#test/support/bot-client.ts';
import {
  HAS_CLIENT_RECORDINGS,
  type RecordedExchange,
  readClientScenario,
} from '#test/support/chat/recorded-client.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import { type Api, type ApiResponse, describeApi } from '#test/support/describe-api.ts';

/*
 * Repeats what Typebot's web client sent, at the same addresses, and compares all that it reads from the
 * responses: statuses, and the fields below.
 */

/** Fields that the client reads from a turn. */
const TURN_FIELDS = [
  'messages',
  'input',
  'clientSideActions',
  'lastMessageNewFormat',
  'dynamicTheme',
  'progress',
  'logs',
] as const;

/** The page's own address in the recordings: Typebot's page that shows a bot. */
const OWN_PAGE = 'https://viewer.example';

/** Ids in the recording → ids here. */
type Ids = Map<string, string>;

const operationOf = (path: string) => path.split('/').at(-1) as 'startChat' | 'continueChat' | 'clientLogs';

/** Sends a recorded request with the ids of this run. */
async function send(
  api: Api,
  { path, requestHeaders, requestBody }: RecordedExchange,
  ids: Ids,
): Promise<ApiResponse> {
  const here = (text: string) =>
    [...ids].reduce((changed, [there, own]) => changed.replaceAll(there, own), text);
  const { origin, 'x-typebot-iframe-referrer-origin': around } = requestHeaders;
  return await api.request({
    api: 'chat',
    method: 'POST',
    // The tests' addresses end with the stage, which the client adds.
    path: here(path).replace('/api/', '/'),
    headers: {
      ...(origin && { origin }),
      ...(origin === OWN_PAGE && { host: new URL(OWN_PAGE).host }),
      ...(around && { 'x-typebot-iframe-referrer-origin': around }),
    },
    body: JSON.parse(here(JSON.stringify(requestBody))),
  });
}

function turnOf(body: JsonObject): JsonObject {
  const read = Object.fromEntries(
    TURN_FIELDS.filter((name) => name in body).map((name) => [name, body[name]]),
  );
  // The time of the request, in the default body of an HTTP request.
  return JSON.parse(JSON.stringify(read).replace(/"submittedAt":"[^"]+"/, '"submittedAt":"…"'));
}

/** Returns what the client reads from a response. */
function readByClient(path: string, status: number, body: JsonObject): JsonObject {
  const operation = operationOf(path);
  // After these, the client shows the message as it is.
  if (status !== 200)
    return { status, ...(operation === 'startChat' && status < 404 && { message: body.message }) };
  if (operation === 'clientLogs') return { status };
  if (operation === 'continueChat') return { status, ...turnOf(body) };
  const { version, theme, settings } = body.typebot as JsonObject;
  const { general, typingEmulation } = settings as JsonObject;
  return { status, version, theme, general, typingEmulation, hasResult: 'resultId' in body, ...turnOf(body) };
}

type Played = { recorded: RecordedExchange; response: ApiResponse };

/** Repeats a scenario and compares each response with the recorded one. */
async function play(
  api: Api,
  exchanges: RecordedExchange[],
  ids: Ids,
  beforeEach: (n: number, played: Played[]) => Promise<void> = async () => {},
): Promise<Played[]> {
  const played: Played[] = [];
  for (const [n, recorded] of exchanges.entries()) {
    await beforeEach(n, played);
    const isStart = operationOf(recorded.path) === 'startChat';
    const response = await (recorded.method === 'OPTIONS'
      ? preflight(api, recorded, ids)
      : send(api, recorded, ids));
    played.push({ recorded, response });
    if (recorded.method === 'OPTIONS') continue;
    const body = response.body as JsonObject;
    const { responseBody } = recorded;
    expect([n, readByClient(recorded.path, response.status, body)]).toEqual([
      n,
      readByClient(recorded.path, recorded.status, responseBody),
    ]);
    if (!isStart || response.status !== 200) continue;
    for (const name of ['sessionId', 'resultId'] as const) {
      const there = responseBody[name] as string;
      // A result that the client remembered has to come back under the same id.
      if (ids.has(there)) expect([name, body[name]]).toEqual([name, ids.get(there)]);
      else ids.set(there, body[name] as string);
    }
    const { publishedAt } = body.typebot as JsonObject;
    expect(Date.parse(publishedAt as string)).not.toBeNaN();
  }
  return played;
}

/** Sends a recorded preflight request, and checks that the browser would go on. */
async function preflight(
  api: Api,
  { path, requestHeaders }: RecordedExchange,
  ids: Ids,
): Promise<ApiResponse> {
  const here = [...ids].reduce((changed, [there, own]) => changed.replaceAll(there, own), path);
  const wanted = requestHeaders['access-control-request-headers'] ?? '';
  const response = await api.request({
    api: 'chat',
    method: 'OPTIONS',
    path: here.replace('/api/', '/'),
    headers: {
      origin: requestHeaders.origin ?? '',
      'access-control-request-method': 'POST',
      'access-control-request-headers': wanted,
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? [];
  expect(wanted.split(',').filter((name) => !allowed.includes(name))).toEqual([]);
  return response;
}

const publicIdIn = (exchanges: RecordedExchange[]) => exchanges[0]?.path.split('/').at(-2) ?? '';

const NEEDS_HOST = '18-origin-allowed-through-the-viewer-iframe';

const PLAIN = [
  '01-standard',
  '02-popup',
  '03-bubble-with-preview-message',
  '04-iframe-of-another-origin',
  '05-iframe-of-the-viewer-page',
  '06-prefilled-variables',
  '07-remember-user-local-storage-and-reload',
  '07-remember-user-session-storage-and-reload',
  '08-invalid-then-valid',
  '09-choices',
  '10-picture-choice',
  '11-date-time-rating',
  '12-cards',
  '13-client-actions',
  '14-redirect-new-tab',
  '17-origin-not-allowed',
  NEEDS_HOST,
  '19-client-logs',
  '22-progress-and-dynamic-avatar',
  '23-commands',
  '24-media-bubbles',
  '25-server-unreachable',
  '27-bubble-remember-user-and-reload',
];

describeApi("Typebot's web client", (api) => {
  describe.runIf(HAS_CLIENT_RECORDINGS)('in the recorded scenario', () => {
    // Only without sockets can a test choose the host that it calls.
    const names = PLAIN.filter((name) => api.target === 'direct' || name !== NEEDS_HOST);

    it.each(names)('%s', async (name) => {
      const exchanges = readClientScenario(name);
      const there = publicIdIn(exchanges);
      const { publicId } = await publishedBot(api, WEB_CLIENT_BOTS[there] ?? {});
      await play(api, exchanges, new Map([[there, publicId]]));
    });

    it('15-unknown-public-id', async () => {
      await play(api, readClientScenario('15-unknown-public-id'), new Map());
    });

    it('16-closed-bot', async () => {
      const exchanges = readClientScenario('16-closed-bot');
      const { id, publicId } = await publishedBot(api, WEB_CLIENT_BOTS['shop-closed'] ?? {});
      await patchBot(api, id, { isClosed: true });
      await publishBot(api, id);
      await play(api, exchanges, new Map([[publicIdIn(exchanges), publicId]]));
    });

    it('21-session-expired', async () => {
      const exchanges = readClientScenario('21-session-expired');
      const { id, publicId } = await publishedBot(api, WEB_CLIENT_BOTS['shop-hello'] ?? {});
      const isContinued = exchanges.findIndex(({ path }) => path.endsWith('/continueChat'));
      await play(api, exchanges, new Map([[publicIdIn(exchanges), publicId]]), async (n, played) => {
        if (n !== isContinued) return;
        const { resultId } = (played.at(-1)?.response.body ?? {}) as JsonObject;
        // The recording deleted the session. Here, an erasure of the result does.
        const { status } = await api.request({
          method: 'DELETE',
          path: `/v1/bots/${id}/results/${resultId}`,
        });
        expect(status).toBe(200);
      });
    });

    describe.runIf(api.canInjectFaults)('with a service that fails', () => {
      const before = process.env.HTTP_PRIVATE_HOSTS;
      let server: Server;

      beforeAll(async () => {
        process.env.HTTP_PRIVATE_HOSTS = '127.0.0.1';
        server = createServer((_, response) => response.writeHead(500).end('{"error":"on fire"}'));
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
      });
      afterAll(() => {
        if (before === undefined) delete process.env.HTTP_PRIVATE_HOSTS;
        else process.env.HTTP_PRIVATE_HOSTS = before;
        server.closeAllConnections();
        server.close();
      });

      it('20-server-logs-not-in-the-answer', async () => {
        const exchanges = readClientScenario('20-server-logs-not-in-the-answer');
        const address = server.address();
        const port = typeof address === 'object' && address ? address.port : 0;
        const { publicId } = await publishedBot(api, failingRequestBot(`http://127.0.0.1:${port}/`));
        await play(api, exchanges, new Map([[publicIdIn(exchanges), publicId]]));
      });
    });

    // 26-streamed-answer has no counterpart: this service computes an answer whole and never asks for a stream.
  });
});
