import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { botsJson, runBots } from './bots-process.ts';

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

let folder: string;
let server: Server;
let requests: string[];
let env: NodeJS.ProcessEnv;

/** A service that responds as it is told, request by request. */
async function serve(answerTo: (request: IncomingMessage, count: number) => Answer): Promise<void> {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { status = 200, headers = {}, body } = answerTo(request, requests.length);
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/csv' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  env = { HOME: folder, BOTS_BASE_URL: `http://127.0.0.1:${port}`, BOTS_TOKEN: 'bot_x' };
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-busy-'));
  requests = [];
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const failure = (status: number, code: string): Answer => ({
  status,
  headers: { 'retry-after': '0' },
  body: { code, message: 'Not now', requestId: 'r-1' },
});

describe('a busy service', () => {
  it.each([
    [429, 'TOO_MANY_REQUESTS'],
    [503, 'SERVICE_UNAVAILABLE'],
  ])('that responds with %d is asked again', async (status, code) => {
    await serve((_, count) => (count < 3 ? failure(status, code) : { body: { bots: [] } }));
    expect(await botsJson(['list', '-w', 'w'], env)).toEqual({ bots: [] });
    expect(requests).toHaveLength(3);
  });

  it('is not asked again to make a token: there would be two', async () => {
    await serve(() => failure(503, 'SERVICE_UNAVAILABLE'));
    const create = ['tokens', 'create', '-w', 'w', '--name', 'CI', '--role', 'viewer'];
    expect(await runBots(create, env)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: SERVICE_UNAVAILABLE: Not now (request r-1)\n',
    });
    expect(requests).toHaveLength(1);
  });

  it('is not waited for longer than a minute', async () => {
    await serve(() => ({ ...failure(503, 'SERVICE_UNAVAILABLE'), headers: { 'retry-after': '3600' } }));
    expect(await runBots(['list', '-w', 'w'], env)).toMatchObject({ exitCode: 1 });
    expect(requests).toHaveLength(1);
  });

  it('whose response comes from something else is reported as such', async () => {
    await serve(() => ({ body: '<html>Sign in</html>' }));
    const { exitCode, stderr } = await runBots(['list', '-w', 'w'], env);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: UNEXPECTED_RESPONSE: .+\n$/);
  });
});

describe('an export of results', () => {
  const firstPage: Answer = {
    headers: { 'x-export-complete': 'false', 'x-next-cursor': 'c+1' },
    body: 'Submitted at\na\n',
  };

  it('is put together from its pages', async () => {
    const lastPage: Answer = { headers: { 'x-export-complete': 'true' }, body: 'b\n' };
    await serve((_, count) => (count === 1 ? firstPage : lastPage));
    const { exitCode, stdout } = await runBots(['results', 'export', 'bot', '--completed', 'true'], env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'Submitted at\na\nb\n' });
    const url = 'GET /v1/bots/bot/results/export?format=csv&isCompleted=true';
    expect(requests).toEqual([url, `${url}&cursor=c%2B1`]);
  });

  it.each([
    [
      'a page fails',
      failure(500, 'INTERNAL_SERVER_ERROR'),
      'INTERNAL_SERVER_ERROR: The export is incomplete: Not now (request r-1)',
    ],
    [
      'a page does not say where it continues',
      { body: 'b\n' },
      'The export is incomplete: the service does not say where it continues',
    ],
    [
      'it does not move on',
      firstPage,
      'The export is incomplete: the service does not say where it continues',
    ],
  ])('leaves no file if %s', async (_, secondPage, line) => {
    await serve((__, count) => (count === 1 ? firstPage : secondPage));
    const file = path.join(folder, 'results.csv');
    const { exitCode, stdout, stderr } = await runBots(['results', 'export', 'bot', '-o', file], env);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 1, stdout: '', stderr: `error: ${line}\n` });
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
