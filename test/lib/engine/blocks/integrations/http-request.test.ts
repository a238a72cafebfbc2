import { describe, expect, it } from 'vitest';
import { httpRequestBlock } from '#lib/engine/blocks/integrations/http-request.ts';
import { makeComBlock } from '#lib/engine/blocks/integrations/make-com.ts';
import { pabblyBlock } from '#lib/engine/blocks/integrations/pabbly.ts';
import { zapierBlock } from '#lib/engine/blocks/integrations/zapier.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { blockContext, type TestBlockContext } from '#test/support/chat/block-context.ts';
import { fakeHttp, type ScriptedResponse } from '#test/support/chat/fake-http.ts';
import { Talk } from '#test/support/chat/talk.ts';

const responseVariableMapping = [
  { id: 'm1', variableId: 'status', bodyPath: 'statusCode' },
  { id: 'm2', variableId: 'data', bodyPath: 'data' },
  { id: 'm3', variableId: 'name', bodyPath: 'data.user.name' },
];

async function run(options: unknown, response?: ScriptedResponse, remainingMs = 25_000) {
  const http = fakeHttp(response ? [response] : []);
  const context = blockContext({
    variables: { status: null, data: null, name: 'before', a: 'Ada' },
    ports: { http, remainingMs: () => remainingMs },
  });
  const outcome = await httpRequestBlock.run({ id: 'h1', type: 'Webhook', options }, context);
  const { logs } = context;
  return { outcome, logs, context, requests: http.requests };
}

const getValues = (context: TestBlockContext) => ['status', 'data', 'name'].map((id) => context.valueOf(id));

/** Nested so deeply that JSON.stringify would overflow the stack. */
const DEEP = '['.repeat(20_000) + ']'.repeat(20_000);

const PLACE = '{"user": {"name": "São Luís"}}';
const latin1 = Buffer.from(PLACE, 'latin1');

const get = { webhook: { method: 'GET', url: 'https://h.example/x' }, responseVariableMapping };
const request = { url: 'https://h.example/x', method: 'GET', timeout: 10_000 };

describe('responses', () => {
  it('JSON', async () => {
    const { outcome, logs, context, requests } = await run(get, { text: '{"user": {"name": "Bob"}}' });
    expect(outcome).toEqual({});
    expect(getValues(context)).toEqual(['200', '{"user":{"name":"Bob"}}', 'Bob']);
    expect(requests).toEqual([
      { url: request.url, method: 'GET', headers: {}, handsOnTrace: true, timeoutMs: 10_000 },
    ]);
    expect(logs).toEqual([
      {
        status: 'success',
        description: 'Webhook successfuly executed.',
        details: JSON.stringify({ statusCode: 200, response: '{"user": {"name": "Bob"}}', request }),
      },
    ]);
  });

  it.each<[string, ScriptedResponse, unknown[]]>([
    ['text', { text: 'plain text' }, ['200', 'plain text', 'before']],
    ['JSON that is nested too deeply', { text: DEEP }, ['200', DEEP, 'before']],
    ['nothing', { status: 204 }, ['204', null, 'before']],
    [
      'a long integer',
      { text: '{"user":{"name":12345678901234567890}}' },
      ['200', '{"user":{"name":"12345678901234567890"}}', '12345678901234567890'],
    ],
    ['a list', { json: [1, { a: 2 }] }, ['200', ['1', '{"a":2}'], 'before']],
  ])('%s', async (_, response, values) => {
    const { context, logs } = await run(get, response);
    expect(getValues(context)).toEqual(values);
    expect(logs).toMatchObject([{ status: 'success' }]);
  });

  it.each<[string, ScriptedResponse]>([
    ['Latin-1', { bytes: latin1, headers: { 'content-type': 'application/json; charset=ISO-8859-1' } }],
    ['UTF-16 with a byte order mark', { bytes: Buffer.from(`\ufeff${PLACE}`, 'utf16le') }],
    ['UTF-8', { bytes: Buffer.from(PLACE), headers: { 'content-type': 'application/json' } }],
  ])('in %s', async (_, response) => {
    const { context, logs } = await run(get, response);
    expect(context.valueOf('name')).toBe('São Luís');
    expect(logs[0]?.details).toContain('São Luís');
  });

  it.skipIf(CASES.length === 0)('with the charset of the reported case', async () => {
    const http = fakeHttp([
      {
        bytes: Buffer.from('{"city":"São Luís"}', 'latin1'),
        headers: { 'content-type': 'application/json; charset=ISO-8859-1' },
      },
    ]);
    const { texts } = await new Talk(readCase('08').bot, { ports: { http } }).start();
    expect(texts).toStrictEqual(['São Luís']);
  });

  it.skipIf(CASES.length === 0)('to the request of the reported case, whose values are encoded', async () => {
    const http = fakeHttp([{ status: 204 }]);
    await new Talk(readCase('18').bot, { ports: { http } }).start();
    const [{ url = '', body } = {}] = http.requests;
    expect([...new URL(url.replace('PORT', '1')).searchParams]).toStrictEqual([['q', 'a&b=c d']]);
    expect([...new URLSearchParams(String(body))]).toStrictEqual([
      ['a', 'a&b=c d'],
      ['b', '2'],
    ]);
  });

  it.each<[string, ScriptedResponse, number, unknown, unknown[]]>([
    [
      '404',
      { status: 404, json: { user: { name: 'no' } } },
      404,
      { user: { name: 'no' } },
      ['404', '{"user":{"name":"no"}}', 'no'],
    ],
    ['500 with text', { status: 500, text: 'broken' }, 500, 'broken', ['500', 'broken', 'before']],
    [
      'a timeout',
      new HttpRequestError('timeout', 'x'),
      408,
      { message: 'Request timed out. (10s)' },
      ['408', '{"message":"Request timed out. (10s)"}', 'before'],
    ],
    [
      'nobody there',
      new HttpRequestError('failed', 'connect ECONNREFUSED 203.0.113.7:1'),
      500,
      {
        context: 'Unknown error while executing HTTP request',
        description: '[connect ECONNREFUSED 203.0.113.7:1] fetch failed',
      },
      ['500', expect.stringContaining('fetch failed'), 'before'],
    ],
    [
      'too large a response',
      new HttpRequestError('too-large', 'The response is larger than 9 bytes'),
      500,
      expect.objectContaining({ description: '[The response is larger than 9 bytes] fetch failed' }),
      ['500', expect.anything(), 'before'],
    ],
  ])('an error: %s', async (_, scripted, statusCode, response, values) => {
    const { outcome, context, logs } = await run(get, scripted);
    expect(outcome).toEqual({});
    expect(getValues(context)).toEqual(values);
    expect(logs).toMatchObject([{ status: 'error', description: 'Webhook returned an error.' }]);
    expect(JSON.parse(logs[0]?.details ?? '')).toEqual({ statusCode, request, response });
  });

  it('an error that is nested too deeply', async () => {
    const { logs, context } = await run(get, { status: 500, text: DEEP });
    expect(getValues(context)).toEqual(['500', DEEP, 'before']);
    expect(logs).toMatchObject([{ status: 'error' }]);
  });

  it('an unexpected error is not swallowed', async () => {
    await expect(run(get, new TypeError('bug'))).rejects.toThrow('bug');
  });

  it('a disallowed URL', async () => {
    const { outcome, context, logs } = await run(
      get,
      new HttpRequestError('refused', 'getaddrinfo EAI_AGAIN h.example'),
    );
    const message = 'Security validation failed: getaddrinfo EAI_AGAIN h.example';
    expect(outcome).toEqual({});
    expect(getValues(context).slice(0, 2)).toEqual(['400', JSON.stringify({ message })]);
    expect(logs).toEqual([{ status: 'error', description: message }]);
  });
});

describe('what is sent', () => {
  it.each([
    ['JSON', undefined, { a: 1, b: 'x y' }, 'application/json', '{"a":1,"b":"x y"}'],
    [
      'JSON with a custom media type',
      'application/vnd.x+json',
      { a: 1 },
      'application/vnd.x+json',
      '{"a":1}',
    ],
    [
      'a form',
      'application/x-www-form-urlencoded; charset=utf-8',
      { a: 1, b: 'x y', c: [1], d: null },
      'application/x-www-form-urlencoded; charset=utf-8',
      'a=1&b=x+y&c=%5B1%5D&d=null',
    ],
    [
      'a form that is not an object',
      'application/x-www-form-urlencoded',
      [1],
      'application/x-www-form-urlencoded',
      '[1]',
    ],
    [
      'a form written as one',
      'application/x-www-form-urlencoded',
      'a=1&b=2',
      'application/x-www-form-urlencoded',
      'a=1&b=2',
    ],
    ['text', undefined, 'hello', undefined, 'hello'],
  ])('%s', async (_, type, body, sentType, sentBody) => {
    const { requests } = await run(
      {
        isCustomBody: true,
        webhook: {
          url: 'https://h.example',
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: type ? [{ key: 'content-Type', value: type }] : [],
        },
      },
      {},
    );
    expect(requests[0]?.body).toBe(sentBody);
    expect(Object.values(requests[0]?.headers ?? {})).toEqual(sentType ? [sentType] : []);
  });

  it.each([
    [undefined, 25_000, 10_000],
    [2, 25_000, 2_000],
    [120, 25_000, 21_000],
    ['5', 25_000, 10_000],
    [0, 25_000, 10_000],
    [undefined, 7_000, 3_000],
  ])('timeout %j with %i ms left', async (timeout, remainingMs, timeoutMs) => {
    const { requests } = await run({ ...get, timeout }, {}, remainingMs);
    expect(requests[0]?.timeoutMs).toBe(timeoutMs);
  });

  it('nothing if the turn has no time left', async () => {
    const { context, logs, requests } = await run(get, {}, 4_000);
    expect(requests).toEqual([]);
    expect(context.valueOf('status')).toBe('408');
    expect(logs).toMatchObject([{ description: 'Webhook returned an error.' }]);
  });

  it('logs contain neither headers nor credentials in URLs', async () => {
    const { logs } = await run(
      {
        webhook: {
          method: 'POST',
          url: 'https://al:pw@h.example/',
          headers: [{ key: 'X-Key', value: 'secret' }],
          body: 'b',
        },
        isCustomBody: true,
      },
      { status: 403 },
    );
    expect(JSON.parse(logs[0]?.details ?? '').request).toEqual({
      url: 'https://h.example/',
      method: 'POST',
      timeout: 10_000,
      body: 'b',
    });
  });
});

describe('blocks that send nothing', () => {
  it.each([undefined, null, 'x', [], {}, { webhook: null }, { webhook: 'x' }])(
    'without a request: %j',
    async (options) => {
      const description = 'The HTTP request was not sent: the bot does not contain it';
      expect(await run(options)).toMatchObject({
        outcome: {},
        logs: [{ status: 'error', description }],
        requests: [],
      });
    },
  );

  it.each([{}, { url: '' }, { url: '{{unset}}' }, { url: 5 }])('without a URL: %j', async (webhook) => {
    const { outcome, logs } = await run({ webhook });
    expect(outcome).toEqual({});
    expect(logs).toEqual([{ status: 'error', description: "Couldn't parse webhook attributes" }]);
  });

  it('with a proxy', async () => {
    const { outcome, logs } = await run({ ...get, proxyCredentialsId: 'p' });
    expect(outcome).toEqual({});
    expect(logs).toMatchObject([{ status: 'error' }]);
  });
});

describe('executed on the client', () => {
  it.each([
    [
      { method: 'GET', url: 'https://h.example/{{a}}' },
      { url: 'https://h.example/Ada', method: 'GET' },
    ],
    [
      {
        url: 'http://127.0.0.1/own',
        body: '{"a":"{{a}}"}',
        headers: [{ key: 'X', value: '{{a}}' }],
        queryParams: [{ key: 'q', value: '1' }],
      },
      { url: 'http://127.0.0.1/own?q=1', method: 'POST', headers: { X: 'Ada' }, body: { a: 'Ada' } },
    ],
    [
      { url: 'https://h.example', body: 'text' },
      { url: 'https://h.example', method: 'POST', body: 'text' },
    ],
  ])('%j', async (webhook, httpRequestToExecute) => {
    const { outcome, logs } = await run({ webhook, isCustomBody: true, isExecutedOnClient: true });
    expect(outcome).toEqual({
      actions: [{ type: 'httpRequestToExecute', httpRequestToExecute, expectsDedicatedReply: true }],
    });
    expect(logs).toEqual([]);
  });

  const resumed = async (text: string) => {
    const context = blockContext({ variables: { status: null, data: null, name: 'before' } });
    await httpRequestBlock.resume?.({ id: 'h1', type: 'Webhook', options: get }, text, context);
    return context;
  };

  it('maps the reply', async () => {
    const context = await resumed('{"statusCode":201,"data":{"user":{"name":"Eve"}}}');
    expect(getValues(context)).toEqual(['201', '{"user":{"name":"Eve"}}', 'Eve']);
    expect(context.logs).toEqual([]);
  });

  it('a reply without data', async () => {
    expect(getValues(await resumed('{"statusCode":500}'))).toEqual(['500', null, 'before']);
  });

  it.each(['', 'hello', '[1]', '5', 'null'])('an invalid reply: %j', async (text) => {
    const context = await resumed(text);
    expect(getValues(context)).toEqual([null, null, 'before']);
    expect(context.logs).toEqual([{ status: 'error', description: 'Provided response is not valid JSON' }]);
  });
});

it.each([
  [httpRequestBlock, 'Webhook'],
  [zapierBlock, 'Zapier'],
  [makeComBlock, 'Make.com'],
  [pabblyBlock, 'Pabbly'],
])('the same under other names', async (block, type) => {
  const http = fakeHttp([{ json: { user: { name: 'Bob' } } }]);
  const context = blockContext({ variables: { name: null }, ports: { http } });
  await block.run({ id: 'b', type, options: get }, context);
  expect(block).toMatchObject({ kind: 'integration', type });
  expect(context.valueOf('name')).toBe('Bob');
});
