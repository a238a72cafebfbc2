import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { botsJson, runBots } from './bots-process.ts';
import { type ScriptedResponse, type ScriptedService, startScriptedService } from './scripted-service.ts';

let folder: string;
let service: ScriptedService;

async function serve(respondTo: (count: number) => ScriptedResponse): Promise<void> {
  service = await startScriptedService((_, count) => respondTo(count));
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-busy-'));
});

afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const failure = (status: number, code: string): ScriptedResponse => ({
  status,
  headers: { 'retry-after': '0' },
  body: { code, message: 'Not now', requestId: 'r-1' },
});

describe('a busy service', () => {
  it.each([
    [429, 'TOO_MANY_REQUESTS'],
    [503, 'SERVICE_UNAVAILABLE'],
  ])('gets a retry after a %d', async (status, code) => {
    await serve((count) => (count < 3 ? failure(status, code) : { body: { bots: [] } }));
    expect(await botsJson(['list', '-w', 'w'], service.env)).toEqual({ bots: [] });
    expect(service.lines).toHaveLength(3);
  });

  it('gets no retry of a token creation, which could create two', async () => {
    await serve(() => failure(503, 'SERVICE_UNAVAILABLE'));
    const create = ['tokens', 'create', '-w', 'w', '--name', 'CI', '--role', 'viewer'];
    expect(await runBots(create, service.env)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: SERVICE_UNAVAILABLE: Not now (request r-1)\n',
    });
    expect(service.lines).toHaveLength(1);
  });

  it('is retried for at most a minute', async () => {
    await serve(() => ({ ...failure(503, 'SERVICE_UNAVAILABLE'), headers: { 'retry-after': '3600' } }));
    expect(await runBots(['list', '-w', 'w'], service.env)).toMatchObject({ exitCode: 1 });
    expect(service.lines).toHaveLength(1);
  });

  it('is reported if the response is not from the service', async () => {
    await serve(() => ({ body: '<html>Sign in</html>' }));
    const { exitCode, stderr } = await runBots(['list', '-w', 'w'], service.env);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: UNEXPECTED_RESPONSE: .+\n$/);
  });
});

describe('an export of results', () => {
  const firstPage: ScriptedResponse = {
    headers: { 'x-export-complete': 'false', 'x-next-cursor': 'c+1' },
    body: 'Submitted at\na\n',
  };

  it('joins its pages', async () => {
    const lastPage: ScriptedResponse = { headers: { 'x-export-complete': 'true' }, body: 'b\n' };
    await serve((count) => (count === 1 ? firstPage : lastPage));
    const { exitCode, stdout } = await runBots(
      ['results', 'export', 'bot', '--completed', 'true'],
      service.env,
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'Submitted at\na\nb\n' });
    const url = 'GET /v1/bots/bot/results/export?format=csv&isCompleted=true';
    expect(service.lines).toEqual([url, `${url}&cursor=c%2B1`]);
  });

  it.each([
    [
      'a page fails',
      failure(500, 'INTERNAL_SERVER_ERROR'),
      'INTERNAL_SERVER_ERROR: The export is incomplete: Not now (request r-1)',
    ],
    [
      'a page lacks its next cursor',
      { body: 'b\n' },
      'The export is incomplete: the response has no valid next cursor',
    ],
    [
      'the cursor does not advance',
      firstPage,
      'The export is incomplete: the response has no valid next cursor',
    ],
  ])('leaves no file if %s', async (_, secondPage, line) => {
    await serve((count) => (count === 1 ? firstPage : secondPage));
    const file = path.join(folder, 'results.csv');
    const { exitCode, stdout, stderr } = await runBots(['results', 'export', 'bot', '-o', file], service.env);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 1, stdout: '', stderr: `error: ${line}\n` });
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
