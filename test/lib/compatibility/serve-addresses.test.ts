import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { CompatibleAddress } from '#lib/compatibility/compatible-address.ts';
import { serveAddresses } from '#lib/compatibility/serve-addresses.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';

/* An endpoint that returns what it was given, at its own address and at one of Typebot. */

const contract = defineEndpoint({
  id: 'echo',
  method: 'POST',
  path: '/v1/bots/{botId}/echo',
  api: 'management',
  auth: 'none',
  summary: '',
  description: '',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({ limit: z.string().optional() }),
    body: z.object({ bot: z.looseObject({ name: z.string() }) }),
  },
  response: () => z.looseObject({}),
  errors: [],
  table: { reads: [] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

const address: CompatibleAddress = {
  path: '/v1/typebots/{typebotId}/echo',
  params: { botId: 'typebotId' },
  body: { bot: 'typebot' },
  response: { bot: 'typebot', 'bot.botId': 'typebotId' },
  toQuery: (query) => ({ limit: '100', ...query }),
  fromResponse: (response, { query }) => ({ ...response, limit: query.limit }),
};

const handler = serveAddresses(
  [address],
  endpointHandler(contract, async ({ params, query, body, roundedNumbers }) => {
    if (params.botId === 'none') throw new ServiceError('NOT_FOUND', 'Bot not found');
    return { body: { bot: { ...body.bot, botId: params.botId }, query, rounded: roundedNumbers().length } };
  }),
);

type Sent = { query?: Record<string, string[]>; botId?: string; headers?: Record<string, string> };

async function call(
  resource: string,
  rawBody: string | null,
  { query = {}, botId = 'b', headers }: Sent = {},
) {
  const event = {
    resource,
    path: resource,
    httpMethod: 'POST',
    headers: headers ?? { 'Content-Type': 'application/json' },
    pathParameters: { [resource === contract.path ? 'botId' : 'typebotId']: botId },
    multiValueQueryStringParameters: query,
    body: rawBody,
    isBase64Encoded: false,
    requestContext: { requestId: 'r', identity: {} },
  } as unknown as APIGatewayProxyEvent;
  const { statusCode, body } = await handler(event, {
    getRemainingTimeInMillis: () => 10_000,
  } as unknown as Context);
  return { status: statusCode, body: JSON.parse(body) };
}

const own = (body: string | null, sent?: Sent) => call(contract.path, body, sent);
const theirs = (body: string | null, sent?: Sent) => call(address.path, body, sent);

describe('a request to an address', () => {
  it('is translated, and so is its response', async () => {
    expect(await theirs('{"typebot":{"name":"Ada","bot":1},"unknown":2}')).toStrictEqual({
      status: 200,
      body: {
        typebot: { name: 'Ada', bot: 1, typebotId: 'b' },
        query: { limit: '100' },
        rounded: 0,
        limit: '100',
      },
    });
  });

  it('may have unknown query parameters, and none twice', async () => {
    const sent = '{"typebot":{"name":"Ada"}}';
    const { body } = await theirs(sent, { query: { limit: ['5'], unknown: ['1'] } });
    expect(body).toMatchObject({ limit: '5' });
    expect((await theirs(sent, { query: { limit: ['5', '6'] } })).status).toBe(400);
  });

  it('still has the numbers that parsing rounded', async () => {
    const { body } = await theirs('{"typebot":{"name":"Ada","size":12345678901234567890.5}}');
    expect(body).toMatchObject({ rounded: 1 });
  });

  it('gets errors in the names that were sent, with the fields of both products', async () => {
    expect(await theirs('{"bot":{"name":"Ours"}}')).toMatchObject({
      status: 400,
      body: {
        code: 'BAD_REQUEST',
        message: expect.stringMatching(/^typebot: /),
        requestId: 'r',
        issues: [{ path: 'typebot' }],
        defined: true,
        status: 400,
        data: { issues: [{ path: ['typebot'] }] },
      },
    });
    expect((await theirs('{"typebot":{"name":"Ada"}}', { botId: 'none' })).body).toStrictEqual({
      code: 'NOT_FOUND',
      message: 'Typebot not found',
      requestId: 'r',
      defined: true,
      status: 404,
    });
  });

  it.each([[null], ['[]'], ['{}']])('gets 400 for the body %j', async (body) => {
    expect((await theirs(body, body === null ? { headers: {} } : {})).status).toBe(400);
  });

  it('gets 415 for another media type', async () => {
    expect((await theirs('{}', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });
});

describe('a request to the own path', () => {
  it('is left alone', async () => {
    expect(await own('{"bot":{"name":"Ada"}}')).toStrictEqual({
      status: 200,
      body: { bot: { name: 'Ada', botId: 'b' }, query: {}, rounded: 0 },
    });
  });

  it('gets our own errors', async () => {
    const { status, body } = await own('{"typebot":{"name":"Ada"}}');
    expect([status, Object.keys(body).toSorted()]).toStrictEqual([
      400,
      ['code', 'issues', 'message', 'requestId'],
    ]);
    expect((await own(null, { headers: {} })).status).toBe(415);
    expect((await own('{"bot":{"name":"Ada"}}', { query: { unknown: ['1'] } })).status).toBe(400);
  });
});
