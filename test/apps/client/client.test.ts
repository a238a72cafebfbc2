import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { ApiError } from '#apps/client/api-error.ts';
import { type ClientOptions, type ClientRequestInit, createClient } from '#apps/client/client.ts';
import { toOperationId } from '#apps/client/operation-id.ts';
import type { Bot, Result } from '#apps/client/operation-types.ts';
import { endpoints } from '#functions/endpoints.ts';

/** Creates a client that records its requests and always gets this response. */
function clientGetting(response: () => Response, options: Partial<ClientOptions> = {}) {
  const fetch = vi.fn(async (_url: string, _init: ClientRequestInit) => response());
  const client = createClient({ baseUrl: 'http://m.test/api', chatUrl: 'http://c.test', fetch, ...options });
  return { client, requests: () => fetch.mock.calls };
}

const json =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Response.json(body, init);
const failure = (fields: object = {}, init: ResponseInit = {}) =>
  json({ message: 'No', code: 'CONFLICT', requestId: 'r1', ...fields }, { status: 409, ...init });

describe('createClient', () => {
  it('has one method per endpoint, and nothing else', () => {
    const { client } = clientGetting(json({}));
    expect(Object.keys(client).toSorted()).toEqual(endpoints.map(({ id }) => toOperationId(id)).toSorted());
  });

  it('sends a body as JSON, with the token, and returns the body of the response', async () => {
    const { client, requests } = clientGetting(json({ bot: { id: 'b' } }), { token: 'bot_secret' });
    const body = { workspaceId: 'w', bot: { name: 'A', unknown: [1] } };
    expect(await client.importBot({ body })).toEqual({ bot: { id: 'b' } });
    const [[url, init] = []] = requests();
    expect(url).toBe('http://m.test/api/v1/bots/import');
    expect(init).toEqual({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer bot_secret' },
      body: JSON.stringify(body),
    });
  });

  it('sends parameters in the path, the query and the headers', async () => {
    const { client, requests } = clientGetting(json({}), { baseUrl: 'http://m.test/' });
    await client.getPublishedBot({ params: { botId: 'a/b?ü' }, query: { migrateToLatestVersion: 'true' } });
    await client.getBot({ params: { botId: 'b' }, query: { migrateToLatestVersion: undefined } });
    await client.updateBot({ params: { botId: 'b' }, headers: { 'if-match': '"1"' }, body: { bot: {} } });
    expect(requests().map(([url]) => url)).toEqual([
      'http://m.test/v1/bots/a%2Fb%3F%C3%BC/publishedBot?migrateToLatestVersion=true',
      'http://m.test/v1/bots/b',
      'http://m.test/v1/bots/b',
    ]);
    expect(requests()[1]?.[1]).toEqual({ method: 'GET', headers: {} });
    expect(requests()[2]?.[1].headers).toEqual({ 'content-type': 'application/json', 'if-match': '"1"' });
  });

  it.each(['', '.', '..'])('rejects %j as a path parameter', async (botId) => {
    const { client, requests } = clientGetting(json({}));
    await expect(client.getBot({ params: { botId } })).rejects.toThrow(TypeError);
    expect(requests()).toEqual([]);
  });

  it('calls the chat address without the token', async () => {
    const { client, requests } = clientGetting(json({ message: 'ok' }), { token: 'bot_secret' });
    const body = { clientLogs: [{ description: 'A' }] };
    await client.submitClientLogs({ params: { sessionId: 's' }, body });
    const [[url, init] = []] = requests();
    expect(url).toBe('http://c.test/v1/sessions/s/clientLogs');
    expect(init?.headers).toEqual({ 'content-type': 'application/json' });
  });

  it('returns the text of a response that is not JSON', async () => {
    const csv = () => new Response('a,b', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const { client, requests } = clientGetting(csv);
    const text: string = await client.exportResults({ params: { botId: 'b' }, query: { format: 'csv' } });
    expect(text).toBe('a,b');
    expect(requests()[0]?.[0]).toBe('http://m.test/api/v1/bots/b/results/export?format=csv');
  });

  it('keeps the byte order mark of a text', async () => {
    const csv = () => new Response('\uFEFFa,ä', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const { client } = clientGetting(csv);
    const request = { params: { botId: 'b' }, query: { format: 'csv' } } as const;
    expect(await client.exportResults(request)).toBe('\uFEFFa,ä');
  });

  it('sends no body if none is given, and sends idempotency keys', async () => {
    const { client, requests } = clientGetting(json({ bot: {} }));
    await client.duplicateBot({ params: { botId: 'b' }, headers: { 'idempotency-key': 'k1' } });
    await client.importBot({ body: { workspaceId: 'w', bot: {} }, headers: { 'idempotency-key': 'k2' } });
    expect(requests().map(([, { body, headers }]) => [body, headers['idempotency-key']])).toEqual([
      [undefined, 'k1'],
      ['{"workspaceId":"w","bot":{}}', 'k2'],
    ]);
  });

  it('makes idempotency keys if told how, only where they count and none is given', async () => {
    let count = 0;
    const { client, requests } = clientGetting(json({ bot: {} }), {
      newIdempotencyKey: () => `made-${++count}`,
    });
    const body = { workspaceId: 'w', bot: {} };
    await client.importBot({ body });
    await client.importBot({ body, headers: { 'idempotency-key': 'mine' } });
    await client.importBot({ body, headers: { 'idempotency-key': undefined } });
    await client.getBot({ params: { botId: 'b' } });
    const keys = requests().map(([, { headers }]) => headers['idempotency-key']);
    expect(keys).toEqual(['made-1', 'mine', 'made-2', undefined]);
  });

  it('sends numbers and booleans in the query as text', async () => {
    const { client, requests } = clientGetting(json({ results: [] }));
    await client.listResults({ params: { botId: 'b' }, query: { limit: 5, isCompleted: false } });
    expect(requests()[0]?.[0]).toBe('http://m.test/api/v1/bots/b/results?limit=5&isCompleted=false');
  });

  it('calls the one address for both APIs if there is no other', async () => {
    const fetch = vi.fn(async (_url: string, _init: ClientRequestInit) => Response.json({ message: 'ok' }));
    const client = createClient({ baseUrl: 'http://both.test', fetch });
    await client.startChat({ params: { bot: 'bakery' } });
    expect(fetch.mock.calls[0]?.[0]).toBe('http://both.test/v1/bots/bakery/startChat');
  });

  it('reads a list page by page, only as far as its entries are taken', async () => {
    const pages = [
      { results: [{ id: '1' }, { id: '2' }], nextCursor: 'c1' },
      { results: [], nextCursor: 'c2' },
      { results: [{ id: '3' }] },
    ];
    const { client, requests } = clientGetting(() => Response.json(pages[requests().length - 1]));
    const request = { params: { botId: 'b' }, query: { limit: 2, cursor: 'c0' } };
    const all = client.listResults.all(request);
    const first = await all.next();
    expect([first.value?.id, (await all.next()).value?.id, requests().length]).toEqual(['1', '2', 1]);
    expect((await all.next()).value?.id).toBe('3');
    expect(await all.next()).toEqual({ done: true, value: undefined });
    expect(requests().map(([url]) => url.split('?')[1])).toEqual([
      'limit=2&cursor=c0',
      'limit=2&cursor=c1',
      'limit=2&cursor=c2',
    ]);
  });

  it('rejects with the error of a page', async () => {
    const pages = [() => Response.json({ bots: [{}], nextCursor: 'c' }), failure()];
    const { client, requests } = clientGetting(() => pages[requests().length - 1]?.() ?? Response.error());
    const all = client.listBots.all({ query: { workspaceId: 'w' } });
    await all.next();
    await expect(all.next()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('can also return the raw response', async () => {
    const { client } = clientGetting(json({ bot: {} }, { headers: { etag: '"7"' } }));
    const { data, response } = await client.getBot.withResponse({ params: { botId: 'b' } });
    expect(data).toEqual({ bot: {} });
    expect(response.headers.get('etag')).toBe('"7"');
  });

  it('passes on the signal', async () => {
    const { client, requests } = clientGetting(json({}));
    const { signal } = new AbortController();
    await client.getBot({ params: { botId: 'b' }, signal });
    expect(requests()[0]?.[1].signal).toBe(signal);
  });

  it("throws the service's error", async () => {
    const issues = [{ path: 'bot.name', message: 'Too long' }];
    const { client } = clientGetting(failure({ issues }, { headers: { 'retry-after': '3' } }));
    const error = await client.getBot({ params: { botId: 'b' } }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 409,
      code: 'CONFLICT',
      message: 'No',
      issues,
      requestId: 'r1',
      retryAfterSeconds: 3,
    });
  });

  it('includes sizes in the error, and omits absent fields', async () => {
    const sizes = { code: 'PAYLOAD_TOO_LARGE', limitBytes: 1, actualBytes: 2 };
    const { client } = clientGetting(failure(sizes, { status: 413 }));
    const call = client.getBot({ params: { botId: 'b' } });
    await expect(call).rejects.toMatchObject({ ...sizes, issues: [], retryAfterSeconds: undefined });
  });

  it.each([
    ['an error page', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502],
    ['JSON of another form', json({ error: 'no' }, { status: 500 }), 500],
    ['a success that is not JSON', () => new Response('<h1>Sign in</h1>'), 200],
    ['an empty answer', () => new Response(null, { status: 204 }), 204],
  ])('throws if the response is not from the service: %s', async (_, response, status) => {
    const call = clientGetting(response).client.getBot({ params: { botId: 'b' } });
    await expect(call).rejects.toMatchObject({ status, code: 'UNEXPECTED_RESPONSE', issues: [] });
  });

  it('rejects a 304, which has no body, with a code of its own', async () => {
    const { client } = clientGetting(() => new Response(null, { status: 304 }));
    const headers = { 'if-none-match': `"1"` };
    await expect(client.getBot({ params: { botId: 'b' }, headers })).rejects.toMatchObject({
      code: 'NOT_MODIFIED',
    });
  });

  it('rethrows errors of fetch', async () => {
    const fetch = async () => {
      throw new TypeError('fetch failed');
    };
    const client = createClient({ baseUrl: 'http://m.test', chatUrl: 'http://c.test', fetch });
    await expect(client.getBot({ params: { botId: 'b' } })).rejects.toThrow('fetch failed');
  });

  it("has the contracts' types", () => {
    const { client } = clientGetting(json({}));
    const calls = () => [
      // @ts-expect-error botId is missing
      client.getBot({ params: {} }),
      // @ts-expect-error parameters are required
      client.getBot(),
      // @ts-expect-error not a valid query value
      client.getBot({ params: { botId: 'b' }, query: { migrateToLatestVersion: 'yes' } }),
      // @ts-expect-error this endpoint takes no body
      client.getBot({ params: { botId: 'b' }, body: {} }),
      // @ts-expect-error this endpoint takes no headers
      client.listBots({ query: { workspaceId: 'w' }, headers: {} }),
      client.listWorkspaces(),
      // @ts-expect-error the client adds the token itself
      client.getMe({ headers: { authorization: 'Bearer x' } }),
      client.getResult({ params: { botId: 'b', resultId: 'r' } }).then(({ result }) => {
        const isCompleted: boolean = result.isCompleted;
        // @ts-expect-error a result has no such field
        return [isCompleted, result.isFinished];
      }),
    ];
    expect(calls).toBeTypeOf('function');
  });

  it('names the types of the API', () => {
    const { client } = clientGetting(json({}));
    type Client = typeof client;
    expectTypeOf<Awaited<ReturnType<Client['getBot']>>['bot']>().toEqualTypeOf<Bot>();
    expectTypeOf<Awaited<ReturnType<Client['getResult']>>['result']>().toEqualTypeOf<Result>();
    expectTypeOf<Awaited<ReturnType<Client['getBotGraph']>>>().toBeString();
    expectTypeOf(client.listBots.all).parameter(0).toEqualTypeOf<Parameters<Client['listBots']>[0]>();
    expectTypeOf<Client['listResultLogs']['all']>().toBeFunction();
    // @ts-expect-error what is not a list cannot be read entry by entry
    expect(client.getBot.all).toBeUndefined();
  });

  it('bundles for browsers in 10 KB, without the server, its schemas or Node APIs', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [new URL('../../../apps/client/bot-management-client.ts', import.meta.url).pathname],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'browser',
      format: 'esm',
      logLevel: 'silent',
    });
    expect(Object.keys(metafile.inputs).toSorted()).toEqual([
      'apps/client/api-error.ts',
      'apps/client/bot-management-client.ts',
      'apps/client/client.ts',
      'apps/client/operations.ts',
      'apps/client/with-retries.ts',
      'lib/platform/json/parse-json.ts',
      'lib/platform/json/string-end.ts',
    ]);
    expect(gzipSync(outputFiles[0]?.contents ?? '').byteLength).toBeLessThan(10 * 1_024);
  });
});
