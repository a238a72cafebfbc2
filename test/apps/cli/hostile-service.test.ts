import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { downloadExport } from '#apps/cli/jobs/download-export.ts';
import type { JobWithFile } from '#apps/cli/jobs/wait-for-job.ts';
import { replaceFile } from '#apps/cli/replace-file.ts';
import { downloadResults } from '#apps/cli/results/results-export.ts';
import { sendResults } from '#apps/cli/results/results-import.ts';
import { findSiteUrl } from '#apps/cli/service/find-site-url.ts';
import { readList } from '#apps/cli/service/list-pages.ts';
import { createServiceFetch, type ResponseLimits } from '#apps/cli/service/retrying-fetch.ts';
import { type Client, createClient } from '#apps/client/client.ts';
import { startRawServer } from './raw-server.ts';
import { runInProcess } from './run-in-process.ts';

const TOKEN = 'bot_very-secret';

function connectTo(baseUrl: string, limits: ResponseLimits = {}, token = TOKEN): Client {
  return createClient({ baseUrl, token, fetch: createServiceFetch(limits) });
}

async function readErrorMessage(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It worked'),
    (reason: Error) => reason,
  );
  // Neither the message nor what is printed of its cause.
  expect(String(error)).not.toContain(TOKEN);
  return error.message;
}

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'with status %i is not followed, and gets neither token nor body',
    async (status) => {
      const other = await startRawServer((_, response) => response.end('{}'));
      const service = await startRawServer((_, response) =>
        response.writeHead(status, { location: `${other.baseUrl}/v1/me` }).end(),
      );
      expect(await readErrorMessage(connectTo(service.baseUrl).getMe())).toBe(
        `${service.baseUrl} redirects to ${other.baseUrl}: if that is the service, give its address`,
      );
      const body = { workspaceId: 'w', bot: { name: 'secret flow' } };
      await readErrorMessage(connectTo(service.baseUrl).importBot({ body }));
      expect(other.requests).toEqual([]);
    },
  );

  it.each([
    'file:///etc/passwd',
    'http://169.254.169.254/latest',
    'data:text/plain,x',
    '/v1/other',
    'http://[',
    '',
  ])('to %s is not followed', async (location) => {
    const service = await startRawServer((_, response) => response.writeHead(302, { location }).end());
    expect(await readErrorMessage(connectTo(service.baseUrl).getMe())).toMatch(/redirect/);
    expect(service.requests).toHaveLength(1);
  });
});

describe('a response', () => {
  it('that never ends is cut off', async () => {
    const service = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const write = () => response.write('x'.repeat(10_000), (error) => error ?? setImmediate(write));
      write();
    });
    expect(await readErrorMessage(connectTo(service.baseUrl, { maxBytes: 100_000 }).getMe())).toBe(
      `${service.baseUrl} responds with more than 100000 bytes`,
    );
  });

  it('that is a gzip bomb is cut off', async () => {
    const service = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(5_000_000, ' ')));
    });
    expect(await readErrorMessage(connectTo(service.baseUrl, { maxBytes: 100_000 }).getMe())).toMatch(
      /more than 100000/,
    );
  });

  it.each([
    ['headers', () => {}],
    ['a byte at a time', (response: NodeJS.WritableStream) => void response.write('{')],
  ])('that comes too slowly ends the request: %s', async (_, write) => {
    const service = await startRawServer((_request, response) => write(response));
    const reading = connectTo(service.baseUrl, { timeoutMs: 300 }).getMe();
    expect(await readErrorMessage(reading)).toMatch(/does not (respond|finish its response) \(timeout\)/);
  });

  it('that breaks off says so', async () => {
    const service = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000000000' });
      response.write('{"a":', () => response.destroy());
    });
    expect(await readErrorMessage(connectTo(service.baseUrl).getMe())).toBe(
      `${service.baseUrl} does not finish its response (UND_ERR_SOCKET)`,
    );
  });

  it('that is an error does not bring the token into messages', async () => {
    const service = await startRawServer((request, response) => {
      const message = `Wrong: ${request.headers.authorization}`;
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'BAD_REQUEST', message, issues: [{ path: message, message }] }));
    });
    const args = ['list', '-w', 'w', '--json'];
    const env = { BOTS_BASE_URL: service.baseUrl, BOTS_TOKEN: TOKEN };
    const { exitCode, stdout, stderr } = await runInProcess(args, env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('Wrong: Bearer …');
    expect(stderr).not.toContain(TOKEN);
  });
});

describe('a token or an address that cannot be sent', () => {
  it.each(['\n', '\r\nX-Other: 1', ' ', '\u0000', 'ü', '李'])('is not quoted: %j', async (odd) => {
    const service = await startRawServer((_, response) => response.end('{}'));
    const reading = connectTo(service.baseUrl, {}, `${TOKEN}${odd}`).getMe();
    expect(await readErrorMessage(reading)).toBe(
      'The token has a character that no token has, such as a space or a line break',
    );
    expect(service.requests).toEqual([]);
  });

  it.each([
    [`http://user:${TOKEN}@127.0.0.1:1`, 'The address contains a user or a password: give it without them'],
    [`not a url ${TOKEN}`, 'The address is not a URL'],
  ])('%s', async (baseUrl, message) => {
    expect(await readErrorMessage(connectTo(baseUrl).getMe())).toBe(message);
  });
});

describe('pages that lead in a circle', () => {
  /** a → b → a → … */
  const next = (cursor: string | null) => (cursor === 'a' ? 'b' : 'a');

  async function startCircle() {
    return await startRawServer((request, response) => {
      const nextCursor = next(new URL(request.url ?? '', 'http://x').searchParams.get('cursor'));
      const isExport = request.url?.includes('/export');
      response.writeHead(200, {
        'content-type': isExport ? 'text/csv' : 'application/json',
        'x-next-cursor': nextCursor,
      });
      const list = { bots: [], results: [], releases: [], logs: [], nextCursor };
      response.end(isExport ? 'a\n' : JSON.stringify({ ...list, workspaces: [{ id: 'w' }] }));
    });
  }

  it('end a list, an export, and the client', async () => {
    const service = await startCircle();
    const client = connectTo(service.baseUrl);
    const query = { workspaceId: 'w' };
    const list = readList('bots', { all: true }, (page) => client.listBots({ query: { ...query, ...page } }));
    expect(await readErrorMessage(list)).toMatch(/lead back to one that was read before/);
    const exported = downloadResults(client, { botId: 'b', query: { format: 'csv' } }, async () => {});
    expect(await readErrorMessage(exported)).toBe('The export is incomplete');
    const readAll = async () => {
      for await (const _ of client.listBots.all({ query }));
    };
    expect(await readErrorMessage(readAll())).toMatch(/lead back to one that was read before/);
    expect(service.requests.length).toBeLessThan(15);
  });

  it('end each command that reads all pages', async () => {
    const service = await startCircle();
    const env = { BOTS_BASE_URL: service.baseUrl, BOTS_TOKEN: TOKEN };
    for (const args of [
      ['list', '-w', 'w', '--all'],
      ['logs', 'b', 'r'],
      ['diff', 'b'],
      ['export', '--all', path.join(tmpdir(), 'nowhere'), '-w', 'w'],
    ]) {
      const { exitCode, stderr } = await runInProcess(args, env);
      expect({ args, exitCode, stderr }).toEqual({
        args,
        exitCode: 1,
        stderr: 'error: The list has no end: its pages lead back to one that was read before\n',
      });
    }
  });
});

describe('work that a service never finishes', () => {
  it.each([1, 5, 'x', null, {}, -0.5])('an import, of which %j are left', async (remaining) => {
    const service = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ imported: 0, updated: 0, unchanged: 0, skipped: {}, skippedResults: [], remaining }),
      );
    });
    async function* results() {
      yield { result: { id: 'r' }, location: 'line 1' };
    }
    const sending = sendResults(connectTo(service.baseUrl), 'b', results(), {
      onProgress() {},
      onSkipped() {},
    });
    await sending.catch(() => {});
    expect(service.requests).toHaveLength(1);
  });

  it('a deletion', async () => {
    const service = await startRawServer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const bot = { id: 'b', name: 'B', workspaceId: 'w' };
      response.end(
        JSON.stringify(request.method === 'GET' ? { bot } : { deleted: 0, notFound: 0, remaining: true }),
      );
    });
    const env = { BOTS_BASE_URL: service.baseUrl, BOTS_TOKEN: TOKEN };
    const { exitCode, stderr } = await runInProcess(['results', 'delete', 'b', 'r', '--yes'], env);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: 'error: The service says that results are left, but deletes none\n',
    });
  });
});

describe('files', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'bots-files-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('are written in the folder of an export only, each once, whatever bots are called', async () => {
    const names = [
      '../../up',
      '/etc/passwd',
      'C:\\x',
      '..',
      '.hidden',
      'CON',
      '__proto__',
      'a\u0000b',
      'é',
      'e\u0301',
      'x'.repeat(5_000),
      7,
      null,
    ];
    const ids = [
      'a',
      'A',
      'a',
      'constructor',
      '__proto__',
      '../b',
      '..',
      '',
      'a/b',
      'x'.repeat(4_000),
      '\ud800',
      'nul.json',
      5,
      null,
      'é',
      'c',
      'd',
    ];
    const bots = ids.map((id, index) => ({ id, name: names[index % names.length] }));
    const service = await startRawServer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(request.url?.startsWith('/v1/bots/') ? { bot: { id: request.url } } : { bots }),
      );
    });
    const target = path.join(folder, 'deep', 'target');
    const env = { BOTS_BASE_URL: service.baseUrl, BOTS_TOKEN: TOKEN };
    const { exitCode, stdout, stderr } = await runInProcess(
      ['export', '--all', target, '-w', 'w', '--json'],
      env,
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    const exported: { botId: unknown; file?: string; error?: { message: string } }[] =
      JSON.parse(stdout).bots;
    expect(exported.filter(({ file }) => file).map(({ botId }) => botId)).toEqual([
      'a',
      'constructor',
      '__proto__',
      'c',
      'd',
    ]);
    expect(exported.filter(({ error }) => error)).toHaveLength(12);
    for (const { file } of exported) if (file) expect(path.dirname(file)).toBe(target);
    expect(readdirSync(target)).toHaveLength(5);
    expect(readdirSync(folder)).toEqual(['deep']);
    expect(readdirSync(path.join(folder, 'deep'))).toEqual(['target']);
  });

  it('replace a symbolic link instead of writing through it', async () => {
    const outside = path.join(folder, 'outside.json');
    const link = path.join(folder, 'link.json');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, link);
    await replaceFile(link, (write) => write('theirs'), 0o600);
    expect([readFileSync(outside, 'utf8'), readFileSync(link, 'utf8')]).toEqual(['mine', 'theirs']);
    expect(statSync(link).mode & 0o777).toBe(0o600);
  });

  it('are not written through a link in the place of the temporary file, which nobody can foresee', async () => {
    const outside = path.join(folder, 'outside.json');
    const file = path.join(folder, 'file.json');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, `${file}.${process.pid}.part`);
    await replaceFile(file, async (write) => {
      const draft = readdirSync(folder).find((name) => /^file\.json\.[0-9a-f]{8}\.part$/.test(name));
      expect(draft).toBeDefined();
      await write('theirs');
    });
    expect([readFileSync(outside, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['mine', 'theirs']);
  });

  it('of a job are not larger than the service said', async () => {
    const service = await startRawServer((_, response) => response.end('x'.repeat(100_000)));
    const job = { id: 'j', file: { bytes: 10, url: `${service.baseUrl}/file` } } as JobWithFile;
    let bytes = 0;
    const download = downloadExport(job, { workspaceId: 'w', jobId: 'j' }, async (chunk) => {
      bytes += chunk.length;
    });
    expect(await readErrorMessage(download)).toMatch(/^The download is larger than the 10 bytes of the file/);
    expect(bytes).toBeLessThanOrEqual(10);
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/x'])('of a job do not come from %s', async (url) => {
    const file = path.join(folder, 'results.csv');
    const job = { id: 'j', file: { bytes: 10, url } } as JobWithFile;
    const download = replaceFile(file, (write) =>
      downloadExport(job, { workspaceId: 'w', jobId: 'j' }, write),
    );
    expect(await readErrorMessage(download)).toMatch(/does not respond/);
    expect(existsSync(file)).toBe(false);
  });
});

describe("a console's configuration", () => {
  it.each([
    ['https://x.example/\u001b[2J'],
    ['https://x.example/\u202e'],
    ['file:///etc/passwd'],
    ['javascript:alert(1)'],
    [7],
    [' '.repeat(100_000)],
  ])('is not taken over: %j', async (botsUrl) => {
    const service = await startRawServer((_, response) => response.end(JSON.stringify({ botsUrl })));
    expect(await findSiteUrl(service.baseUrl)).toBeUndefined();
  });
});
