import type { Context } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordingLines } from '#test/support/log-lines.ts';
import { type OtlpReceiver, readAttributes, startOtlpReceiver } from '#test/support/otlp-receiver.ts';
import { startXrayDaemon } from '#test/support/xray-daemon.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN_ID = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`;
const XRAY_ROOT = '1-5759e988-bd862e3fe1be46a994272793';
const XRAY_PARENT = '53995c3f42cd8ad8';
const getXrayHeader = (sampled: string) => `Root=${XRAY_ROOT};Parent=${XRAY_PARENT};Sampled=${sampled}`;
const HEX_16 = /^[\da-f]{16}$/;
const HEX_32 = /^[\da-f]{32}$/;
const NANOS = /^\d{19}$/;

const CALL = {
  name: 'get-bot',
  keys: { endpoint: 'get-bot', requestId: 'r1' },
  route: 'GET /v1/bots/{botId}',
};
const context = { awsRequestId: 'call-1', getRemainingTimeInMillis: () => 26_000 } as Context;

let receiver: OtlpReceiver;
let observe: typeof import('#lib/platform/observability/observe-call.ts').observeCall;
let record: typeof import('#lib/platform/observability/record-work.ts').recordWork;

beforeEach(async () => {
  receiver = await startOtlpReceiver();
  vi.stubEnv('LOG_LEVEL', 'INFO');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-api-key=key%3D1,x-team=bots');
  vi.stubEnv('STAGE', 'qa');
  // Longer than a busy machine takes.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '25000');
  vi.stubEnv('TABLE_NAME', 'bots');
  // A function's process has one exporter, and remembers a failure.
  vi.resetModules();
  ({ observeCall: observe } = await import('#lib/platform/observability/observe-call.ts'));
  ({ recordWork: record } = await import('#lib/platform/observability/record-work.ts'));
});
afterEach(() => {
  receiver.stop();
  vi.unstubAllEnvs();
});

const askHost = (status = 200) =>
  record(async () => ({ status }), {
    name: 'crm.example.com:8443',
    request: { method: 'POST', url: 'https://crm.example.com:8443' },
  });
const askDatabase = () => {
  const $metadata = { httpStatusCode: 500, requestId: 'd1', attempts: 3 };
  const failure = Object.assign(new TypeError('quotes a key'), { $metadata });
  return record(() => Promise.reject(failure), { name: 'DynamoDB', operation: 'GetItem' }).catch(() => {});
};
const respond = async () => ({ statusCode: 200 });
const call = (options = {}, work: () => Promise<unknown> = respond) =>
  observe({ ...CALL, ...options }, context, work);
const getSpans = () => receiver.received.flatMap(({ spans }) => spans);

describe('the spans of a call', () => {
  it('are sent together when it ends, as the protocol asks for', async () => {
    const value = await call({ traceparent: TRACEPARENT }, async () => {
      await askHost();
      await askDatabase();
      return { statusCode: 200 };
    });
    expect(value).toEqual({ statusCode: 200 });
    expect(receiver.received).toHaveLength(1);
    const [{ path, headers, text } = { path: '', headers: {}, text: '' }] = receiver.received;
    expect(path).toBe('/v1/traces');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': 'key=1',
      'x-team': 'bots',
    });
    const { resourceSpans } = JSON.parse(text);
    expect(resourceSpans).toHaveLength(1);
    expect(readAttributes(resourceSpans[0].resource)).toMatchObject({
      'service.name': 'bots',
      'deployment.environment.name': 'qa',
    });
    const [own, host, database] = getSpans();
    const frame = {
      traceId: TRACE_ID,
      spanId: expect.stringMatching(HEX_16),
      startTimeUnixNano: expect.stringMatching(NANOS),
      endTimeUnixNano: expect.stringMatching(NANOS),
    };
    expect(own).toMatchObject({
      ...frame,
      parentSpanId: CALLER_SPAN_ID,
      name: 'GET /v1/bots/{botId}',
      kind: 2,
      status: { code: 0 },
    });
    expect(readAttributes(own as never)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/bots/{botId}',
      'http.response.status_code': 200,
      'faas.invocation_id': 'call-1',
      'bots.endpoint': 'get-bot',
      'bots.request_id': 'r1',
    });
    expect(host).toMatchObject({
      ...frame,
      parentSpanId: own?.spanId,
      name: 'POST crm.example.com:8443',
      kind: 3,
      status: { code: 0 },
    });
    expect(readAttributes(host as never)).toEqual({
      'http.request.method': 'POST',
      'url.scheme': 'https',
      'server.address': 'crm.example.com',
      'server.port': 8443,
      'http.response.status_code': 200,
    });
    expect(database).toMatchObject({
      ...frame,
      parentSpanId: own?.spanId,
      name: 'DynamoDB.GetItem',
      kind: 3,
      status: { code: 2 },
    });
    expect(readAttributes(database as never)).toMatchObject({
      'rpc.system': 'aws-api',
      'rpc.method': 'GetItem',
      'db.collection.name': 'bots',
      'http.request.resend_count': 2,
      'error.type': 'TypeError',
    });
    expect(text).not.toContain('quotes a key');
    for (const { startTimeUnixNano, endTimeUnixNano } of getSpans()) {
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(own?.startTimeUnixNano ?? 0));
    }
  });

  it.each([
    ['a response 503', async () => ({ statusCode: 503 }), {}, 2],
    ['a response 404', async () => ({ statusCode: 404 }), {}, 0],
    ['an error', () => Promise.reject(new Error('Unauthorized')), {}, 2],
    ['an error that is a response', () => Promise.reject(new Error('no')), { isResponse: () => true }, 0],
  ])('say whether it failed: %s', async (_, work, options, code) => {
    await call(options, work).catch(() => {});
    expect(getSpans()).toMatchObject([{ status: { code } }]);
  });

  it('of a request that another service refused say so', async () => {
    await call({}, () => askHost(404));
    const host = getSpans()[1];
    expect(host).toMatchObject({ status: { code: 2 } });
    expect(readAttributes(host as never)).toMatchObject({ 'error.type': '404' });
  });

  it('belong to the trace of X-Ray, and to its segment if X-Ray records the call', async () => {
    const traceId = XRAY_ROOT.slice(2).replace('-', '');
    vi.stubEnv('_X_AMZN_TRACE_ID', getXrayHeader('1'));
    vi.stubEnv('TRACING', 'true');
    await call();
    expect(getSpans()).toMatchObject([{ traceId, parentSpanId: XRAY_PARENT }]);
    vi.stubEnv('TRACING', undefined);
    await call();
    expect(getSpans()[1]).toMatchObject({ traceId });
    expect(getSpans()[1]).not.toHaveProperty('parentSpanId');
  });

  it('have a new trace otherwise, which log lines name', async () => {
    const { lines } = await recordingLines(() =>
      call({}, async () => {
        const { logger } = await import('#lib/platform/observability/logger.ts');
        logger.info('Working');
      }),
    );
    const [span] = getSpans();
    expect(span?.traceId).toMatch(HEX_32);
    expect(lines).toMatchObject([{ message: 'Working', traceId: span?.traceId, endpoint: 'get-bot' }]);
  });

  it('are bounded in number', async () => {
    await call({}, async () => {
      for (let requests = 0; requests < 210; requests += 1) await askHost();
    });
    expect(getSpans()).toHaveLength(201);
    expect(readAttributes(getSpans()[0] as never)).toMatchObject({ 'bots.dropped_spans': 10 });
  });

  it('of calls at the same time are kept apart', async () => {
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        call({ traceparent: `00-${name.repeat(32)}-${CALLER_SPAN_ID}-00` }, async () => {
          await askHost();
          await new Promise(setImmediate);
          await askHost();
        }),
      ),
    );
    expect(receiver.received).toHaveLength(3);
    for (const { spans } of receiver.received) {
      expect(spans).toHaveLength(3);
      expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    }
  });
});

describe('whether a call is recorded', () => {
  it.each([
    ['the operator has named no receiver', { OTEL_EXPORTER_OTLP_ENDPOINT: undefined }, 0],
    ['X-Ray decides, and does not record it', { TRACING: 'true', _X_AMZN_TRACE_ID: getXrayHeader('0') }, 0],
    ['X-Ray decides, and records it', { TRACING: 'true', _X_AMZN_TRACE_ID: getXrayHeader('1') }, 1],
    ['no call is to be', { OTEL_TRACES_SAMPLER_ARG: '0' }, 0],
    ['every call is to be', { OTEL_TRACES_SAMPLER_ARG: '1' }, 1],
    ['the share is not a number', { OTEL_TRACES_SAMPLER_ARG: 'half' }, 1],
  ])('does not depend on the caller, if %s', async (_, environment, count) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    for (const flags of ['00', '01']) {
      receiver.received.length = 0;
      await call({ traceparent: `00-${TRACE_ID}-${CALLER_SPAN_ID}-${flags}` });
      expect([flags, receiver.received.length]).toEqual([flags, count]);
    }
  });

  it('is decided by chance', async () => {
    vi.stubEnv('OTEL_TRACES_SAMPLER_ARG', '0.05');
    const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0.04).mockReturnValueOnce(0.05);
    await call();
    await call();
    random.mockRestore();
    expect(receiver.received).toHaveLength(1);
  });

  it('with a receiver, never sends spans to the daemon of X-Ray as well', async () => {
    const daemon = await startXrayDaemon();
    vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', daemon.address);
    vi.stubEnv('TRACING', 'true');
    vi.stubEnv('_X_AMZN_TRACE_ID', getXrayHeader('1'));
    await call({}, () => askHost());
    expect(getSpans()).toHaveLength(2);
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', undefined);
    await record(async () => {}, { name: 'later' });
    // Packets on one machine keep their order.
    expect(await daemon.documents(1)).toMatchObject([{ name: 'later' }]);
    daemon.stop();
  });
});

describe('a receiver that does not take spans', () => {
  it.each([
    ['responds 500', 500, /500/],
    ['responds 503', 503, /./],
    ['refuses the key', 401, /401/],
    ['closes the connection', 'reset', /socket hang up|ECONNRESET|No response within/],
    ['never responds', 'hang', /No response within|timed out/],
  ] as const)('and %s changes nothing for the caller, and is left alone then', async (_, how, reason) => {
    receiver.respond(how);
    // With more time, the exporter itself tries again.
    if (how === 'hang' || how === 'reset') vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '700');
    const { value, lines } = await recordingLines(() =>
      call({}, async () => ({ statusCode: 200, body: 'b' })),
    );
    expect(value).toEqual({ statusCode: 200, body: 'b' });
    expect(lines).toMatchObject([
      {
        level: 'WARN',
        message: 'Spans were not exported',
        endpoint: 'get-bot',
        requestId: 'r1',
        error: expect.stringMatching(reason),
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('key=1');
    const count = receiver.received.length;
    receiver.respond(200);
    const { lines: later } = await recordingLines(() => call());
    expect(later).toEqual([]);
    expect(receiver.received).toHaveLength(count);
  });

  it('and has closed the connection meanwhile gets them over another', async () => {
    receiver.respond('reset', 200);
    const { lines } = await recordingLines(() => call());
    expect(lines).toEqual([]);
    expect(receiver.received).toHaveLength(2);
  });

  it('is asked again after the pause', async () => {
    receiver.respond(500);
    await call();
    receiver.respond(200);
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
    await call();
    now.mockRestore();
    expect(receiver.received).toHaveLength(2);
  });

  it('and is nowhere changes nothing either, nor what an error says', async () => {
    receiver.stop();
    const { lines } = await recordingLines(() =>
      expect(call({}, () => Promise.reject(new Error('Broken')))).rejects.toThrow('Broken'),
    );
    expect(lines).toMatchObject([
      { message: 'Spans were not exported', error: expect.stringMatching(/ECONNREFUSED/) },
    ]);
  });

  it('gets no more time than the call has left', async () => {
    receiver.respond('hang');
    const short = { ...context, getRemainingTimeInMillis: () => 350 };
    const { lines } = await recordingLines(() => observe(CALL, short, respond));
    expect(lines).toMatchObject([{ error: expect.stringContaining('No response within 250 ms') }]);
  });
});
