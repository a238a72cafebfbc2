import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MoveReport } from '#apps/cli/moving/report/move-report.ts';
import { apiSource } from '#apps/cli/moving/source/api-source.ts';
import type { SourceApi } from '#apps/cli/moving/source/source-request.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { type RawServer, startRawServer } from '../raw-server.ts';
import { runInProcess } from '../run-in-process.ts';

const SOURCE_TOKEN = 'source-secret';
const TOKEN = 'bot_target-secret';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-hostile-source-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A service that accepts everything, and remembers what it was sent. */
async function startTarget(): Promise<RawServer & { bodies: JsonObject[] }> {
  const bodies: JsonObject[] = [];
  let count = 0;
  const server = await startRawServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: JsonObject = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    if (request.method !== 'GET') bodies.push(body);
    const { results } = body;
    count += 1;
    const answer = {
      workspaces: [{ id: 'w', name: 'Here', role: 'admin' }],
      bots: [],
      bot: { id: `here${count}`, publicId: null, isArchived: false },
      issues: [],
      release: 1,
      publicId: 'p',
      ...(Array.isArray(results) && { imported: results.length }),
      ...{ updated: 0, unchanged: 0, skippedResults: [], remaining: 0 },
      skipped: { otherBot: 0, erased: 0, expired: 0, incomplete: 0 },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return Object.assign(server, { bodies });
}

type Answer = { status?: number; headers?: Record<string, string>; body: unknown } | JsonObject;

/** Typebot with these bots, unless `respond` says something else about a path below `/api/v1`. */
async function startSource(
  bots: unknown[],
  respond: (at: string) => Answer | string | undefined = () => undefined,
) {
  return await startRawServer((request, response) => {
    const at = decodeURIComponent((request.url ?? '').replace(/^\/api\/v1\//, ''));
    const [pathname = ''] = (request.url ?? '').replace(/^\/api\/v1\//, '').split('?');
    const found = respond(at) ?? answerWell(decodeURIComponent(pathname), bots);
    const {
      status = 200,
      headers = {},
      body,
    } = typeof found === 'object' && 'body' in found
      ? (found as { status?: number; headers?: Record<string, string>; body: unknown })
      : { body: found };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
}

function answerWell(at: string, bots: unknown[]): JsonObject {
  if (at === 'workspaces') return { workspaces: [{ id: 'there', name: 'There' }] };
  if (at === 'typebots') return { typebots: bots };
  if (at.endsWith('/results')) return { results: [] };
  if (at.endsWith('/logs')) return { logs: [] };
  if (at.endsWith('/stats')) return { stats: {} };
  if (at.endsWith('/publishedTypebot')) return { publishedTypebot: flow(at.split('/')[1] ?? '') };
  return { typebot: flow(at.split('/')[1] ?? '') };
}

const flow = (id: string, more: JsonObject = {}) => ({
  version: '6',
  id,
  name: `Bot ${id}`,
  groups: [],
  edges: [],
  variables: [],
  ...more,
});

const link = (to: unknown) => ({
  groups: [{ id: 'g', title: 'G', blocks: [{ id: 'b', type: 'Typebot link', options: { typebotId: to } }] }],
});

const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe.each(['move', 'pull'])('bots %s from a hostile source', (command) => {
  async function run(source: RawServer, more: string[] = []) {
    const target = await startTarget();
    const env = { BOTS_BASE_URL: target.baseUrl, BOTS_TOKEN: TOKEN, SOURCE_TOKEN };
    const args = [command, '--from', source.baseUrl, ...more];
    const { exitCode, stdout, stderr } = await runInProcess([...args, '--json'], env);
    for (const secret of [SOURCE_TOKEN, TOKEN]) expect(stdout + stderr).not.toContain(secret);
    const report: MoveReport | undefined = stdout === '' ? undefined : JSON.parse(stdout);
    const failure: string | undefined = stderr === '' ? undefined : JSON.parse(stderr).error.message;
    return { exitCode, report, failure, target };
  }

  it('takes names for what they are: nothing but texts', async () => {
    const names = [
      '../../etc/passwd',
      '/abs',
      '..',
      'a\u0000b',
      'x'.repeat(100_000),
      'CON',
      'é',
      'e\u0301',
      '.rc',
      '__proto__',
      'constructor',
      '',
      '\ud800',
      7,
      null,
      {},
    ];
    const bots = names.map((name, index) => ({ id: `b${index}`, name }));
    const { exitCode, report } = await run(await startSource(bots));
    expect(exitCode).toBe(0);
    expect(report?.bots.map(({ outcome }) => outcome)).toEqual(names.map(() => 'created'));
    expect(report?.bots.map(({ name }) => typeof name)).toEqual(names.map(() => 'string'));
  });

  it('asks only for addresses of bots, whatever their ids', async () => {
    const ids = [
      '..',
      '.',
      '',
      '../../admin',
      '/abs',
      '?x=1#y',
      '__proto__',
      'constructor',
      '\ud800',
      'a\u0000',
      'x'.repeat(5_000),
    ];
    const source = await startSource(ids.map((id) => ({ id, name: 'B' })));
    const { exitCode, report } = await run(source);
    expect(exitCode).toBe(1);
    expect(
      report?.bots.filter(({ outcome }) => outcome === 'failed').map(({ sourceId }) => sourceId),
    ).toEqual(['', '.', '..']);
    expect(report?.bots.at(-1)?.error?.message).toBe('The source lists the id "..", which is not valid');
    for (const line of source.requests) {
      expect(line).toMatch(/^GET \/api\/v1\/(workspaces|typebots|custom-domains\?|folders\?)/);
    }
    // Polluted nothing.
    expect(({} as JsonObject).name).toBeUndefined();
  });

  it.each([
    ['number', 7],
    ['nothing', undefined],
    ['null', null],
    ['a list', ['b']],
    ['an object', { toString: 'x' }],
  ])('ends with an error if an id is %s', async (_, id) => {
    const { exitCode, failure } = await run(
      await startSource([
        { id: 'ok', name: 'B' },
        { id, name: 'B' },
      ]),
    );
    expect(exitCode).toBe(1);
    expect(failure).toMatch(/does not respond like Typebot: expected a text as typebots\[\d\]\.id/);
  });

  it('moves bots that link to each other in a circle, or to themselves', async () => {
    const links: Record<string, unknown> = {
      a: 'b',
      b: 'c',
      c: 'a',
      d: 'd',
      e: { toString: 1 },
      f: '__proto__',
    };
    const source = await startSource(
      Object.keys(links).map((id) => ({ id, name: id })),
      (at) => {
        const id = at.split('/')[1]?.replace(/\?.*/, '') ?? '';
        if (!(id in links)) return undefined;
        const bot = flow(id, link(links[id]));
        if (at.endsWith('/publishedTypebot')) return { publishedTypebot: bot };
        return at.split('/').length === 2 ? { typebot: bot } : undefined;
      },
    );
    const { report } = await run(source);
    expect(report?.bots.map(({ outcome }) => outcome)).toEqual(Object.keys(links).map(() => 'created'));
  });

  it('sends a bot that is listed twice with one idempotency key', async () => {
    const { target } = await run(
      await startSource([
        { id: 'a', name: 'A' },
        { id: 'a', name: 'A' },
      ]),
    );
    // The key is made of the body.
    const created = target.bodies.filter(({ keepPublicId }) => keepPublicId === true);
    expect(new Set(created.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it.each([10_000, 100_000])('fails for a bot that is nested %i levels deep, and goes on', async (levels) => {
    const source = await startSource(
      [
        { id: 'deep', name: 'D' },
        { id: 'ok', name: 'O' },
      ],
      (at) => {
        if (!at.startsWith('typebots/deep')) return undefined;
        const key = at.endsWith('/publishedTypebot') ? 'publishedTypebot' : 'typebot';
        return { body: `{"${key}":{"version":"6","groups":${nest(levels)}}}` };
      },
    );
    const { exitCode, report } = await run(source);
    expect(exitCode).toBe(1);
    const byId = Object.fromEntries(report?.bots.map((bot) => [bot.sourceId, bot]) ?? []);
    expect(byId.deep?.error?.message).toBe('The bot deep of the source is nested more than 200 levels deep');
    expect(byId.ok?.outcome).toBe('created');
  });

  it('keeps keys such as __proto__ from changing anything', async () => {
    const source = await startSource([{ id: 'a', name: 'A' }], (at) => {
      const key = at.endsWith('/publishedTypebot') ? 'publishedTypebot' : 'typebot';
      const text = `{"${key}":{"version":"6","name":"A","groups":[],"edges":[],"variables":[],"__proto__":{"isClosed":true},"constructor":{"prototype":{"x":1}}}}`;
      return at.startsWith('typebots/a') ? { body: text } : undefined;
    });
    await run(source);
    expect(({} as JsonObject).isClosed).toBeUndefined();
    expect(({} as JsonObject).x).toBeUndefined();
  });

  it.each([
    'http://169.254.169.254/api/v1/workspaces',
    'file:///etc/passwd',
    `https://x.example/${SOURCE_TOKEN}`,
    '//[',
    'javascript:1',
  ])('does not follow a redirect to %s, and does not repeat the token', async (location) => {
    const source = await startSource([], () => ({ status: 302, headers: { location }, body: '' }));
    const { exitCode, failure } = await run(source);
    expect(exitCode).toBe(1);
    expect(failure).toMatch(/redirects to|responds with status 302/);
    expect(source.requests).toHaveLength(1);
  });

  it('does not take the token to another host', async () => {
    const other = await startRawServer((_, response) => response.end('{}'));
    const source = await startSource([{ id: 'a', name: 'A' }], (at) =>
      at.startsWith('typebots/a')
        ? { status: 307, headers: { location: `${other.baseUrl}/x` }, body: '' }
        : undefined,
    );
    const { exitCode, report } = await run(source);
    expect(exitCode).toBe(1);
    expect(report?.stoppedBy?.message).toContain(`redirects to ${other.baseUrl}`);
    expect(other.requests).toEqual([]);
  });

  it('puts no secret into the report, though the source repeats them', async () => {
    const source = await startSource([{ id: 'a', name: 'A' }], (at) =>
      at.startsWith('typebots/a') ? { status: 403, body: { message: `Bearer ${SOURCE_TOKEN}` } } : undefined,
    );
    const file = path.join(folder, 'report.json');
    const { report } = await run(source, command === 'move' ? ['--report', file] : []);
    expect(report?.bots[0]?.error?.message).toMatch(/responds with status 403$/);
    if (command === 'move') expect(readFileSync(file, 'utf8')).not.toContain(SOURCE_TOKEN);
    expect(existsSync(file)).toBe(command === 'move');
  });

  it('goes on if a bot changes or goes between two requests', async () => {
    let count = 0;
    const source = await startSource(
      [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B' },
      ],
      (at) => {
        if (!/^typebots\/a$/.test(at)) return undefined;
        count += 1;
        return count === 1 ? { typebot: flow('a', { name: 'First' }) } : { status: 404, body: {} };
      },
    );
    const { exitCode, report } = await run(source);
    expect(exitCode).toBe(1);
    const byId = Object.fromEntries(report?.bots.map((bot) => [bot.sourceId, bot]) ?? []);
    expect(byId.a?.error?.message).toBe('The source has no bot a any more');
    expect(byId.b?.outcome).toBe('created');
  });
});

describe('results of a hostile source', () => {
  const result = (more: JsonObject) => ({
    id: 'r',
    createdAt: '2026-11-22T10:00:00.000Z',
    isCompleted: true,
    variables: [],
    answers: [],
    ...more,
  });

  it('are refused one by one, with a reason, and the others are moved', async () => {
    const hostile: JsonObject[] = [
      result({ id: 'far', createdAt: '+275760-09-13T00:00:00.000Z' }),
      result({ id: 'long-ago', createdAt: '-000001-01-01T00:00:00.000Z' }),
      result({ id: 'no-time', createdAt: 'yesterday' }),
      result({ id: 'number', createdAt: 8.64e15 }),
      result({ id: '../up' }),
      result({ id: '..' }),
      result({ id: '\ud800' }),
      result({ id: '' }),
      result({ id: 'answers', answers: { length: 1e9 } }),
    ];
    const deep = `{"id":"deep","createdAt":"2026-11-22T10:00:00.000Z","isCompleted":true,"variables":[],"answers":${nest(100_000)}}`;
    const text = `{"results":[${hostile.map((one) => JSON.stringify(one)).join()},${deep},${JSON.stringify(result({ id: 'good' }))}]}`;
    const source = await startSource([{ id: 'a', name: 'A' }], (at) =>
      at.includes('/results?') ? { body: text } : undefined,
    );
    const target = await startTarget();
    const env = { BOTS_BASE_URL: target.baseUrl, BOTS_TOKEN: TOKEN, SOURCE_TOKEN };
    const { stdout } = await runInProcess(['move', '--from', source.baseUrl, '--no-logs', '--json'], env);
    const [bot] = (JSON.parse(stdout) as MoveReport).bots;
    const sent = target.bodies.flatMap(({ results = [] }) => results as JsonObject[]).map(({ id }) => id);
    const refused = bot?.results?.refused.map(({ id }) => id) ?? [];
    expect([...sent, ...refused].toSorted()).toEqual(
      [...hostile.map(({ id }) => id as string), 'deep', 'good'].toSorted(),
    );
    expect(sent).toContain('good');
    expect(refused).toEqual(
      expect.arrayContaining(['no-time', 'number', '../up', '..', '', 'answers', 'deep']),
    );
    expect(bot?.results?.refused.every(({ reason }) => reason.length > 0 && reason.length < 300)).toBe(true);
  });
});

describe('the API of a hostile source', () => {
  const read = async (server: RawServer, api: Partial<SourceApi> = {}) => {
    const source = apiSource({ baseUrl: server.baseUrl, token: SOURCE_TOKEN, maxRetries: 1, ...api });
    let count = 0;
    try {
      for await (const _ of source.readResults('a', { logs: false })) count += 1;
      return { count };
    } catch (error) {
      expect(String(error)).not.toContain(SOURCE_TOKEN);
      return { count, message: (error as Error).message };
    }
  };

  it('is not read on if its pages bring nothing new, forever', async () => {
    let cursor = 0;
    const server = await startSource([], () => {
      cursor += 1;
      return { results: [{ id: 'same' }], nextCursor: cursor };
    });
    expect(await read(server)).toEqual({ count: 1, message: expect.stringContaining('has no end') });
    expect(server.requests.length).toBeLessThan(20);
  });

  it('may move results between pages', async () => {
    const pages = [['a', 'b'], ['b', 'c'], ['b', 'c'], ['d']];
    const server = await startSource([], (at) => {
      const page = Number(/cursor=(\d+)/.exec(at)?.[1]);
      return { results: pages[page]?.map((id) => ({ id })), ...(page < 3 && { nextCursor: page + 1 }) };
    });
    expect(await read(server)).toEqual({ count: 4 });
  });

  it('cannot fill the memory: without an end, compressed, or announced', async () => {
    const endless = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const write = () => response.write('x'.repeat(10_000), (error) => error ?? setImmediate(write));
      write();
    });
    const bomb = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(5_000_000, ' ')));
    });
    for (const server of [endless, bomb]) {
      const { message } = await read(server, { maxBodyBytes: 100_000 });
      expect(message).toMatch(/responds with more than 100000 bytes$/);
    }
    const announced = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000000000' });
      response.write('{', () => response.destroy());
    });
    expect((await read(announced, { maxRetries: 0 })).message).toMatch(/does not respond/);
  });

  it('cannot keep the command waiting: silent, or a byte at a time', async () => {
    const silent = await startRawServer(() => {});
    const slow = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    });
    for (const server of [silent, slow]) {
      const { message } = await read(server, { timeoutMs: 200, maxRetries: 1 });
      expect(message).toMatch(/does not respond within 0.2 seconds$/);
      expect(server.requests).toHaveLength(2);
    }
  });
});
