import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIAL_KINDS } from '#lib/bots/document/credential-kinds.ts';
import { checkWithProvider } from '#lib/chat/adapters/credentials-check.ts';
import { httpPort } from '#lib/chat/adapters/http-port.ts';
import type { HttpPort } from '#lib/engine/model/ports.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const CANARY = 'canary-c0a4';

type Received = {
  line: string;
  authorization: string | undefined;
  apiKey: string | undefined;
  body: string;
};

/** All providers in one: it echoes what it gets, and refuses whatever contains `bad`. */
let server: Server;
let port: number;
let received: Received[];
/** Addresses as the check asked for them, with their hosts. */
let urls: string[];
let refusal: number;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { authorization } = request.headers;
    const apiKey = request.headers['x-api-key']?.toString();
    const body = await readText(request);
    received.push({ line: `${request.method} ${request.url}`, authorization, apiKey, body });
    const echo = JSON.stringify({ authorization, apiKey, body });
    response.writeHead(echo.includes('bad') ? refusal : 200).end(echo);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());
beforeEach(() => {
  received = [];
  urls = [];
  refusal = 401;
});

/** Sends the requests for any provider to the server. */
const http: HttpPort = async (request) => {
  urls.push(request.url);
  const { pathname, search } = new URL(request.url);
  const send = httpPort({ loopbackPortsForTests: new Set([port]) });
  return await send({ ...request, url: `http://127.0.0.1:${port}${pathname}${search}` });
};

async function check(kind: string, credentials: JsonObject) {
  const verdict = await checkWithProvider(kind, credentials, { http, timeoutMs: 20_000 });
  expect(verdict.message).not.toContain(CANARY);
  return verdict;
}

describe('the check of an account of Google', () => {
  const account = (refreshToken: string) => ({
    client_id: 'id',
    client_secret: CANARY,
    refresh_token: refreshToken,
  });

  it.each(['google sheets', 'gmail'])('asks for an access token: %s', async (kind) => {
    expect(await check(kind, account(`1//${CANARY}`))).toMatchObject({ status: 'valid' });
    expect(urls).toEqual(['https://oauth2.googleapis.com/token']);
    expect(received[0]?.line).toBe('POST /token');
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      ...account(`1//${CANARY}`),
    });
  });

  it.each([
    [400, 'invalid'],
    [401, 'invalid'],
    [503, 'untested'],
  ])('with status %i: %s', async (status, verdict) => {
    refusal = status;
    expect(await check('gmail', account('bad'))).toMatchObject({ status: verdict });
  });
});

describe('the check of Stripe', () => {
  it('tries both keys', async () => {
    const keys = { live: { secretKey: `sk_${CANARY}` }, test: { secretKey: 'sk_t' } };
    expect(await check('stripe', keys)).toMatchObject({ status: 'valid' });
    expect(urls).toEqual(['https://api.stripe.com/v1/balance', 'https://api.stripe.com/v1/balance']);
    expect(received.map(({ authorization }) => authorization)).toEqual([
      `Bearer sk_${CANARY}`,
      'Bearer sk_t',
    ]);
  });

  it('names the key that is refused, without quoting it', async () => {
    const keys = { live: { secretKey: 'sk_l' }, test: { secretKey: `bad ${CANARY}` } };
    expect(await check('stripe', keys)).toMatchObject({
      status: 'invalid',
      message: expect.stringMatching(/^test\.secretKey: /),
    });
  });

  it('does not try a key that is not stored', async () => {
    expect(await check('stripe', { live: { secretKey: 'sk_l' } })).toMatchObject({ status: 'valid' });
    expect(received).toHaveLength(1);
  });
});

describe('the check of a key', () => {
  it.each([
    ['openai', 'https://api.openai.com/v1/models'],
    ['mistral', 'https://api.mistral.ai/v1/models'],
    ['groq', 'https://api.groq.com/openai/v1/models'],
    ['together-ai', 'https://api.together.xyz/v1/models'],
    ['deepseek', 'https://api.deepseek.com/v1/models'],
    ['open-router', 'https://openrouter.ai/api/v1/key'],
    ['dify-ai', 'https://api.dify.ai/v1/info'],
  ])('of %s asks %s', async (kind, url) => {
    expect(await check(kind, { apiKey: `good ${CANARY}` })).toMatchObject({ status: 'valid' });
    expect(await check(kind, { apiKey: `bad ${CANARY}` })).toMatchObject({ status: 'invalid' });
    expect(urls).toEqual([url, url]);
    expect(received.map(({ authorization }) => authorization)).toEqual([
      `Bearer good ${CANARY}`,
      `Bearer bad ${CANARY}`,
    ]);
  });

  it('of Anthropic has a header of its own', async () => {
    expect(await check('anthropic', { apiKey: CANARY })).toMatchObject({ status: 'valid' });
    expect(received).toMatchObject([{ line: 'GET /v1/models', apiKey: CANARY, authorization: undefined }]);
  });

  it.each(['https://dify.example', 'https://dify.example/', 'https://dify.example/v1'])(
    'of a Dify at %s asks it alone',
    async (apiEndpoint) => {
      await check('dify-ai', { apiKey: CANARY, apiEndpoint });
      expect(urls).toEqual(['https://dify.example/v1/info']);
    },
  );
});

it('sends nothing but GET, except for the access token of Google', async () => {
  for (const kind of CREDENTIAL_KINDS.keys()) {
    await check(kind, { apiKey: CANARY, live: { secretKey: CANARY } });
  }
  expect(received.length).toBeGreaterThan(8);
  expect(received.filter(({ line }) => !line.startsWith('GET ')).map(({ line }) => line)).toEqual([
    'POST /token',
    'POST /token',
  ]);
});

it.each([...CREDENTIAL_KINDS.keys()])(
  'says nothing about credentials whose provider does not respond: %s',
  async (kind) => {
    const broken: HttpPort = async () => {
      const refused = httpPort({ resolve: async () => [{ address: '10.0.0.1', family: 4 }] });
      return await refused({ url: `https://${CANARY}.example`, method: 'GET', timeoutMs: 20_000 });
    };
    const credentials = { apiKey: CANARY, live: { secretKey: CANARY } };
    const verdict = await checkWithProvider(kind, credentials, { http: broken, timeoutMs: 20_000 });
    expect(verdict.status).not.toBe('valid');
    expect(verdict.message).not.toContain(CANARY);
  },
);
