import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { closeDynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { keys } from '#lib/platform/store/keys.ts';

afterEach(() => {
  closeDynamoDbClient();
  vi.unstubAllEnvs();
});

it('times out a request without a response and retries it', async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    requests += 1;
    if (requests > 1) response.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'local');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.stubEnv('TABLE_NAME', 'table');
  try {
    expect(await getItem(keys.session('any'))).toBeUndefined();
    expect(requests).toBe(2);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}, 9_000);
