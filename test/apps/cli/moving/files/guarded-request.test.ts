import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sendGuarded } from '#apps/cli/moving/files/guarded-request.ts';
import { listNamedOrigins } from '#apps/cli/moving/files/source-file.ts';

async function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  server.listen(0);
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

it('lets nobody else lead to a host that was named, with a redirect', async () => {
  let requests = 0;
  const store = await listen(
    createServer((_, response) => {
      requests += 1;
      response.end('file');
    }),
  );
  const stranger = await listen(
    createServer((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${store}/private.sql` }).end();
    }),
  );
  // Stands for a host of the internet, which no rule of addresses is about.
  vi.stubEnv('HTTP_PRIVATE_HOSTS', 'localhost');
  onTestFinished(() => void vi.unstubAllEnvs());
  const send = (url: string, named: string[]) =>
    sendGuarded({
      url: new URL(url),
      method: 'GET',
      trustedOrigins: new Set(named),
      signal: AbortSignal.timeout(10_000),
    });
  const named = `http://127.0.0.1:${store}`;
  await expect(send(`http://localhost:${stranger}/public/a.txt`, [named])).rejects.toThrow();
  expect(requests).toBe(0);
  const response = await send(`http://localhost:${stranger}/a.txt`, [named, `http://localhost:${stranger}`]);
  response.resume();
  expect([response.statusCode, requests]).toEqual([200, 1]);
});

it('names a builder and a store with their schemes, and a host without one with both', () => {
  const store = { endpoint: 'https://s3.example', bucket: 'bots', region: 'r' };
  const builder = { origin: 'https://builder.example', token: 't' };
  expect([...listNamedOrigins({ hosts: new Set(['files.example:81']), store, builder })]).toEqual([
    'https://files.example:81',
    'http://files.example:81',
    'https://s3.example',
    'https://bots.s3.example',
    'https://builder.example',
  ]);
});
