import { describe, expect, it, vi } from 'vitest';
import type { LambdaFunction } from '#lib/apps/local/lambda-invocation.ts';
import { MAX_REQUEST_BODY_BYTES } from '#lib/http/gateway-responses.ts';
import { MAX_INVOCATION_BYTES } from '#lib/lambda/invocation-payload.ts';
import { allowAll, fakeEndpoint, fakeGateway, fakeRequest, getHeaders, ok, parseJson } from './fake-api.ts';

const bearer = fakeEndpoint({ id: 'bearer', auth: 'bearer' });
const withToken = (authorization = 'Bearer abc') =>
  fakeRequest({
    headers: [
      ['Host', 'localhost'],
      ['Authorization', authorization],
    ],
  });

const envelope = (code: string) => ({ message: expect.any(String), code, requestId: expect.any(String) });

/** Returns what it is called with. */
const echo: LambdaFunction = async (event, { functionName, memoryLimitInMB }) => ({
  statusCode: 200,
  body: JSON.stringify({ event, functionName, memoryLimitInMB }),
});

describe('routing', () => {
  it.each([
    ['an unknown path', { path: '/v1/nothing' }],
    ['a trailing slash', { path: '/v1/things/1/' }],
    ['an unknown method', { method: 'DELETE' }],
    ['OPTIONS on the management API', { method: 'OPTIONS' }],
  ])('answers 404 to %s', async (_, fields) => {
    const answer = await fakeGateway().handle('management', fakeRequest(fields));
    expect(answer.status).toBe(404);
    expect(parseJson(answer)).toEqual({ ...envelope('NOT_FOUND'), message: 'Not found' });
    expect(getHeaders(answer).get('content-type')).toBe('application/json');
    expect(getHeaders(answer).get('access-control-allow-origin')).toBeNull();
  });

  it('knows the endpoints of one API only', async () => {
    const answer = await fakeGateway().handle('chat', fakeRequest());
    expect(answer.status).toBe(404);
  });

  it('does not look for the method on a less exact path', async () => {
    const endpoints = [
      fakeEndpoint({ id: 'get', method: 'GET', path: '/v1/things/{id}' }),
      fakeEndpoint({ id: 'import', method: 'POST', path: '/v1/things/import' }),
    ];
    const answer = await fakeGateway({ endpoints }).handle(
      'management',
      fakeRequest({ path: '/v1/things/import' }),
    );
    expect(answer.status).toBe(404);
  });

  it('answers 404 to HEAD, without a body', async () => {
    const answer = await fakeGateway().handle('management', fakeRequest({ method: 'HEAD' }));
    expect(answer.status).toBe(404);
    expect(answer.body).toHaveLength(0);
  });

  it('answers 400 to malformed percent-encoding', async () => {
    const answer = await fakeGateway().handle('management', fakeRequest({ path: '/v1/things/%zz' }));
    expect(answer.status).toBe(400);
    expect(parseJson(answer)).toEqual(envelope('BAD_REQUEST'));
  });

  it('comes before the token, the token before the size', async () => {
    const gateway = fakeGateway({ endpoints: [bearer] });
    const tooLarge = { bodyBytes: MAX_REQUEST_BODY_BYTES + 1 };
    const getStatus = async (request: object) =>
      (await gateway.handle('management', fakeRequest({ ...tooLarge, ...request }))).status;
    expect(await getStatus({ path: '/nothing' })).toBe(404);
    expect(await getStatus({})).toBe(401);
    expect(await getStatus({ headers: withToken().headers })).toBe(413);
  });
});

describe('the token', () => {
  it.each([
    ['no Authorization header', undefined],
    ['another scheme', 'Basic abc'],
    ['no token', 'Bearer '],
    ['a token of other characters', 'Bearer a.b'],
    ['a token of more than 200 characters', `Bearer ${'a'.repeat(201)}`],
    ['something in front', 'x Bearer abc'],
    ['something behind', 'Bearer abc def'],
  ])('is refused with 401 for %s, without asking the authorizer', async (_, authorization) => {
    const authorizer = vi.fn(async () => allowAll);
    const request = authorization === undefined ? fakeRequest() : withToken(authorization);
    const answer = await fakeGateway({ endpoints: [bearer], authorizer }).handle('management', request);
    expect(answer.status).toBe(401);
    expect(parseJson(answer)).toEqual(envelope('UNAUTHORIZED'));
    expect(getHeaders(answer).get('www-authenticate')).toBe('Bearer');
    expect(authorizer).not.toHaveBeenCalled();
  });

  it.each(['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer   abc', `Bearer ${'a'.repeat(200)}`])(
    'reaches the authorizer in "%s"',
    async (authorization) => {
      const authorizer = vi.fn(async () => allowAll);
      const gateway = fakeGateway({ endpoints: [bearer], authorizer });
      expect((await gateway.handle('management', withToken(authorization))).status).toBe(200);
      expect(authorizer).toHaveBeenCalledWith(
        {
          type: 'TOKEN',
          methodArn: 'arn:aws:execute-api:local:000000000000:management/api/GET/v1/things/1',
          authorizationToken: authorization,
        },
        expect.objectContaining({ functionName: 'authorizer' }),
      );
    },
  );

  it('is found whatever the case of the header name', async () => {
    const request = fakeRequest({ headers: [['aUTHORIZATION', 'Bearer abc']] });
    expect((await fakeGateway({ endpoints: [bearer] }).handle('management', request)).status).toBe(200);
  });

  it('is not asked for on an endpoint without one', async () => {
    const authorizer = vi.fn(async () => allowAll);
    const gateway = fakeGateway({ functions: { fake: echo }, authorizer });
    const answer = await gateway.handle('management', fakeRequest());
    expect(parseJson(answer).event).not.toHaveProperty('requestContext.authorizer');
    expect(authorizer).not.toHaveBeenCalled();
  });

  it('is refused with 401 if the authorizer throws Unauthorized', async () => {
    const onFault = vi.fn();
    const authorizer = async () => {
      throw new Error('Unauthorized');
    };
    const gateway = fakeGateway({ endpoints: [bearer], authorizer, onFault });
    const answer = await gateway.handle('management', withToken());
    expect(answer.status).toBe(401);
    expect(getHeaders(answer).get('www-authenticate')).toBe('Bearer');
    expect(onFault).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['throws anything else', new Error('unauthorized')],
    ['returns nothing', undefined],
    ['returns no principal', { ...allowAll, principalId: undefined }],
    ['returns no policy', { principalId: 'p' }],
    ['returns an object in the context', { ...allowAll, context: { grants: {} } }],
  ])('leads to 500 if the authorizer %s', async (_, outcome) => {
    const onFault = vi.fn();
    const authorizer = async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    const gateway = fakeGateway({ endpoints: [bearer], authorizer, onFault });
    const answer = await gateway.handle('management', withToken());
    expect(answer.status).toBe(500);
    expect(parseJson(answer)).toEqual({
      ...envelope('INTERNAL_SERVER_ERROR'),
      message: 'Internal server error',
    });
    expect(onFault).toHaveBeenCalledOnce();
  });

  it.each([
    ['denies', { Effect: 'Deny', Resource: '*' }],
    [
      'allows another API only',
      { Effect: 'Allow', Resource: 'arn:aws:execute-api:local:000000000000:chat/*' },
    ],
  ])('is refused with 403 if the policy %s', async (_, statement) => {
    const Statement = [{ Action: 'execute-api:Invoke', ...statement }];
    const authorizer = async () => ({ ...allowAll, policyDocument: { Statement } });
    const gateway = fakeGateway({ endpoints: [bearer], authorizer });
    const answer = await gateway.handle('management', withToken());
    expect(answer.status).toBe(403);
    expect(parseJson(answer)).toEqual(envelope('FORBIDDEN'));
  });

  it('brings the context along, as strings', async () => {
    const authorizer = async () => ({ ...allowAll, context: { tokenId: 't1', count: 2, isOld: false } });
    const gateway = fakeGateway({ endpoints: [bearer], functions: { bearer: echo }, authorizer });
    expect(parseJson(await gateway.handle('management', withToken()))).toMatchObject({
      event: {
        requestContext: { authorizer: { principalId: 'token-1', tokenId: 't1', count: '2', isOld: 'false' } },
      },
    });
  });
});

describe('the cache of the authorizer', () => {
  function cachingGateway(authorizer: LambdaFunction, endpoints = [bearer]) {
    const clock = { nowMs: 1_000_000 };
    const spy = vi.fn(authorizer);
    return { clock, spy, gateway: fakeGateway({ endpoints, authorizer: spy, nowMs: () => clock.nowMs }) };
  }

  it('keeps a result for 60 s', async () => {
    const { clock, spy, gateway } = cachingGateway(async () => allowAll);
    await gateway.handle('management', withToken());
    clock.nowMs += 59_999;
    await gateway.handle('management', withToken());
    expect(spy).toHaveBeenCalledTimes(1);
    clock.nowMs += 1;
    await gateway.handle('management', withToken());
    expect(spy).toHaveBeenCalledTimes(2);
  });

  it('keeps each token apart, and each API', async () => {
    const onChat = fakeEndpoint({ id: 'chat', api: 'chat', auth: 'bearer' });
    const { spy, gateway } = cachingGateway(async () => allowAll, [bearer, onChat]);
    await gateway.handle('management', withToken('Bearer a'));
    await gateway.handle('management', withToken('Bearer b'));
    await gateway.handle('chat', withToken('Bearer a'));
    expect(spy).toHaveBeenCalledTimes(3);
  });

  it('applies a kept policy to each method anew', async () => {
    const other = fakeEndpoint({ id: 'other', path: '/v1/other', auth: 'bearer' });
    const Statement = [{ Action: '*', Effect: 'Allow', Resource: '*/v1/things/1' }];
    const { spy, gateway } = cachingGateway(
      async () => ({ ...allowAll, policyDocument: { Statement } }),
      [bearer, other],
    );
    expect((await gateway.handle('management', withToken())).status).toBe(200);
    expect((await gateway.handle('management', { ...withToken(), path: '/v1/other' })).status).toBe(403);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('keeps a refusing policy, but not a thrown Unauthorized', async () => {
    const Statement = [{ Action: '*', Effect: 'Deny', Resource: '*' }];
    const denying = cachingGateway(async () => ({ ...allowAll, policyDocument: { Statement } }));
    await denying.gateway.handle('management', withToken());
    await denying.gateway.handle('management', withToken());
    expect(denying.spy).toHaveBeenCalledTimes(1);

    const throwing = cachingGateway(async () => {
      throw new Error('Unauthorized');
    });
    await throwing.gateway.handle('management', withToken());
    await throwing.gateway.handle('management', withToken());
    expect(throwing.spy).toHaveBeenCalledTimes(2);
  });
});

describe('the event', () => {
  async function toEvent(fields: Parameters<typeof fakeRequest>[0]) {
    const endpoints = [
      fakeEndpoint({ method: 'POST', memoryMb: 256 }),
      fakeEndpoint({ id: 'list', path: '/v1/things' }),
    ];
    const gateway = fakeGateway({
      endpoints,
      functions: { fake: echo, list: echo },
      nowMs: () => Date.UTC(2026, 10, 21, 6, 31, 24, 5),
    });
    return parseJson(await gateway.handle('management', fakeRequest({ method: 'POST', ...fields })));
  }

  it('has the form of a REST API, payload 1.0', async () => {
    const { event, functionName, memoryLimitInMB } = await toEvent({
      path: '/v1/things/a%20b',
      queryString: 'tag=x&q=1+2%26&tag=y',
      headers: [
        ['Host', 'bots.example.com:3000'],
        ['X-Tag', 'one'],
        ['user-agent', 'test/1'],
        ['X-Tag', 'two'],
      ],
      body: Buffer.from('{"ü":1}'),
      sourceIp: '192.0.2.1',
    });
    expect(functionName).toBe('fake');
    expect(memoryLimitInMB).toBe('256');
    expect(event).toEqual({
      resource: '/v1/things/{thingId}',
      path: '/v1/things/a%20b',
      httpMethod: 'POST',
      headers: { Host: 'bots.example.com:3000', 'X-Tag': 'two', 'user-agent': 'test/1' },
      multiValueHeaders: {
        Host: ['bots.example.com:3000'],
        'X-Tag': ['one', 'two'],
        'user-agent': ['test/1'],
      },
      queryStringParameters: { tag: 'y', q: '1 2&' },
      multiValueQueryStringParameters: { tag: ['x', 'y'], q: ['1 2&'] },
      pathParameters: { thingId: 'a b' },
      stageVariables: null,
      requestContext: {
        accountId: '000000000000',
        apiId: 'management',
        domainName: 'bots.example.com',
        domainPrefix: 'bots',
        extendedRequestId: expect.any(String),
        httpMethod: 'POST',
        identity: {
          accessKey: null,
          accountId: null,
          apiKey: null,
          apiKeyId: null,
          caller: null,
          clientCert: null,
          cognitoAuthenticationProvider: null,
          cognitoAuthenticationType: null,
          cognitoIdentityId: null,
          cognitoIdentityPoolId: null,
          principalOrgId: null,
          sourceIp: '192.0.2.1',
          user: null,
          userAgent: 'test/1',
          userArn: null,
        },
        path: '/api/v1/things/a%20b',
        protocol: 'HTTP/1.1',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        requestTime: '21/Nov/2026:06:31:24 +0000',
        requestTimeEpoch: Date.UTC(2026, 10, 21, 6, 31, 24, 5),
        resourceId: expect.stringMatching(/^[a-z0-9]{6}$/),
        resourcePath: '/v1/things/{thingId}',
        stage: 'api',
      },
      body: '{"ü":1}',
      isBase64Encoded: false,
    });
  });

  it('has null for a missing query, missing parameters and a missing body', async () => {
    const { event } = await toEvent({ method: 'GET', path: '/v1/things' });
    expect(event).toMatchObject({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      body: null,
    });
  });

  it('carries the same request id as the response', async () => {
    const gateway = fakeGateway({ functions: { fake: echo } });
    const answer = await gateway.handle('management', fakeRequest());
    const requestId = getHeaders(answer).get('x-amzn-requestid');
    expect(parseJson(answer)).toMatchObject({ event: { requestContext: { requestId } } });
  });
});

describe('the function', () => {
  const call = async (handler: LambdaFunction, timeoutSeconds = 5) => {
    const onFault = vi.fn();
    const endpoints = [fakeEndpoint({ timeoutSeconds })];
    const gateway = fakeGateway({ endpoints, functions: { fake: handler }, onFault });
    return { answer: await gateway.handle('management', fakeRequest()), onFault };
  };

  it('answers with status, headers and body', async () => {
    const { answer } = await call(async () => ({
      statusCode: 418,
      headers: { 'X-One': 'a', 'X-Number': 3 },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
      body: 'ü',
    }));
    expect(answer.status).toBe(418);
    expect(answer.body.toString()).toBe('ü');
    expect(answer.headers).toEqual([
      ['X-One', 'a'],
      ['X-Number', '3'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['Content-Type', 'application/json'],
      ['x-amzn-RequestId', expect.any(String)],
    ]);
  });

  it('keeps its own content type', async () => {
    const headers = { 'content-type': 'text/plain' };
    const { answer } = await call(async () => ({ statusCode: 200, headers, body: '' }));
    expect(getHeaders(answer).get('content-type')).toBe('text/plain');
  });

  it.each<[string, LambdaFunction]>([
    ['rejects', async () => Promise.reject(new Error('secret'))],
    [
      'throws at once',
      () => {
        throw new Error('secret');
      },
    ],
    ['returns nothing', async () => undefined],
    ['returns no status', async () => ({ body: '{}' })],
    ['returns a status out of range', async () => ({ statusCode: 99, body: '' })],
    ['returns a body that is not text', async () => ({ statusCode: 200, body: {} })],
    ['returns what is not JSON', async () => ({ statusCode: 200, body: 1n })],
    ['returns a header that would split', async () => ({ statusCode: 200, headers: { a: 'b\r\nc: d' } })],
    ['returns too much', async () => ({ statusCode: 200, body: 'x'.repeat(MAX_INVOCATION_BYTES) })],
  ])('leads to 502 if it %s', async (_, handler) => {
    const { answer, onFault } = await call(handler);
    expect(answer.status).toBe(502);
    expect(parseJson(answer)).toEqual({
      ...envelope('INTERNAL_SERVER_ERROR'),
      message: 'Internal server error',
    });
    expect(onFault).toHaveBeenCalledOnce();
  });

  it('may return exactly what Lambda takes', async () => {
    const empty = JSON.stringify({ statusCode: 200, body: '' }).length;
    const body = 'x'.repeat(MAX_INVOCATION_BYTES - empty);
    const { answer } = await call(async () => ({ statusCode: 200, body }));
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(body.length);
  });

  it('leads to 504 if it takes too long', async () => {
    const { answer } = await call(() => new Promise(() => {}), 0.02);
    expect(answer.status).toBe(504);
    expect(parseJson(answer)).toEqual(envelope('SERVICE_UNAVAILABLE'));
    expect(getHeaders(answer).get('retry-after')).toBe('1');
  });

  it('knows how much time is left', async () => {
    const { answer } = await call(async (_, context) => {
      const before = context.getRemainingTimeInMillis();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { statusCode: 200, body: JSON.stringify({ before, after: context.getRemainingTimeInMillis() }) };
    }, 2);
    const { before, after } = parseJson(answer) as { before: number; after: number };
    expect(before).toBeGreaterThan(1_500);
    expect(before).toBeLessThanOrEqual(2_000);
    expect(after).toBeLessThan(before - 10);
  });

  it('is loaded when it is first called, and not before', async () => {
    const loadFunction = vi.fn(async () => ok);
    const { createGateway } = await import('#lib/apps/local/gateway.ts');
    const gateway = createGateway({ endpoints: [bearer], loadFunction, authorizer: async () => allowAll });
    await gateway.handle('management', fakeRequest());
    expect(loadFunction).not.toHaveBeenCalled();
    await gateway.handle('management', withToken());
    expect(loadFunction).toHaveBeenCalledWith('bearer');
  });
});

describe('the size of a request', () => {
  it('may be as large as API Gateway allows, and not a byte more', async () => {
    const functions = { fake: vi.fn(ok) };
    const answer = await fakeGateway({ functions }).handle(
      'management',
      fakeRequest({ bodyBytes: MAX_REQUEST_BODY_BYTES + 1 }),
    );
    expect(answer.status).toBe(413);
    expect(parseJson(answer)).toEqual({
      ...envelope('PAYLOAD_TOO_LARGE'),
      message: expect.stringContaining('API Gateway'),
      limitBytes: 10_485_760,
      actualBytes: 10_485_761,
    });
    expect(functions.fake).not.toHaveBeenCalled();
    const fitting = await fakeGateway().handle(
      'management',
      fakeRequest({ bodyBytes: MAX_REQUEST_BODY_BYTES }),
    );
    expect(fitting.status).toBe(200);
  });

  it('counts as the event that Lambda gets, escapes and all', async () => {
    // A quote takes two bytes in the event: half the limit in quotes is too large, but half of it in letters
    // is not.
    const half = MAX_INVOCATION_BYTES / 2;
    const send = (character: string) =>
      fakeGateway().handle('management', fakeRequest({ body: Buffer.alloc(half, character) }));
    expect((await send('x')).status).toBe(200);
    const answer = await send('"');
    expect(answer.status).toBe(413);
    const { limitBytes, actualBytes, message } = parseJson(answer);
    expect(limitBytes).toBe(6_291_556);
    expect(actualBytes).toBeGreaterThan(6_291_556);
    expect(message).toContain('Lambda');
  });
});

describe('CORS', () => {
  const endpoints = [
    fakeEndpoint({ id: 'post', api: 'chat', method: 'POST' }),
    fakeEndpoint({ id: 'get', api: 'chat', method: 'GET', auth: 'bearer' }),
  ];
  const gateway = fakeGateway({ endpoints });

  it('answers a preflight on a known path of the chat API', async () => {
    const answer = await gateway.handle('chat', fakeRequest({ method: 'OPTIONS' }));
    expect(answer.status).toBe(204);
    expect(answer.body).toHaveLength(0);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, GET, OPTIONS',
      'access-control-allow-headers': 'content-type, authorization',
      'access-control-max-age': '86400',
    });
  });

  it('is on every error that the gateway makes', async () => {
    for (const [status, request] of [
      [404, fakeRequest({ method: 'OPTIONS', path: '/v1/nothing' })],
      [404, fakeRequest({ path: '/v1/nothing' })],
      [401, fakeRequest()],
      [413, fakeRequest({ method: 'POST', bodyBytes: MAX_REQUEST_BODY_BYTES + 1 })],
    ] as const) {
      const answer = await gateway.handle('chat', request);
      expect(answer.status).toBe(status);
      expect(getHeaders(answer).get('access-control-allow-origin')).toBe('*');
    }
  });

  it('is left to the function for its own responses', async () => {
    const answer = await gateway.handle('chat', fakeRequest({ method: 'POST' }));
    expect(answer.status).toBe(200);
    expect(getHeaders(answer).get('access-control-allow-origin')).toBeNull();
  });
});
