import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpPort } from '#lib/chat/adapters/http-port.ts';
import { recordHttp } from '#lib/chat/adapters/recorded-http.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { recordWork } from '#lib/platform/observability/record-work.ts';
import { getItem, putItem } from '#lib/platform/store/dynamodb.ts';
import { closeDynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';
import { startXrayDaemon, type XrayDaemon } from '#test/support/xray-daemon.ts';

const TRACE_ID = '1-5759e988-bd862e3fe1be46a994272793';
const PARENT_ID = '53995c3f42cd8ad8';
const trace = (sampled: string) => `Root=${TRACE_ID};Parent=${PARENT_ID};Sampled=${sampled}`;
const HEX_16 = expect.stringMatching(/^[\da-f]{16}$/);

/** Fields that every document has. */
const FRAME = {
  id: HEX_16,
  trace_id: TRACE_ID,
  parent_id: PARENT_ID,
  type: 'subsegment',
  start_time: expect.any(Number),
  end_time: expect.any(Number),
};

let daemon: XrayDaemon;
beforeEach(async () => {
  daemon = await startXrayDaemon();
  vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', daemon.address);
  vi.stubEnv('_X_AMZN_TRACE_ID', trace('1'));
  vi.stubEnv('TRACING', 'true');
});
afterEach(() => {
  daemon.stop();
  vi.unstubAllEnvs();
});

const work = (result = 'done') => recordWork(async () => result, { name: 'a host' });

describe('a request to another service', () => {
  it('is recorded when it is over', async () => {
    const before = Date.now() / 1_000;
    expect(await work()).toBe('done');
    const [document] = await daemon.documents(1);
    expect(document).toEqual({ ...FRAME, name: 'a host', namespace: 'remote' });
    const { start_time: start, end_time: end } = document as { start_time: number; end_time: number };
    expect(start).toBeGreaterThanOrEqual(before);
    expect(end).toBeGreaterThanOrEqual(start);
  });

  it.each([
    ['the operator has not turned traces on', 'TRACING', undefined],
    ['X-Ray does not record the call', '_X_AMZN_TRACE_ID', trace('0')],
    ['there is no trace', '_X_AMZN_TRACE_ID', undefined],
    ['the header is not one', '_X_AMZN_TRACE_ID', 'Root=1;Parent=2;Sampled=1'],
  ])('is not recorded if %s', async (_, name, value) => {
    vi.stubEnv(name, value);
    expect(await work()).toBe('done');
    vi.stubEnv('TRACING', 'true');
    vi.stubEnv('_X_AMZN_TRACE_ID', trace('1'));
    // Packets on one machine keep their order, so this would come second.
    await recordWork(async () => {}, { name: 'later' });
    expect(await daemon.documents(1)).toMatchObject([{ name: 'later' }]);
  });

  it.each([undefined, 'nowhere', '127.0.0.1:1', 'unknown.invalid:2000', '127.0.0.1:99999'])(
    'is not disturbed if the daemon is at %s',
    async (address) => {
      vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', address);
      expect(await work()).toBe('done');
      // An unhandled rejection or error event would fail the suite.
      await delay(50);
    },
  );

  it('has a name that X-Ray accepts', async () => {
    const name = `[::1]:8080 "${'x'.repeat(300)}`;
    await recordWork(async () => {}, { name });
    const [document] = await daemon.documents(1);
    expect(document?.name).toMatch(/^_::1_:8080 _x+$/);
    expect(document?.name).toHaveLength(200);
  });
});

describe('a request to the database', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    closeDynamoDbClient();
    database = await startTestDatabase();
  });
  afterEach(async () => {
    await database.stop();
    closeDynamoDbClient();
  });
  const read = () => getItem(keys.draft('some-bot'));

  it('is recorded with its operation and table, and without its keys', async () => {
    await read();
    const documents = await daemon.documents(1);
    const [document] = documents.filter(({ aws }) => (aws as { operation: string }).operation === 'GetItem');
    expect(document).toMatchObject({
      ...FRAME,
      name: 'DynamoDB',
      namespace: 'aws',
      aws: {
        operation: 'GetItem',
        table_name: process.env.TABLE_NAME,
        region: process.env.AWS_REGION,
        retries: 0,
      },
      http: { response: { status: 200 } },
    });
    expect(document).not.toHaveProperty('fault');
    expect(JSON.stringify(documents)).not.toContain('some-bot');
  });

  it.each([
    ['InternalServerError', 500, { fault: true }, ['error', 'throttle']],
    ['TimeoutError', undefined, { fault: true }, ['error', 'throttle']],
    ['ThrottlingException', 400, { error: true, throttle: true }, ['fault']],
  ])('that fails with %s says so', async (name, httpStatusCode, flags, absent) => {
    const error = databaseError(name, { $metadata: { httpStatusCode, attempts: 3 } });
    await failing({ when: () => true, error }, () => expect(read()).rejects.toThrow());
    const document = (await daemon.documents(1)).at(-1);
    expect(document).toMatchObject({
      ...flags,
      aws: { operation: 'GetItem', retries: 2 },
      cause: { exceptions: [{ id: HEX_16, type: name }] },
    });
    for (const flag of absent) expect(document).not.toHaveProperty(flag);
  });

  it('that is refused by its condition is an error, not a fault', async () => {
    await putItem({ ...keys.draft('some-bot'), id: 'some-bot' });
    const condition = { expression: 'attribute_not_exists(pk)' };
    await expect(putItem({ ...keys.draft('some-bot') }, condition)).rejects.toThrow();
    const document = (await daemon.documents(2)).at(-1);
    expect(document).toMatchObject({ error: true, http: { response: { status: 400 } } });
    expect(document).not.toHaveProperty('fault');
    expect(JSON.stringify(document)).not.toContain('some-bot');
  });

  it('is left alone without traces', async () => {
    closeDynamoDbClient();
    vi.stubEnv('TRACING', undefined);
    await read();
    vi.stubEnv('TRACING', 'true');
    await work();
    expect(await daemon.documents(1)).toMatchObject([{ name: 'a host' }]);
  });
});

describe('a request that a bot sends', () => {
  const statuses = [
    [200, []],
    [404, ['error']],
    [429, ['error', 'throttle']],
    [503, ['fault']],
  ] as const;

  it.each(statuses)('is recorded with its host and the status %i', async (status, flags) => {
    const server = createServer((_, response) => response.writeHead(status).end('{}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const http = recordHttp(httpPort({ loopbackPortsForTests: new Set([port]) }));
    await http({
      url: `http://user:word@127.0.0.1:${port}/secret-path?answer=Ada`,
      method: 'post',
      body: 'body',
      timeoutMs: 5_000,
    });
    server.close();
    const [document] = await daemon.documents(1);
    expect(document).toEqual({
      ...FRAME,
      name: `127.0.0.1:${port}`,
      namespace: 'remote',
      http: { request: { method: 'POST', url: `http://127.0.0.1:${port}` }, response: { status } },
      ...Object.fromEntries(flags.map((flag) => [flag, true])),
    });
  });

  it.each([
    ['refused', { error: true }],
    ['timeout', { fault: true }],
    ['failed', { fault: true }],
  ] as const)('that %s says so, without the message', async (kind, flag) => {
    const http = recordHttp(() => Promise.reject(new HttpRequestError(kind, 'quotes secret-path')));
    const sent = { url: 'https://example.com/secret-path', method: 'GET', timeoutMs: 1_000 };
    await expect(http(sent)).rejects.toMatchObject({ kind });
    const [document] = await daemon.documents(1);
    expect(document).toMatchObject({
      ...flag,
      http: { request: { method: 'GET', url: 'https://example.com' } },
      cause: { exceptions: [{ id: HEX_16 }] },
    });
    expect(JSON.stringify(document)).not.toContain('secret-path');
  });
});
