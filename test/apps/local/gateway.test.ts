import { describe, expect, it, vi } from 'vitest';
import type { LambdaFunction } from '#apps/local/gateway/lambda-invocation.ts';
import { MAX_REQUEST_BODY_BYTES } from '#lib/platform/http/gateway-responses.ts';
import { MAX_INVOCATION_BYTES } from '#lib/platform/json/invocation-payload.ts';
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

/** Returns its arguments. */
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
  ])('responds with 404 to %s', async (_, fields) => {
    const response = await fakeGateway().handle('management', fakeRequest(fields));
    expect(response.status).toBe(404);
    expect(parseJson(response)).toEqual({ ...envelope('NOT_FOUND'), message: 'Not found' });
    expect(getHeaders(response).get('content-type')).toBe('application/json');
    expect(getHeaders(response).get('access-control-allow-origin')).toBeNull();
  });

  it('serves only the endpoints of the called API', async () => {
    const response = await fakeGateway().handle('chat', fakeRequest());
    expect(response.status).toBe(404);
  });

  it('does not fall back to a less specific path for the method', async () => {
    const endpoints = [
      fakeEndpoint({ id: 'get', method: 'GET', path: '/v1/things/{id}' }),
      fakeEndpoint({ id: 'import', method: 'POST', path: '/v1/things/import' }),
    ];
    const response = await fakeGateway({ endpoints }).handle(
      'management',
      fakeRequest({ path: '/v1/things/import' }),
    );
    expect(response.status).toBe(404);
  });

  it('accepts a path that begins with the stage, as a deployment does', async () => {
    const gateway = fakeGateway({ functions: { fake: echo } });
    const [plain, staged] = await Promise.all(
      ['/v1/things/1', '/api/v1/things/1'].map((path) => gateway.handle('management', fakeRequest({ path }))),
    );
    expect(staged?.status).toBe(200);
    const { event } = parseJson(staged as never) as { event: { path: string; resource: string } };
    expect([event.path, event.resource]).toEqual(['/v1/things/1', '/v1/things/{thingId}']);
    expect(plain?.status).toBe(200);
    expect((await gateway.handle('management', fakeRequest({ path: '/api/api/v1/things/1' }))).status).toBe(
      404,
    );
  });

  it('responds to HEAD with 404 and no body', async () => {
    const response = await fakeGateway().handle('management', fakeRequest({ method: 'HEAD' }));
    expect(response.status).toBe(404);
    expect(response.body).toHaveLength(0);
  });

  it('responds to HEAD as to GET without the body, if the path is a page', async () => {
    const gateway = fakeGateway({ endpoints: [fakeEndpoint({ method: 'GET', path: '/{publicId}' })] });
    const response = await gateway.handle('management', fakeRequest({ method: 'HEAD', path: '/shop' }));
    expect(response.status).toBe(200);
    expect(response.body).toHaveLength(0);
  });

  it('responds with 400 to malformed percent-encoding', async () => {
    const response = await fakeGateway().handle('management', fakeRequest({ path: '/v1/things/%zz' }));
    expect(response.status).toBe(400);
    expect(parseJson(response)).toEqual(envelope('BAD_REQUEST'));
  });

  it('is checked before the token, and the token before the size', async () => {
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
    ['a token with invalid characters', 'Bearer a.b'],
    ['a token of more than 200 characters', `Bearer ${'a'.repeat(201)}`],
    ['a prefix', 'x Bearer abc'],
    ['a suffix', 'Bearer abc def'],
  ])('is rejected with 401 for %s, without calling the authorizer', async (_, authorization) => {
    const authorizer = vi.fn(async () => allowAll);
    const request = authorization === undefined ? fakeRequest() : withToken(authorization);
    const response = await fakeGateway({ endpoints: [bearer], authorizer }).handle('management', request);
    expect(response.status).toBe(401);
    expect(parseJson(response)).toEqual(envelope('UNAUTHORIZED'));
    expect(getHeaders(response).get('www-authenticate')).toBe('Bearer');
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

  it('is found regardless of the case of the header name', async () => {
    const request = fakeRequest({ headers: [['aUTHORIZATION', 'Bearer abc']] });
    expect((await fakeGateway({ endpoints: [bearer] }).handle('management', request)).status).toBe(200);
  });

  it('is not required by an endpoint without authentication', async () => {
    const authorizer = vi.fn(async () => allowAll);
    const gateway = fakeGateway({ functions: { fake: echo }, authorizer });
    const response = await gateway.handle('management', fakeRequest());
    expect(parseJson(response).event).not.toHaveProperty('requestContext.authorizer');
    expect(authorizer).not.toHaveBeenCalled();
  });

  it('is rejected with 401 if the authorizer throws Unauthorized', async () => {
    const onFault = vi.fn();
    const authorizer = async () => {
      throw new Error('Unauthorized');
    };
    const gateway = fakeGateway({ endpoints: [bearer], authorizer, onFault });
    const response = await gateway.handle('management', withToken());
    expect(response.status).toBe(401);
    expect(getHeaders(response).get('www-authenticate')).toBe('Bearer');
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
    const response = await gateway.handle('management', withToken());
    expect(response.status).toBe(500);
    expect(parseJson(response)).toEqual({
      ...envelope('INTERNAL_SERVER_ERROR'),
      message: 'Internal server error',
    });
    expect(onFault).toHaveBeenCalledOnce();
  });

  it.each([
    ['denies', { Effect: 'Deny', Resource: '*' }],
    [
      'allows only the other API',
      { Effect: 'Allow', Resource: 'arn:aws:execute-api:local:000000000000:chat/*' },
    ],
  ])('is rejected with 403 if the policy %s', async (_, statement) => {
    const Statement = [{ Action: 'execute-api:Invoke', ...statement }];
    const authorizer = async () => ({ ...allowAll, policyDocument: { Statement } });
    const gateway = fakeGateway({ endpoints: [bearer], authorizer });
    const response = await gateway.handle('management', withToken());
    expect(response.status).toBe(403);
    expect(parseJson(response)).toEqual(envelope('FORBIDDEN'));
  });

  it('passes the context to the function, as strings', async () => {
    const authorizer = async () => ({ ...allowAll, context: { tokenId: 't1', count: 2, isOld: false } });
    const gateway = fakeGateway({ endpoints: [bearer], functions: { bearer: echo }, authorizer });
    expect(parseJson(await gateway.handle('management', withToken()))).toMatchObject({
      event: {
        requestContext: { authorizer: { principalId: 'token-1', tokenId: 't1', count: '2', isOld: 'false' } },
      },
    });
  });
});

describe("the authorizer's cache", () => {
  function cachingGateway(authorizer: LambdaFunction, endpoints = [bearer]) {
    const clock = { nowMs: 1_000_000 };
    const spy = vi.fn(authorizer);
    return { clock, spy, gateway: fakeGateway({ endpoints, authorizer: spy, nowMs: () => clock.nowMs }) };
  }

  it('caches a result for 60 s', async () => {
    const { clock, spy, gateway } = cachingGateway(async () => allowAll);
    await gateway.handle('management', withToken());
    clock.nowMs += 59_999;
    await gateway.handle('management', withToken());
    expect(spy).toHaveBeenCalledTimes(1);
    clock.nowMs += 2;
    await gateway.handle('management', withToken());
    expect(spy).toHaveBeenCalledTimes(2);
  });

  it('caches per token and per API', async () => {
    const onChat = fakeEndpoint({ id: 'chat', api: 'chat', auth: 'bearer' });
    const { spy, gateway } = cachingGateway(async () => allowAll, [bearer, onChat]);
    await gateway.handle('management', withToken('Bearer a'));
    await gateway.handle('management', withToken('Bearer b'));
    await gateway.handle('chat', withToken('Bearer a'));
    expect(spy).toHaveBeenCalledTimes(3);
  });

  it('applies a cached policy to each method', async () => {
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

  it('caches a denying policy, but not a thrown Unauthorized', async () => {
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

  it('has the same request id as the response', async () => {
    const gateway = fakeGateway({ functions: { fake: echo } });
    const response = await gateway.handle('management', fakeRequest());
    const requestId = getHeaders(response).get('x-amzn-requestid');
    expect(parseJson(response)).toMatchObject({ event: { requestContext: { requestId } } });
  });
});

describe('the function', () => {
  const call = async (handler: LambdaFunction, timeoutSeconds = 5) => {
    const onFault = vi.fn();
    const endpoints = [fakeEndpoint({ timeoutSeconds })];
    const gateway = fakeGateway({ endpoints, functions: { fake: handler }, onFault });
    return { response: await gateway.handle('management', fakeRequest()), onFault };
  };

  it('determines status, headers and body', async () => {
    const { response } = await call(async () => ({
      statusCode: 418,
      headers: { 'X-One': 'a', 'X-Number': 3 },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
      body: 'ü',
    }));
    expect(response.status).toBe(418);
    expect(response.body.toString()).toBe('ü');
    expect(response.headers).toEqual([
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
    const { response } = await call(async () => ({ statusCode: 200, headers, body: '' }));
    expect(getHeaders(response).get('content-type')).toBe('text/plain');
  });

  it.each<[string, LambdaFunction]>([
    ['rejects', async () => Promise.reject(new Error('secret'))],
    [
      'throws synchronously',
      () => {
        throw new Error('secret');
      },
    ],
    ['returns nothing', async () => undefined],
    ['returns no status', async () => ({ body: '{}' })],
    ['returns a status out of range', async () => ({ statusCode: 99, body: '' })],
    ['returns a body that is not text', async () => ({ statusCode: 200, body: {} })],
    ['returns a value that is not JSON', async () => ({ statusCode: 200, body: 1n })],
    ['returns a header with a line break', async () => ({ statusCode: 200, headers: { a: 'b\r\nc: d' } })],
    [
      'returns more than Lambda allows',
      async () => ({ statusCode: 200, body: 'x'.repeat(MAX_INVOCATION_BYTES) }),
    ],
  ])('leads to 502 if it %s', async (_, handler) => {
    const { response, onFault } = await call(handler);
    expect(response.status).toBe(502);
    expect(parseJson(response)).toEqual({
      ...envelope('INTERNAL_SERVER_ERROR'),
      message: 'Internal server error',
    });
    expect(onFault).toHaveBeenCalledOnce();
  });

  it("may return a response of exactly Lambda's limit", async () => {
    const empty = JSON.stringify({ statusCode: 200, body: '' }).length;
    const body = 'x'.repeat(MAX_INVOCATION_BYTES - empty);
    const { response } = await call(async () => ({ statusCode: 200, body }));
    expect(response.status).toBe(200);
    expect(response.body).toHaveLength(body.length);
  });

  it('leads to 504 if it times out', async () => {
    const { response } = await call(() => new Promise(() => {}), 0.02);
    expect(response.status).toBe(504);
    expect(parseJson(response)).toEqual(envelope('SERVICE_UNAVAILABLE'));
    expect(getHeaders(response).get('retry-after')).toBe('1');
  });

  it('can tell how much time is left', async () => {
    const { response } = await call(async (_, context) => {
      const before = context.getRemainingTimeInMillis();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { statusCode: 200, body: JSON.stringify({ before, after: context.getRemainingTimeInMillis() }) };
    }, 2);
    const { before, after } = parseJson(response) as { before: number; after: number };
    expect(before).toBeGreaterThan(1_500);
    expect(before).toBeLessThanOrEqual(2_000);
    expect(after).toBeLessThan(before - 10);
  });

  it('is loaded lazily, on its first call', async () => {
    const loadFunction = vi.fn(async () => ok);
    const { createGateway } = await import('#apps/local/gateway/gateway.ts');
    const gateway = createGateway({ endpoints: [bearer], loadFunction, authorizer: async () => allowAll });
    await gateway.handle('management', fakeRequest());
    expect(loadFunction).not.toHaveBeenCalled();
    await gateway.handle('management', withToken());
    expect(loadFunction).toHaveBeenCalledWith('bearer');
  });
});

describe('the size of a request', () => {
  it("may be API Gateway's limit, and not a byte more", async () => {
    const functions = { fake: vi.fn(ok) };
    const response = await fakeGateway({ functions }).handle(
      'management',
      fakeRequest({ bodyBytes: MAX_REQUEST_BODY_BYTES + 1 }),
    );
    expect(response.status).toBe(413);
    expect(parseJson(response)).toEqual({
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

  it('is measured as the JSON event that Lambda gets, escapes included', async () => {
    // Quotes are escaped to two bytes in the event, so half the limit is too much for quotes but not for
    // letters.
    const half = MAX_INVOCATION_BYTES / 2;
    const send = (character: string) =>
      fakeGateway().handle('management', fakeRequest({ body: Buffer.alloc(half, character) }));
    expect((await send('x')).status).toBe(200);
    const response = await send('"');
    expect(response.status).toBe(413);
    const { limitBytes, actualBytes, message } = parseJson(response);
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

  it('responds to a preflight on a known path of the chat API', async () => {
    const response = await gateway.handle('chat', fakeRequest({ method: 'OPTIONS' }));
    expect(response.status).toBe(204);
    expect(response.body).toHaveLength(0);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, GET, OPTIONS',
      'access-control-allow-headers':
        'content-type, authorization, traceparent, x-typebot-iframe-referrer-origin',
      'access-control-max-age': '86400',
    });
  });

  it.each(['/v1', '/v1/nothing', '/v1/things/1/', '/api/v1/things'])(
    'responds to a preflight on the unknown path %s of the chat API',
    async (path) => {
      const response = await gateway.handle('chat', fakeRequest({ method: 'OPTIONS', path }));
      expect([response.status, getHeaders(response).get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(getHeaders(response).get('access-control-allow-methods')).toBe('POST, GET, OPTIONS');
      const managed = await gateway.handle('management', fakeRequest({ method: 'OPTIONS', path }));
      expect(managed.status).toBe(404);
    },
  );

  it("is on every error of the gateway's own", async () => {
    for (const [status, request] of [
      [404, fakeRequest({ method: 'OPTIONS', path: '//v1/nothing' })],
      [404, fakeRequest({ path: '/v1/nothing' })],
      [401, fakeRequest()],
      [413, fakeRequest({ method: 'POST', bodyBytes: MAX_REQUEST_BODY_BYTES + 1 })],
    ] as const) {
      const response = await gateway.handle('chat', request);
      expect(response.status).toBe(status);
      expect(getHeaders(response).get('access-control-allow-origin')).toBe('*');
    }
  });

  it('is left to the function in its responses', async () => {
    const response = await gateway.handle('chat', fakeRequest({ method: 'POST' }));
    expect(response.status).toBe(200);
    expect(getHeaders(response).get('access-control-allow-origin')).toBeNull();
  });
});
