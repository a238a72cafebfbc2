import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetLeases } from '#lib/platform/quotas/leased-quota.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { getCredentialsPath, storeCredentials } from '#test/support/endpoints/credentials.ts';

const CANARY = 'canary-9d2e';

/** A provider that echoes the key, and accepts any that begins with `good`. */
const server = createServer((request, response) => {
  const { authorization = '' } = request.headers;
  asked.push(`${request.method} ${request.url}`);
  const status = authorization.startsWith('Bearer good')
    ? 200
    : Number(/Bearer (\d+)/.exec(authorization)?.[1]);
  response.writeHead(status || 401).end(`No such key: ${authorization}`);
}).listen(0, '127.0.0.1');
const asked: string[] = [];
let baseUrl: string;

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

describeApi('POST /v1/workspaces/{workspaceId}/credentials/{credentialsId}/test', (api) => {
  beforeEach(({ skip }) => {
    skip(!api.canInjectFaults, 'the tests choose where credentials are stored');
    vi.stubEnv('HTTP_PRIVATE_HOSTS', '127.0.0.1');
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '');
    asked.length = 0;
  });

  const test = async (path: string, token?: string) => {
    const response = await api.request({
      method: 'POST',
      path: `${path}/test`,
      token: token ?? (await api.tokenFor('admin')),
    });
    expect(response.text).not.toContain(CANARY);
    return response;
  };
  const storeKey = async (apiKey: string) =>
    await storeCredentials(api, { kind: 'openai', data: { apiKey, baseUrl } });

  describe('200', () => {
    it.each([
      [`good ${CANARY}`, 'valid'],
      [CANARY, 'invalid'],
      [`403 ${CANARY}`, 'untested'],
      [`500 ${CANARY}`, 'untested'],
    ])('with the key %j: %s', async (apiKey, status) => {
      expect(await test(await storeKey(apiKey))).toMatchObject({ status: 200, body: { status } });
      expect(asked).toEqual(['GET /v1/models']);
    });

    it('does not call an address that blocks may not call', async () => {
      vi.stubEnv('HTTP_PRIVATE_HOSTS', '');
      expect((await test(await storeKey(`good ${CANARY}`))).body).toMatchObject({ status: 'invalid' });
      const data = { host: '127.0.0.1', from: { email: 'a@b.example' }, password: CANARY };
      const smtp = await storeCredentials(api, { kind: 'smtp', data });
      expect((await test(smtp)).body).toMatchObject({ status: 'invalid' });
      expect(asked).toEqual([]);
    });

    it('says that a kind has no test', async () => {
      const path = await storeCredentials(api, { kind: 'segment', data: { apiKey: CANARY } });
      expect((await test(path)).body).toMatchObject({ status: 'untested' });
    });
  });

  it('403 for an editor', async () => {
    expect((await test(await storeKey('good'), await api.tokenFor('editor'))).status).toBe(403);
  });

  it('404 for credentials of others, as for none', async () => {
    const foreign = await test(await storeKey('good'), await api.strangerToken());
    const absent = await test(`${getCredentialsPath(api)}/unknown`);
    for (const { status, body } of [foreign, absent]) {
      expect([status, body]).toMatchObject([404, { message: 'Credentials not found' }]);
    }
    expect(asked).toEqual([]);
  });

  it('429 once the requests of the day are used up', async () => {
    const path = await storeKey('good');
    forgetLeases();
    vi.stubEnv('REQUESTS_PER_WORKSPACE_AND_DAY', '1');
    await test(path);
    const { status, headers } = await test(path);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(asked.length).toBeLessThanOrEqual(1);
  });
});
